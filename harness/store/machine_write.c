#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "store/store.h"

static const char head[] = "; What check-fs knows of this machine and how it is judged.  Written "
			   "when its first baseline was\n"
			   "; accepted and never rewritten as a whole: edit it.  A line that "
			   "starts with ';' is a comment; a value\n"
			   "; goes on in a line that starts with a blank.\n\n";

static const char judging[] =
    "\n[judge]\n"
    "; A metric that is more than this below its baseline gets a second look.\n"
    "tolerance = 10 %\n"
    "; statistical: red when it is proved to be slower.  strict-margin: red when it is proved to "
    "be slower\n"
    "; by more than the tolerance.  fixed: red when both looks are below the tolerance or below a "
    "floor.\n"
    "policy = statistical\n"
    "; alpha = 1 %               wrongly red runs that are allowed at one look; check-fs calibrate "
    "measures them\n"
    "\n; Exceptions, one section a metric (the name may end in *).  Take the ';' away and change "
    "the values:\n"
    "; [metric ior-fpp/write]\n"
    "; tolerance = 15 %\n"
    "; floor = 400 MiB/s          an absolute limit, of a contract for example\n"
    "; judged = no                yes: judged although it is only watched by default\n"
    "; known = TICKET-17: controller B is being replaced\n"
    "; expires = 2027-01-31       from then on it fails again\n";

/* What tells this file system and host apart; long or odd values are left out, they are in
 * sessions.jsonl. */
static void
identity(FILE *f, const struct session *s)
{
	static const char *const keys[] = { "fs.type", "fs.device", "fs.source", "fs.uuid",
		"host.name", "host.cpu", "host.kernel", "mpi.version" };

	fputs("\n[identity]\n; For people: what it was when the first session was accepted.\n", f);
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const char *v = session_env_get(s, keys[i]);

		if (v != NULL && *v && strlen(v) < 150 && strpbrk(v, "\n\r;") == NULL)
			fprintf(f, "%s = %s\n", keys[i], v);
	}
}

static char *
ini_path(const char *baselines, const char *name)
{
	char *folder = store_encode(name), *path = NULL;

	if (folder != NULL)
		path = mem_fmt("%s/%s/machine.ini", baselines, folder);
	free(folder);
	return path;
}

int
store_machine_create(
    const char *baselines, const char *name, const struct session *s, struct err *e)
{
	char *path = ini_path(baselines, name), *text = NULL, *slash;
	size_t len = 0;
	FILE *f;
	int rc;

	if (path == NULL)
		return err_set(e, EINVAL, "'%s': cannot be a machine's name", name);
	if (file_exists(path)) {
		free(path);
		return 0;
	}
	slash = strrchr(path, '/');
	*slash = '\0';
	rc = file_mkdirs(path, 0777, e);
	*slash = '/';
	if (rc == 0 && (f = open_memstream(&text, &len)) != NULL) {
		fputs(head, f);
		fprintf(f,
		    "[machine]\nname = %s\n; description = a line about the machine, shown where "
		    "machines are compared\n",
		    name);
		fputs("; link = 0.8 GB/s           what the way to the storage carries: a faster "
		      "read is a cache's\n",
		    f);
		identity(f, s);
		fputs(judging, f);
		fclose(f);
		rc = file_write(path, text, len, e);
	}
	free(text);
	free(path);
	return rc;
}

/* First character of the line behind p. */
static const char *
next_line(const char *p)
{
	const char *end = strchr(p, '\n');

	return end == NULL ? p + strlen(p) : end + 1;
}

/* Is the line at p "learned = N % SERIES ..."? */
static bool
learned_for(const char *p, const char *series)
{
	size_t n = strcspn(p, "\n");
	char *line = mem_zero(n + 1, 1), word[300] = "";
	bool yes;

	memcpy(line, p, n);
	yes = sscanf(line, "learned = %*f %% %299s", word) == 1 && strcmp(word, series) == 0;
	free(line);
	return yes;
}

/* text with the line put into [metric M]: in the place of the one that was there, or first in it.
 */
static char *
with_learned(const char *text, const char *metric, const char *series, const char *line)
{
	char *header = mem_fmt("[metric %s]", metric), *out = NULL;
	const char *p, *after;

	for (p = text;
	     *p && !(str_starts(p, header) && strchr("\r\n \t;", p[strlen(header)]) != NULL);
	     p = next_line(p))
		;
	if (*p == '\0') {
		out = mem_fmt(
		    "%s%s\n%s\n%s", text, *text && !str_ends(text, "\n") ? "\n" : "", header, line);
		free(header);
		return out;
	}
	free(header);
	p = after = next_line(p);
	for (const char *q = p; *q && *q != '['; q = next_line(q))
		if (learned_for(q, series)) {
			p = q;
			after = next_line(q);
			break;
		}
	return mem_fmt("%.*s%s%s%s", (int)(p - text), text, p > text && p[-1] != '\n' ? "\n" : "",
	    line, after);
}

int
store_machine_learn(const char *baselines, const char *name, const char *series, const char *metric,
    double tolerance, const char *note, struct err *e)
{
	char *path = ini_path(baselines, name), *text = NULL, *out, *line;
	int rc;

	if (path == NULL)
		return err_set(e, EINVAL, "'%s': cannot be a machine's name", name);
	line = mem_fmt("learned = %.2f %% %s %s\n", 100 * tolerance, series, note);
	rc = file_read(path, &text, NULL, e);
	if (rc == 0) {
		out = with_learned(text, metric, series, line);
		rc = file_write(path, out, strlen(out), e);
		free(out);
	}
	free(text);
	free(line);
	free(path);
	return rc;
}
