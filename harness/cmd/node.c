#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/cores.h"
#include "cmd/node.h"
#include "cmd/rundir.h"
#include "core/err.h"
#include "core/fsinfo.h"
#include "core/mem.h"
#include "core/str.h"
#include "core/units.h"

#define KEY "check-fs-node"

/* Free bytes where MPI and others put their temporary files. */
static double
local_space(void)
{
	const char *dir = getenv("TMPDIR");
	struct statvfs v;

	if (statvfs(dir != NULL && *dir != '\0' ? dir : "/tmp", &v) != 0)
		return 0;
	return (double)v.f_bavail * (double)v.f_frsize;
}

static int
own_rank(void)
{
	/* Open MPI 4 and its like, any PMIx or PMI launcher, Slurm, Flux */
	static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK",
		"SLURM_PROCID", "FLUX_TASK_RANK" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *v = getenv(names[i]);
		long long rank;

		if (v != NULL && units_int(v, 0, INT_MAX, &rank, NULL) == 0)
			return (int)rank;
	}
	return -1;
}

static json_t *
view_of(const char *dir)
{
	char host[HOST_NAME_MAX + 1] = "", mark[512] = "";
	struct utsname u;
	struct timespec now;
	struct fsinfo f;

	memset(&f, 0, sizeof f);
	memset(&u, 0, sizeof u);
	gethostname(host, sizeof host - 1);
	uname(&u);
	clock_gettime(CLOCK_REALTIME, &now);
	rundir_mark(dir, mark, sizeof mark, NULL);
	fsinfo_get(dir, &f, NULL);
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:f, s:f, s:i, s:i}", KEY, host, "mark", mark,
	    "type", f.type, "source", f.source, "kernel", u.release, "clock",
	    (double)now.tv_sec + 1e-9 * (double)now.tv_nsec, "local", local_space(), "cores",
	    cores_usable(), "rank", own_rank());
}

static void
text(const json_t *j, const char *key, char *out, size_t size)
{
	const char *v = json_string_value(json_object_get(j, key));

	str_copy(out, size, v != NULL ? v : "");
}

static void
take(const json_t *j, struct node_view *v)
{
	memset(v, 0, sizeof *v);
	text(j, KEY, v->host, sizeof v->host);
	text(j, "mark", v->mark, sizeof v->mark);
	text(j, "type", v->type, sizeof v->type);
	text(j, "source", v->source, sizeof v->source);
	text(j, "kernel", v->kernel, sizeof v->kernel);
	v->clock = json_number_value(json_object_get(j, "clock"));
	v->local = json_number_value(json_object_get(j, "local"));
	v->cores = (int)json_integer_value(json_object_get(j, "cores"));
	v->rank = json_is_integer(json_object_get(j, "rank"))
		      ? (int)json_integer_value(json_object_get(j, "rank"))
		      : -1;
}

size_t
node_read(const char *log, struct node_view **out)
{
	size_t n = 0;

	/* a launcher may put a tag before each line, and warnings between them */
	for (const char *p = log; (p = strstr(p, "{\"" KEY "\"")) != NULL; p++) {
		json_t *j = json_loads(p, JSON_DISABLE_EOF_CHECK, NULL);

		if (j == NULL)
			continue;
		*out = mem_grow(*out, n + 1, sizeof **out);
		take(j, &(*out)[n++]);
		json_decref(j);
	}
	return n;
}

static int
run(int argc, char *argv[], struct err *e)
{
	static const struct opt opts[] = {
		{ 'h', "help", OPT_HELP, 0, NULL, "show this help", 0, 0, NULL, 0 },
		{ 0, NULL, 0, 0, NULL, NULL, 0, 0, NULL, 0 },
	};
	const struct opt_set sets[] = { { opts, NULL, NULL }, { NULL, NULL, NULL } };
	struct strv words = { NULL, 0, 0 };
	int rc = opt_parse(sets, argc, argv, &words, e);
	json_t *j;
	char *line;

	if (rc == 1) {
		cmd_help(cmd_find("node"), sets);
		return 0;
	}
	if (rc == 0 && words.n != 1)
		rc = err_set(e, EINVAL, "node: takes one directory");
	if (rc == 0) {
		j = view_of(words.v[0]);
		line = json_dumps(j, JSON_COMPACT | JSON_PRESERVE_ORDER);
		puts(line);
		free(line);
		json_decref(j);
	}
	strv_free(&words);
	return rc;
}

const struct cmd_ops cmd_node = {
	"node",
	"print what this node sees of a run's directory",
	"DIR",
	"`check-fs run` starts this on every node before anything is measured.\n",
	run,
};
