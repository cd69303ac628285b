#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/conditions.h"

/* IOR's own fatal lines end with the place in its source; "ERROR: " alone is anybody's. */
static bool
is_benchmark_error(const char *text, size_t at)
{
	if (str_starts(text + at, "ERROR: "))
		return strstr(text + at, ", (") != NULL && strstr(text + at, ".c:") != NULL;
	if (str_starts(text + at, "ERROR in "))
		return strstr(text + at, "(line ") != NULL;
	return true;
}

/* "12.5 % of the data was in the page cache": a page or two is no matter. */
static bool
mostly(const char *text, size_t at)
{
	while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '%'))
		at--;
	while (at > 0 && ((text[at - 1] >= '0' && text[at - 1] <= '9') || text[at - 1] == '.'))
		at--;
	return atof(text + at) >= 10;
}

static bool
not_by_ssh(const char *text, size_t at)
{
	return !str_starts(text + at, "Permission denied (");
}

static const struct condition table[] = {
	{ "no-slots", "launch", SPOILS_NOTHING, "the launcher refused: more ranks than slots",
	    "ask for fewer ranks, or allow more than one per core (--oversubscribe; Open MPI 5: "
	    "--map-by :OVERSUBSCRIBE)",
	    NULL },
	{ "run-as-root", "launch", SPOILS_NOTHING, "Open MPI refused to run as root",
	    "run as a user, or set OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
	    NULL },
	{ "singletons", "launch", SPOILS_ALL, "every process ran alone instead of as one job",
	    "the launcher and the MPI library do not fit: try srun --mpi=list and srun --mpi=pmix, "
	    "or mpirun of the same MPI",
	    NULL },
	{ "pmi", "launch", SPOILS_NOTHING, "the launcher's plug-in does not fit the MPI library",
	    "see srun --mpi=list, and try srun --mpi=pmix, or mpirun of the same MPI", NULL },
	{ "no-launcher", "launch", SPOILS_NOTHING, "the launcher is not installed",
	    "install an MPI or load its module", NULL },
	{ "no-program", "launch", SPOILS_NOTHING, "the launcher did not find the program",
	    "check its path on every node", NULL },
	{ "library-missing", "launch", SPOILS_NOTHING, "a shared library is missing",
	    "load the module the program was built with, on every node", NULL },
	{ "ssh", "launch", SPOILS_NOTHING, "the launcher could not log in to a node",
	    "check ssh keys, their permissions and known_hosts for every node", NULL },
	{ "launch-failed", "launch", SPOILS_NOTHING, "the launcher could not start the job",
	    "read the launcher's own lines around it", NULL },
	{ "time-limit", "timeout", SPOILS_NOTHING, "the scheduler ended the job at its time limit",
	    "ask for more time or a shorter profile", NULL },
	{ "out-of-memory", "signal", SPOILS_NOTHING, "a process ran out of memory",
	    "ask for more memory or fewer ranks per node", NULL },
	{ "crashed", "signal", SPOILS_NOTHING, "a rank was ended by a signal",
	    "look for a core file and at dmesg of the host named", NULL },
	{ "assertion", "signal", SPOILS_NOTHING, "an assertion failed",
	    "the lines before it say which operation; a full disk is a common cause", NULL },
	{ "no-space", "no-space", SPOILS_ALL, "the file system ran out of space, inodes or quota",
	    "free space or inodes (df, df -i, quota), then run again", NULL },
	{ "leftover", "io-error", SPOILS_NOTHING, "a directory of an earlier run was in the way",
	    "remove it (check-fs clean), then run again", NULL },
	{ "permission", "io-error", SPOILS_NOTHING, "permission was denied",
	    "check owner and mode of the target directory for this user", not_by_ssh },
	{ "read-only", "io-error", SPOILS_NOTHING, "the file system is read-only",
	    "check the mount options and dmesg", NULL },
	{ "io-error", "io-error", SPOILS_ALL, "an input/output error",
	    "look at dmesg and the storage's own log", NULL },
	{ "stale-handle", "io-error", SPOILS_ALL, "a stale file handle",
	    "mount again; the server lost or replaced the file", NULL },
	{ "too-many-files", "io-error", SPOILS_NOTHING, "too many open files", "raise ulimit -n",
	    NULL },
	{ "mpiio-lock", "io-error", SPOILS_NOTHING, "MPI-IO could not lock its file",
	    "use the POSIX backend, or mount with locks (Lustre: -o flock)", NULL },
	{ "bad-backend", "io-error", SPOILS_NOTHING, "the program has no such backend",
	    "ask it for those it was built with", NULL },
	{ "verify-failed", "invalid", SPOILS_ALL, "data read back was not what was written",
	    "do not trust this storage until it is explained: keep the files (-k) and look at "
	    "them",
	    NULL },
	{ "fsync-failed", "invalid", SPOILS_WRITE,
	    "fsync failed: the data is not proved to be on storage",
	    "find out why fsync fails there; the write rate is that of a cache", NULL },
	{ "partial-io", "invalid", SPOILS_ALL, "a read or write moved only part of its data",
	    "look for a full disk, a quota or a file that is too short", NULL },
	{ "failed-operation", "io-error", SPOILS_NOTHING,
	    "the benchmark stopped at a failed operation",
	    "the line names the operation and the reason", NULL },
	{ "benchmark-error", "io-error", SPOILS_NOTHING, "the benchmark stopped with an error",
	    "the line says why", is_benchmark_error },
	{ "mpi-abort", "signal", SPOILS_NOTHING, "MPI_Abort ended the job",
	    "the lines before it say which rank and why", NULL },
	{ "exit-code", "signal", SPOILS_NOTHING, "the job ended with a non-zero status",
	    "134 is an abort, 137 a kill, 139 a segmentation fault", NULL },
	{ "size-mismatch", NULL, SPOILS_NOTHING,
	    "file size or bytes moved are not what was asked for",
	    "stonewalling explains it; otherwise look for errors", NULL },
	{ "operation-errors", NULL, SPOILS_NOTHING,
	    "single operations failed and were counted as done",
	    "the rates are too high by the operations that failed", NULL },
	{ "invalid-option", NULL, SPOILS_NOTHING, "the program did not know an option",
	    "check that the run did what was asked", NULL },
	{ "read-open-close", NULL, SPOILS_NOTHING, "files were opened and closed, nothing was read",
	    "give mdtest -e BYTES (and -w BYTES) to read data", NULL },
	{ "cached-read", NULL, SPOILS_NOTHING, "what was read was in the page cache before",
	    "the rate is memory's: drop the cache before reading, or read more than fits; where it "
	    "was dropped, the file system keeps a copy of its own",
	    mostly },
	{ "not-synced", NULL, SPOILS_NOTHING, "what was written may still have been in memory",
	    "give ior -e (fsync), or write more than memory", NULL },
	{ "input-truncated", NULL, SPOILS_NOTHING, "the compressed file ends early",
	    "fetch it again", NULL },
	{ "io500-invalid", NULL, SPOILS_NOTHING, "IO500 calls a phase or the run invalid",
	    "see the line for the rule it broke", NULL },
};

_Static_assert(sizeof table / sizeof table[0] <= CONDITIONS_MOST, "a bit for every condition");

/* Patterns as they stand in logs.  Case matters; the first of a line wins. */
static const struct {
	const char *text, *code;
} pattern[] = {
	{ "There are not enough slots available", "no-slots" },
	{ "has detected an attempt to run as root", "run-as-root" },
	{ "singletons will be started", "singletons" },
	{ "mpirun: command not found", "no-launcher" },
	{ "mpiexec: command not found", "no-launcher" },
	{ "srun: command not found", "no-launcher" },
	{ "mpirun: not found", "no-launcher" },
	{ "was unable to find the specified executable", "no-program" },
	{ "was unable to launch the specified application", "no-program" },
	{ "error while loading shared libraries", "library-missing" },
	{ "Host key verification failed", "ssh" },
	{ "Permission denied (publickey", "ssh" },
	{ "are too open.", "ssh" },
	{ "ssh: connect to host", "ssh" },
	{ "ssh: Could not resolve hostname", "ssh" },
	{ "OMPI was not built with SLURM's PMI support", "pmi" },
	{ "was unable to reliably start one or more daemons", "launch-failed" },
	{ "Unable to create step", "launch-failed" },
	{ "srun: error: Unable", "launch-failed" },
	{ "DUE TO TIME LIMIT", "time-limit" },
	{ "job killed: walltime", "time-limit" },
	{ "oom-kill", "out-of-memory" },
	{ "Out Of Memory", "out-of-memory" },
	{ "exited on signal", "crashed" },
	{ "Process received signal", "crashed" },
	{ "Segmentation fault", "crashed" },
	{ "Caught signal ", "crashed" },
	{ "BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES", "crashed" },
	{ "Bus error", "crashed" },
	{ "KILLED BY SIGNAL", "crashed" },
	{ "Assertion `", "assertion" },
	{ "Assertion failed", "assertion" },
	{ "No space left on device", "no-space" },
	{ "Disk quota exceeded", "no-space" },
	{ " are free: give less of ", "no-space" },
	{ "Unable to create directory: File exists", "leftover" },
	{ "unable to create directory: File exists", "leftover" },
	{ "Unable to create test directory", "failed-operation" },
	{ "Permission denied", "permission" },
	{ "Read-only file system", "read-only" },
	{ "Input/output error", "io-error" },
	{ "Stale file handle", "stale-handle" },
	{ "Stale NFS file handle", "stale-handle" },
	{ "Too many open files", "too-many-files" },
	{ "File locking failed in", "mpiio-lock" },
	{ "nrecognized I/O API", "bad-backend" },
	{ "nrecognized IO API", "bad-backend" },
	{ "doesn't support MDTest", "bad-backend" },
	{ "FAILED comparison of buffer", "verify-failed" },
	{ "ncorrect data on", "verify-failed" },
	{ "verifying the data on read", "verify-failed" },
	{ "verifying the data read", "verify-failed" },
	{ "fsync() failed", "fsync-failed" },
	{ "fsync failed", "fsync-failed" },
	{ "partial read()", "partial-io" },
	{ "partial write()", "partial-io" },
	{ "partial read,", "partial-io" },
	{ "partial write,", "partial-io" },
	{ "hit EOF prematurely", "partial-io" },
	{ ": FAILED in ", "failed-operation" },
	{ "** error **", "benchmark-error" },
	{ "ERROR in ", "benchmark-error" },
	{ "ERROR: ", "benchmark-error" },
	{ "MPI_ABORT was invoked on rank", "mpi-abort" },
	{ "application called MPI_Abort", "mpi-abort" },
	{ "caused collective abort of all ranks", "mpi-abort" },
	{ " exit codes: ", "exit-code" },
	{ "xited with exit code ", "exit-code" },
	{ "exiting improperly", "exit-code" },
	{ "exited on non-zero status", "exit-code" },
	{ "process returned a non-zero exit code", "exit-code" },
	{ "nconsistent file size by different tasks", "size-mismatch" },
	{ "Using actual aggregate bytes moved", "size-mismatch" },
	{ "could not create directory", "operation-errors" },
	{ "nable to stat ", "operation-errors" },
	{ "nable to create ", "operation-errors" },
	{ "nable to remove ", "operation-errors" },
	{ "nable to unlink ", "operation-errors" },
	{ "nable to rename ", "operation-errors" },
	{ "nvalid argument: ", "invalid-option" },
	{ "unknown option `", "invalid-option" },
	{ "unrecognized option", "invalid-option" },
	{ "Read bytes is 0", "read-open-close" },
	{ " of the data was in the page cache", "cached-read" },
	{ "synced: the data may still", "not-synced" },
	{ "ERROR INVALID", "io500-invalid" },
};

/* The line shortened for a message. */
static char *
excerpt(const char *text)
{
	char out[161];
	size_t n = 0;

	while (*text == ' ' || *text == '\t')
		text++;
	for (; *text && n < sizeof out - 1; text++)
		out[n++] = iscntrl((unsigned char)*text) ? ' ' : *text;
	/* not in the middle of a UTF-8 character */
	while (n > 0 && *text && ((unsigned char)*text & 0xc0) == 0x80)
		text = "", n--;
	while (n > 0 && (out[n - 1] == ' ' || ((unsigned char)out[n - 1] & 0xc0) == 0xc0))
		n--;
	return mem_part(out, n);
}

void
conditions_tell(struct told *t, const char *text, int line, unsigned long times)
{
	if (t->text == NULL) {
		t->text = excerpt(text);
		t->line = line;
	}
	t->times += times;
}

char *
conditions_sentence(const struct condition *c, const struct told *t)
{
	if (t->times > 1)
		return mem_fmt(
		    "%s (%lu times, the first: %s); %s", c->what, t->times, t->text, c->advice);
	return mem_fmt("%s (%s); %s", c->what, t->text, c->advice);
}

size_t
conditions_count(void)
{
	return sizeof table / sizeof table[0];
}

const struct condition *
conditions_at(size_t i)
{
	return &table[i];
}

const struct condition *
conditions_find(const char *code)
{
	for (size_t i = 0; i < conditions_count(); i++)
		if (strcmp(table[i].code, code) == 0)
			return &table[i];
	return NULL;
}

size_t
conditions_index(const char *code)
{
	return (size_t)(conditions_find(code) - table);
}

const char *
conditions_pattern(size_t i, size_t *condition)
{
	if (i >= sizeof pattern / sizeof pattern[0])
		return NULL;
	*condition = conditions_index(pattern[i].code);
	return pattern[i].text;
}
