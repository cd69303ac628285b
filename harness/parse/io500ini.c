/* IO500's result.txt: a section a phase with score and t_delta. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "core/str.h"
#include "parse/io500.h"
#include "parse/number.h"

extern const struct parse_ops parse_io500ini;

static bool
known(const char *name)
{
	return str_starts(name, "[ior-") || str_starts(name, "[mdtest-") ||
	       str_starts(name, "[find") || str_starts(name, "[run]") ||
	       str_starts(name, "[SCORE]");
}

static int
section(struct reader *r, const struct line *l, const char *at)
{
	size_t len = strcspn(at, "]");
	struct run *run = r->run[TOOL_IO500];

	if (at[len] != ']' || at[len + 1] != '\0' || len >= sizeof r->section)
		return 0;
	if (run == NULL && !known(at))
		return 0;
	/* [RESULT] and the like are the summary's */
	if (isupper((unsigned char)at[1]) && !str_starts(at, "[SCORE]"))
		return 0;
	if (str_starts(at, "[run]") && run != NULL)
		run = reader_begin(r, TOOL_IO500, "io500", "io500ini", l->no);
	else
		run = reader_run(r, TOOL_IO500, "io500", "io500ini", l->no);
	run->table = true;
	memcpy(r->section, at + 1, len - 1);
	r->section[len - 1] = '\0';
	r->hold = &parse_io500ini;
	return 1;
}

static void
scores(struct run *run, const char *key, double v, int line)
{
	if (str_starts(key, "MD "))
		io500_value(run, "score-iops", 10, v, "kIOPS", line);
	else if (str_starts(key, "BW "))
		io500_value(run, "score-bandwidth", 15, v, "GiB/s", line);
	else if (str_starts(key, "SCORE ")) {
		io500_value(run, "score", 5, v, "", line);
		run->finished = true;
	}
}

static int
value(struct reader *r, const struct line *l)
{
	const char *key = l->text + strspn(l->text, " \t"), *equals = strchr(key, '=');
	struct run *run = r->run[TOOL_IO500];
	size_t len = strlen(r->section);
	double v;

	if (run == NULL || equals == NULL || r->section[0] == '\0')
		return 0;
	if (str_starts(key, "procs ") && strcmp(r->section, "run") == 0)
		run_set(run, "tasks", equals + 1, strlen(equals + 1));
	if (isnan(v = number_at(equals + 1)))
		return 0;
	if (strcmp(r->section, "SCORE") == 0)
		scores(run, key, v, l->no);
	else if (str_starts(key, "score ") && v > 0)
		io500_value(run, r->section, len, v,
		    str_starts(r->section, "ior-") ? "GiB/s" : "kIOPS", l->no);
	else if (str_starts(key, "t_delta ") && v > 0 && strcmp(r->section, "timestamp") != 0)
		io500_seconds(run, r->section, len, v, l->no);
	else
		return 0;
	return 1;
}

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_INI_SECTION) && section(r, l, LINE_AT(l, MARK_INI_SECTION)))
		return 1;
	return r->section[0] != '\0' ? value(r, l) : 0;
}

const struct parse_ops parse_io500ini = { "io500ini", "IO500's result.txt", line };
