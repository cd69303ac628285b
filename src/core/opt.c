#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/opt.h"
#include "core/str.h"
#include "core/units.h"

/* Long options are numbered from here on: position in the concatenated tables. */
enum { LONG_BASE = 256, MOST_ROWS = 512 };

struct row {
	const struct opt *o;
	void *cfg;
};

struct rows {
	struct row row[MOST_ROWS];
	size_t n;
	struct option longs[MOST_ROWS + 1];
	char shorts[3 * MOST_ROWS + 3];
};

static int
wants(const struct opt *o)
{
	if (o->arg == NULL)
		return no_argument;
	return o->flags & OPT_GLUED ? optional_argument : required_argument;
}

/* Lay out the rows as getopt_long wants them. */
static void
collect(const struct opt_set *sets, struct rows *r)
{
	char *s = r->shorts;
	size_t nlong = 0;

	*s++ = ':'; /* missing values are told apart from unknown options */
	for (; sets->opts != NULL; sets++)
		for (const struct opt *o = sets->opts; o->kind != 0 && r->n < MOST_ROWS; o++) {
			if (o->letter != 0) {
				*s++ = (char)o->letter;
				for (int k = wants(o); k > 0; k--)
					*s++ = ':';
			}
			if (o->name != NULL) {
				r->longs[nlong].name = o->name;
				r->longs[nlong].has_arg = wants(o);
				r->longs[nlong++].val = LONG_BASE + (int)r->n;
			}
			r->row[r->n].o = o;
			r->row[r->n++].cfg = sets->cfg;
		}
	*s = '\0';
}

static const struct row *
find(const struct rows *r, int c)
{
	if (c >= LONG_BASE)
		return &r->row[c - LONG_BASE];
	for (size_t i = 0; i < r->n; i++)
		if (r->row[i].o->letter == c)
			return &r->row[i];
	return NULL;
}

static int
store_int(const struct opt *o, int *out, const char *v, struct err *e)
{
	bool ranged = o->min != 0 || o->max != 0;
	long long n;
	int rc = units_int(v, ranged ? o->min : 0, ranged ? o->max : INT_MAX, &n, e);

	if (rc == 0)
		*out = (int)n;
	return rc;
}

static int
store_count64(const struct opt *o, uint64_t *out, const char *v, struct err *e)
{
	uint64_t n;
	int rc = strchr(v, '.') ? err_set(e, EINVAL, "'%s' is not a whole number", v)
				: units_size(v, &n, e);

	if (rc != 0)
		return rc;
	if (n < (uint64_t)o->min || (o->max != 0 && n > (uint64_t)o->max))
		return err_set(e, ERANGE, "%s is outside %lld to %lld", v, o->min,
		    o->max ? o->max : LLONG_MAX);
	*out = n;
	return 0;
}

static int
store(const struct row *r, const char *v, struct err *e)
{
	void *at = (char *)r->cfg + r->o->off;
	int rc;

	switch (r->o->kind) {
	case OPT_FLAG:
		*(bool *)at = true;
		return 0;
	case OPT_OFF:
		*(bool *)at = false;
		return 0;
	case OPT_COUNT:
		++*(int *)at;
		return 0;
	case OPT_INT:
		return store_int(r->o, at, v, e);
	case OPT_COUNT64:
		return store_count64(r->o, at, v, e);
	case OPT_SIZE:
		return units_size(v, at, e);
	case OPT_SECONDS:
		rc = units_seconds(v, at, e);
		if (rc == 0 && r->o->flags & OPT_ABOVE0 && !(*(double *)at > 0))
			rc = err_set(e, EINVAL, "'%s': must be more than 0", v);
		return rc;
	case OPT_STR:
		*(const char **)at = v;
		return 0;
	case OPT_LIST:
		strv_add(at, "%s", v);
		return 0;
	case OPT_CALL:
		return r->o->call(r->cfg, v, e);
	case OPT_HELP:
		return 1;
	}
	return err_set(e, EINVAL, "option table: unknown kind");
}

/* What is wrong with an option that getopt_long refused; word is the argv word that it stands in.
 */
static int
refuse(int c, const char *word, struct err *e)
{
	if (c == ':' && optopt < LONG_BASE)
		return err_set(e, EINVAL, "-%c: needs a value, see --help", optopt);
	if (c == ':')
		return err_set(e, EINVAL, "%s: needs a value, see --help", word);
	if (optopt >= LONG_BASE)
		return err_set(e, EINVAL, "%s: takes no value, see --help", word);
	if (optopt != 0)
		return err_set(e, EINVAL, "-%c: unknown option, see --help", optopt);
	return err_set(e, EINVAL, "%s: unknown option, see --help", word);
}

/* One option as getopt_long found it, with its spelling put before whatever is wrong with it. */
static int
take(const struct rows *rows, int c, const char *word, struct err *e)
{
	const struct row *r = find(rows, c);
	const char *v = optarg;
	struct err why = { 0, "" };
	int rc;

	/* getopt leaves the '=' of -n=10 in the value; a separate word keeps its own */
	if (c < LONG_BASE && v != NULL && *v == '=' && v != word)
		v++;
	rc = store(r, v, &why);
	if (rc >= 0)
		return rc;
	if (c < LONG_BASE)
		return err_set(e, EINVAL, "-%c: %s", c, why.text);
	return err_set(e, EINVAL, "--%s: %s", r->o->name, why.text);
}

static int
scan(const struct rows *rows, int argc, char **argv, struct strv *words, struct err *e)
{
	int c, rc;

	optind = 0; /* glibc: start afresh, whatever was scanned before */
	opterr = 0;
	while ((c = getopt_long(argc, argv, rows->shorts, rows->longs, NULL)) != -1) {
		const char *word = argv[optind - 1];

		rc = c == '?' || c == ':' ? refuse(c, word, e) : take(rows, c, word, e);
		if (rc != 0)
			return rc;
	}
	for (; optind < argc; optind++) {
		if (words == NULL)
			return err_set(e, EINVAL, "%s: not an option, see --help", argv[optind]);
		strv_add(words, "%s", argv[optind]);
	}
	return 0;
}

int
opt_parse(
    const struct opt_set *sets, int argc, char *const argv[], struct strv *words, struct err *e)
{
	struct rows *rows = mem_zero(1, sizeof *rows);
	char **copy = mem_zero((size_t)argc + 1, sizeof *copy); /* getopt_long reorders its argv */
	int rc;

	memcpy(copy, argv, (size_t)argc * sizeof *copy);
	collect(sets, rows);
	rc = scan(rows, argc, copy, words, e);
	free(copy);
	free(rows);
	return rc;
}

/* A flag's value; -EINVAL for what is neither yes nor no. */
static int
truth(const char *v, bool *out, struct err *e)
{
	static const char *const word[] = { "0", "1", "no", "yes", "off", "on", "false", "true" };

	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (strcasecmp(v, word[i]) == 0) {
			*out = i & 1;
			return 0;
		}
	return err_set(e, EINVAL, "'%s' is neither 0 nor 1", v);
}

static int
assign(const struct row *r, const char *v, struct err *e)
{
	void *at = (char *)r->cfg + r->o->off;
	long long n;
	bool yes = false;
	int rc;

	switch (r->o->kind) {
	case OPT_FLAG:
	case OPT_OFF:
		rc = truth(v, &yes, e);
		if (rc == 0)
			*(bool *)at = r->o->kind == OPT_FLAG ? yes : !yes;
		return rc;
	case OPT_COUNT:
		rc = units_int(v, 0, INT_MAX, &n, e);
		if (rc == 0)
			*(int *)at = (int)n;
		return rc;
	case OPT_HELP:
		return err_set(e, EINVAL, "has no place here");
	default:
		return store(r, v, e);
	}
}

int
opt_assign(const struct opt_set *sets, const char *name, const char *value, struct err *e)
{
	for (; sets->opts != NULL; sets++)
		for (const struct opt *o = sets->opts; o->kind != 0; o++) {
			struct row r = { o, sets->cfg };
			struct err why = { 0, "" };

			if (o->name == NULL || strcasecmp(o->name, name) != 0)
				continue;
			if (assign(&r, value, &why) == 0)
				return 0;
			return err_set(e, EINVAL, "%s: %s", name, why.text);
		}
	return -ENOENT;
}

static void
help_row(FILE *f, const struct opt *o)
{
	const char *eq = o->name != NULL ? "=" : "";
	char left[120], name[64] = "";
	int n;

	if (o->name != NULL)
		snprintf(name, sizeof name, "--%.50s", o->name);
	n = o->letter != 0
		? snprintf(left, sizeof left, "-%c%s%s", o->letter, *name ? ", " : "", name)
		: snprintf(left, sizeof left, "    %s", name);
	if (o->arg != NULL && o->flags & OPT_GLUED)
		snprintf(left + n, sizeof left - (size_t)n, "[%s%.30s]", eq, o->arg);
	else if (o->arg != NULL)
		snprintf(left + n, sizeof left - (size_t)n, "%s%.30s", *eq ? eq : " ", o->arg);
	if (strlen(left) > 28)
		fprintf(f, "  %s\n  %-28s  %s\n", left, "", o->help);
	else
		fprintf(f, "  %-28s  %s\n", left, o->help);
}

void
opt_help(FILE *f, const struct opt_set *sets)
{
	for (; sets->opts != NULL; sets++) {
		if (sets->title != NULL)
			fprintf(f, "\n%s\n", sets->title);
		for (const struct opt *o = sets->opts; o->kind != 0; o++)
			if (!(o->flags & OPT_HIDDEN))
				help_row(f, o);
	}
}
