#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/units.h"
#include "plan/size.h"

#define JUDGED_SECONDS                                                                             \
	0.020 /* shorter phases, and ones with fewer operations or bytes, are not judged */
#define JUDGED_OPS   1000
#define JUDGED_BYTES (64 * UNITS_MIB)
#define MARGIN                                                                                     \
	3.0 /* phases are made so much longer than that: short trials tell too low a rate          \
	     */
#define TRIAL_SECONDS 0.25 /* a trial shorter than this says little */

static bool
has(const struct step *s, const char *word)
{
	for (size_t i = 0; i < s->argv.n; i++)
		if (strstr(s->argv.v[i], word) != NULL)
			return true;
	return false;
}

static bool
items(const struct step *s)
{
	return has(s, "{n}");
}

bool
size_needed(const struct step *s)
{
	return items(s) || has(s, "{block}");
}

/* The transfer size that blocks must be a multiple of. */
static uint64_t
transfer(const struct step *s)
{
	uint64_t t = 262144; /* IOR's default */

	for (size_t i = 0; i + 1 < s->argv.n; i++)
		if (strcmp(s->argv.v[i], "-t") == 0)
			units_size(s->argv.v[i + 1], &t, NULL);
	return t > 0 ? t : 1;
}

static uint64_t
round_up(uint64_t x, uint64_t to)
{
	return (x + to - 1) / to * to;
}

/* Two to three digits: a recipe is read by people. */
static uint64_t
round_items(uint64_t n)
{
	uint64_t to = 1;

	while (n / to >= 1000)
		to *= 10;
	return n / to * to;
}

uint64_t
size_first(const struct step *s, const struct size_limits *l)
{
	uint64_t t = transfer(s), all = t >= UNITS_MIB ? 64 * UNITS_MIB : 4 * UNITS_MIB;

	if (items(s))
		return 32;
	return round_up(all / (uint64_t)l->ranks + 1, t);
}

uint64_t
size_again(const struct step *s, const struct size_trial *t)
{
	double want = s->seconds / 4 > TRIAL_SECONDS ? s->seconds / 4 : TRIAL_SECONDS, grow;

	if (t->seconds >= TRIAL_SECONDS / 2 || t->seconds >= s->seconds / 4)
		return 0;
	grow = t->seconds > 0 ? want / t->seconds : 40;
	if (grow > 40)
		grow = 40;
	return items(s) ? round_items((uint64_t)((double)t->size * grow))
			: round_up((uint64_t)((double)t->size * grow), transfer(s));
}

/* Groups of the plan that keep data: each gets its share of the space. */
static uint64_t
data_groups(const struct plan *p)
{
	uint64_t n = 0;

	for (size_t i = 0; i < p->nstep; i++)
		if (has(&p->step[i], "{block}") && plan_last_of_group(p, i))
			n++;
	return n > 0 ? n : 1;
}

/* What the limits leave for one rank: items, or bytes. */
static uint64_t
ceiling(const struct plan *p, const struct step *s, const struct size_limits *l)
{
	uint64_t ranks = (uint64_t)l->ranks, most;

	if (!items(s))
		return l->bytes == UINT64_MAX ? l->bytes : l->bytes / data_groups(p) / ranks;
	most = l->inodes;
	if (l->inode_bytes > 0 && l->bytes != UINT64_MAX && l->bytes / l->inode_bytes < most)
		most = l->bytes / l->inode_bytes;
	return most == UINT64_MAX ? most : most / ranks;
}

/* Items or bytes of one rank that make every phase long enough to be judged. */
static double
least(const struct step *s, const struct size_limits *l, const struct size_trial *t)
{
	double all = items(s) ? JUDGED_OPS : (double)JUDGED_BYTES;

	return fmax(all, MARGIN * JUDGED_SECONDS * t->fastest) / l->ranks;
}

int
size_fit(const struct plan *p, const struct step *s, const struct size_limits *l, uint64_t want,
    uint64_t *out, struct err *e)
{
	uint64_t unit = items(s) ? 1 : transfer(s), most = ceiling(p, s, l);
	char a[32], b[32];

	if (!items(s) && want >= 16 * UNITS_MIB && UNITS_MIB % unit == 0)
		unit = UNITS_MIB; /* a recipe is read by people */
	*out = items(s) ? round_items(want) : round_up(want, unit);
	if (*out > most)
		*out = items(s) ? round_items(most) : most / unit * unit;
	if (*out == 0 && most >= unit)
		*out = unit;
	if (*out > 0)
		return 0;
	if (items(s) && l->inodes / (uint64_t)l->ranks == 0)
		return err_set(e, ENOSPC,
		    "%s: needs at least %d inodes, and a quarter of the free ones is %llu", s->name,
		    l->ranks, (unsigned long long)l->inodes);
	return err_set(e, ENOSPC,
	    "%s: needs at least %s, and its share of a quarter of the free space is %s", s->name,
	    units_human(a, sizeof a, (double)(items(s) ? l->inode_bytes : unit) * l->ranks, "B"),
	    units_human(
		b, sizeof b, (double)(items(s) ? l->bytes : most * (uint64_t)l->ranks), "B"));
}

int
size_final(const struct plan *p, const struct step *s, const struct size_limits *l,
    const struct size_trial *t, uint64_t *out, struct err *e)
{
	double asked = (double)t->size * s->seconds / fmax(t->seconds, 1e-3);
	double want = fmax(asked, fmin(ceil(least(s, l, t)), asked * s->stretch));

	return size_fit(p, s, l, (uint64_t)fmin(want, 1e15), out, e);
}

/* The value of a placeholder, or NULL where the word is none that is filled here. */
static char *
value_of(const char *word, const struct size_limits *l, uint64_t size, int iterations)
{
	if (strcmp(word, "{n}") == 0)
		return mem_fmt("%llu", (unsigned long long)size);
	if (strcmp(word, "{block}") == 0 && size % UNITS_MIB == 0)
		return mem_fmt("%llum", (unsigned long long)(size / UNITS_MIB));
	if (strcmp(word, "{block}") == 0)
		return mem_fmt("%llu", (unsigned long long)size);
	if (strcmp(word, "{iterations}") == 0)
		return mem_fmt("%d", iterations);
	if (strcmp(word, "{ranks-per-node}") == 0)
		return mem_fmt("%d", (l->ranks + l->nodes - 1) / l->nodes);
	return NULL;
}

/* The words as one line.  "{dir}" stays bare, which strv_line would quote: no shell expands it. */
static char *
line_of(const struct strv *words)
{
	char *line = mem_dup("");

	for (size_t i = 0; i < words->n; i++) {
		const char *w = words->v[i];
		struct strv one = { (char **)&w, 1, 1 };
		bool bare =
		    strstr(w, "{dir}") != NULL && strpbrk(w, " \t'\"\\$`,;&|<>()*?") == NULL;
		char *quoted = bare ? mem_dup(w) : strv_line(&one);
		char *longer = mem_fmt("%s%s%s", line, i > 0 ? " " : "", quoted);

		free(quoted);
		free(line);
		line = longer;
	}
	return line;
}

char *
size_command(const struct step *s, const struct size_limits *l, uint64_t size, int iterations)
{
	struct strv words = { NULL, 0, 0 };
	char *line;

	strv_add(&words, "%s", s->tool);
	for (size_t i = 0; i < s->argv.n; i++) {
		char *v = value_of(s->argv.v[i], l, size, iterations);

		if (strcmp(s->argv.v[i], "{reorder}") == 0) {
			/* a rank reads what another node wrote; within one node that would change
			 * nothing */
			if (l->nodes > 1)
				strv_add(&words, "-C");
		} else {
			strv_add(&words, "%s", v ? v : s->argv.v[i]);
		}
		free(v);
	}
	line = line_of(&words);
	strv_free(&words);
	return line;
}

void
size_demand(const char *command, int ranks, uint64_t *bytes, uint64_t *nitems)
{
	struct strv w = { NULL, 0, 0 };
	bool mdtest;

	*bytes = *nitems = 0;
	strv_split(&w, command);
	mdtest = w.n > 0 && strcmp(w.v[0], "mdtest") == 0;
	for (size_t i = 1; i + 1 < w.n; i++) {
		if (!mdtest && strcmp(w.v[i], "-b") == 0)
			units_size(w.v[i + 1], bytes, NULL);
		else if (mdtest && strcmp(w.v[i], "-n") == 0)
			units_size(w.v[i + 1], nitems, NULL);
	}
	*bytes *= (uint64_t)ranks;
	*nitems *= (uint64_t)ranks;
	strv_free(&w);
}
