#ifndef SAMPLE_H
#define SAMPLE_H

/* Runs as a report meets them: made by hand, the same every time. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/verdict.h"
#include "core/mem.h"
#include "core/session.h"
#include "report/report.h"

struct sample {
	const char *name;
	struct session *session, *second, **history;
	size_t nhistory;
	struct verdicts *verdicts;
	const char *logs;
};

/* Kinds of run; TORTURE has every text that a format may trip over, MANY has 40 metrics from 1 to
 * 1e10. */
enum { HEALTHY, FAILED, NOISY, CROSS, NOT_MEASURED, FIRST, TORTURE, MANY, STRICT, NKINDS };
static const char *const sample_names[NKINDS] = { "healthy", "failed", "noisy", "cross",
	"not-measured", "first", "torture", "many", "strict" };

/* About N(0, 1), from a generator of its own so that every machine makes the same figures. */
static inline double
sample_noise(uint64_t *seed)
{
	double sum = -6;

	for (int i = 0; i < 12; i++) {
		*seed = *seed * 6364136223846793005u + 1442695040888963407u;
		sum += (double)(*seed >> 11) / 9007199254740992.0;
	}
	return sum;
}

static const struct {
	const char *id, *unit, *caveat;
	double value, work;
	bool judged;
} sample_metrics[] = {
	{ "mdtest-unique/dir-create", "ops/s", NULL, 8412, 16000, true },
	{ "mdtest-unique/dir-stat", "ops/s", "local-stat", 412000, 16000, false },
	{ "mdtest-unique/dir-remove", "ops/s", NULL, 9120, 16000, true },
	{ "mdtest-unique/file-create", "ops/s", NULL, 12350, 16000, true },
	{ "mdtest-unique/file-stat", "ops/s", "local-stat", 398000, 16000, true },
	{ "mdtest-unique/file-read", "ops/s", NULL, 31200, 16000, true },
	{ "mdtest-unique/file-remove", "ops/s", NULL, 14800, 16000, true },
	{ "mdtest-shared/file-create", "ops/s", NULL, 5100, 8000, false },
	{ "mdtest-shared/file-stat", "ops/s", NULL, 201000, 8000, false },
	{ "mdtest-shared/tree-create", "ops/s", NULL, 912, 5, false },
	{ "ior-fpp/write", "B/s", NULL, 1.81e9, 8e9, true },
	{ "ior-fpp/read", "B/s", "cache", 9.7e9, 8e9, true },
	{ "ior-shared/write", "B/s", NULL, 1.44e9, 8e9, true },
	{ "ior-shared/read", "B/s", NULL, 1.71e9, 8e9, true },
	{ "ior-small/write", "B/s", "not-synced", 2.1e8, 1e9, true },
};

static inline void
sample_fill(struct session *s, const char *id, const char *unit, const char *caveat, double value,
    double spread, double work, uint64_t *seed)
{
	struct session_metric *m = session_metric(s, id, unit, BETTER_HIGHER);

	m->n = 5;
	m->sample = mem_zero(5, sizeof(double));
	m->seconds = mem_zero(5, sizeof(double));
	m->work = work;
	m->caveat = caveat ? mem_dup(caveat) : NULL;
	for (int i = 0; i < 5; i++) {
		m->sample[i] = value * exp(spread * sample_noise(seed));
		m->seconds[i] = work / m->sample[i];
	}
}

static inline struct session *
sample_session(int day, double scale, double spread, uint64_t *seed, bool many)
{
	struct session *s = session_new();

	s->id = mem_fmt("202611%02dT185845Z", day);
	s->machine = mem_dup("node01");
	s->series = mem_dup("mnt_scratch-quick-16x1");
	s->target = mem_dup("/mnt/scratch");
	s->profile = mem_dup("quick");
	s->ranks = 16;
	s->nodes = 1;
	s->started = 1796065125 + (day - 30) * 86400LL;
	s->finished = s->started + 123;
	session_env(s, "fs.type", "lustre");
	session_env(s, "fs.source", "10.0.0.1@o2ib:/scratch");
	session_env(s, "fs.options", "rw,flock,lazystatfs");
	session_env(s, "fs.bytes", "1099511627776000");
	session_env(s, "fs.used-percent", "61");
	session_env(s, "host.name", "node01");
	session_env(s, "host.kernel", "6.1.0-28-amd64");
	session_env(s, "host.cpu", "2 x 8 cores, 2.4 GHz");
	session_env(s, "mpi.version", "Open MPI 4.1.4");
	session_recipe(s, "mdtest-unique", "mpirun -np 16 bin/mdtest -d {dir} -n 1000 -i 5 -u");
	session_recipe(s, "ior-fpp-write",
	    "mpirun -np 16 bin/ior -a POSIX -b 512m -t 1m -w -F -k -e -i 5 -o {dir}/file");
	for (size_t i = 0; i < sizeof sample_metrics / sizeof *sample_metrics && !many; i++)
		sample_fill(s, sample_metrics[i].id, sample_metrics[i].unit,
		    sample_metrics[i].caveat, sample_metrics[i].value * scale, spread,
		    sample_metrics[i].work, seed);
	for (int i = 0; i < 40 && many; i++) {
		char *id = mem_fmt("a-step-with-quite-a-long-name-of-its-own-%02d/"
				   "an-operation-that-nobody-shortened",
		    i);

		sample_fill(
		    s, id, i % 2 ? "B/s" : "ops/s", NULL, pow(10, i / 4.0), spread, 1e6, seed);
		free(id);
	}
	return s;
}

static inline struct verdict *
sample_verdict(struct verdicts *vs, const struct session_metric *m, double want, bool judged)
{
	struct verdict *v;

	vs->v = mem_grow(vs->v, vs->n + 1, sizeof *vs->v);
	v = &vs->v[vs->n++];
	memset(v, 0, sizeof *v);
	v->metric = mem_dup(m->id);
	v->unit = mem_dup(m->unit);
	v->judged = judged;
	v->got = session_median(m);
	v->second = NAN;
	v->want = want;
	v->ratio = v->got / want;
	v->tolerance = 0.1;
	v->limit = want * 0.9;
	v->ci_low = v->ratio * 0.95;
	v->ci_high = v->ratio * 1.05;
	v->p = v->detectable = NAN;
	v->detectable = 0.22;
	v->blocks = 6;
	v->reps = m->n;
	v->caveat = m->caveat ? mem_dup(m->caveat) : NULL;
	v->outcome = !judged ? OUT_WATCHED : v->ratio >= 0.95 ? OUT_PASS : OUT_UNPROVEN;
	return v;
}

static inline void
sample_judge(struct sample *x, bool many, double want_scale)
{
	struct verdicts *vs = mem_zero(1, sizeof *vs);

	x->verdicts = vs;
	vs->machine = mem_dup(x->session->machine);
	vs->run = mem_dup(x->session->id);
	vs->series = mem_dup(x->session->series);
	vs->baseline = mem_dup("6 sessions on 6 days, 2026-11-20 to 2026-11-29");
	vs->headline = mem_dup("HEALTHY, 9 of 11 proved");
	vs->word = WORD_HEALTHY;
	for (size_t i = 0; i < x->session->nmetric; i++)
		sample_verdict(vs, &x->session->metric[i],
		    (many ? pow(10, (double)i / 4.0) : sample_metrics[i].value) * want_scale,
		    many ? i < 20 : sample_metrics[i].judged);
}

static inline void
sample_change(struct verdicts *vs, const char *key, const char *was, const char *is, bool blocks)
{
	struct change *c;

	vs->change = mem_grow(vs->change, vs->nchange + 1, sizeof *vs->change);
	c = &vs->change[vs->nchange++];
	c->key = mem_dup(key);
	c->was = mem_dup(was);
	c->is = mem_dup(is);
	c->blocks = blocks;
}

static inline void
sample_word(struct verdicts *vs, enum word w, int code, const char *headline, const char *advice)
{
	vs->word = w;
	vs->code = code;
	free(vs->headline);
	vs->headline = mem_dup(headline);
	free(vs->advice);
	vs->advice = mem_dup(advice);
}

/* Ranks on four hosts, one of them slow, and the time of single operations. */
static inline void
sample_detail(struct sample *x)
{
	uint64_t seed = 3;
	static const double fraction[] = { 0.5, 0.9, 0.99, 0.999, 1 };

	for (size_t i = 0; i < x->session->nmetric; i++) {
		struct session_metric *m = &x->session->metric[i];

		for (int r = 0; r < 16; r++) {
			char host[] = { 'n', 'o', 'd', 'e', '0', (char)('1' + r / 4), '\0' };

			detail_share(&m->detail, host, r,
			    session_median(m) / 16 * (r / 4 == 2 ? 0.6 : 1) *
				exp(0.05 * sample_noise(&seed)));
		}
		for (int q = 0; i < 7 && q < 5; q++)
			detail_quantile(&m->detail, fraction[q],
			    16 / session_median(m) * pow(4, q) * (1 + 0.1 * (double)i));
	}
}

/* Slow down one metric and say so. */
static inline void
sample_slow(struct sample *x, size_t i, double by, enum outcome o)
{
	struct session_metric *m = &x->session->metric[i];
	struct verdict *v = &x->verdicts->v[i];

	for (size_t k = 0; k < m->n; k++)
		m->sample[k] *= by;
	v->got = session_median(m);
	v->second = v->got * 1.02;
	v->ratio = (v->got + v->second) / 2 / v->want;
	v->ci_low = v->ratio * 0.93;
	v->ci_high = v->ratio * 1.07;
	v->outcome = o;
	v->p = o == OUT_FAIL ? 0.0004 : 0.2;
	free(v->why);
	v->why = mem_fmt("%.1f %% below the baseline in both looks, tolerance 10 %%%s",
	    (1 - v->ratio) * 100, o == OUT_FAIL ? ", p = 0.0004" : ": not proved");
}

static const char sample_evil[] =
    "a\"b'<script>alert(1)</script>]]>&amp;\033[31mred\033[0m\001\200\377 $(id) `id` %s \\ # | "
    "::error::x";

/* The same as far as JSON can hold it as a key: our own names are never anything worse. */
static const char sample_evil_id[] =
    "a\"b'<script>alert(1)</script>]]>&amp;\033[31mred\033[0m\001 $(id) `id` %s "
    "\\\\ # | ::error::x";

static inline void
sample_torture(struct sample *x)
{
	struct session *s = x->session;
	char *longest = mem_zero(10001, 1), *id = mem_fmt("%s/%s", "step", sample_evil_id);

	memset(longest, 'x', 10000);
	session_env(s, "fs.options", "%s", sample_evil);
	session_env(s, "host.name", "%s", sample_evil);
	session_env(s, sample_evil_id, "%s", longest);
	session_warn(s, "cached-read", "%s", sample_evil);
	session_warn(s, "not-synced", "%s", longest);
	session_recipe(s, sample_evil_id, sample_evil);
	free(s->target);
	s->target = mem_dup(sample_evil);
	free(s->profile);
	s->profile = mem_dup("=1+2");
	free(s->machine);
	s->machine = mem_dup(sample_evil);
	sample_change(x->verdicts, sample_evil, sample_evil, longest, true);
	sample_slow(x, 3, 0.4, OUT_FAIL);
	free(x->verdicts->v[3].why);
	x->verdicts->v[3].why = mem_dup(sample_evil);
	free(s->metric[5].id);
	s->metric[5].id = mem_dup(id);
	free(x->verdicts->v[5].metric);
	x->verdicts->v[5].metric = mem_dup(id);
	free(s->metric[6].caveat);
	s->metric[6].caveat = mem_dup(sample_evil);
	sample_word(x->verdicts, WORD_SLOWER, 1, sample_evil, sample_evil);
	free(x->verdicts->machine);
	x->verdicts->machine = mem_dup(sample_evil);
	free(longest);
	free(id);
}

static inline void
sample_drop(struct sample *x)
{
	for (size_t i = 0; i < x->verdicts->n; i++) {
		struct verdict *v = &x->verdicts->v[i];

		v->want = v->ratio = v->limit = v->ci_low = v->ci_high = v->detectable = NAN;
		v->blocks = 0;
		v->outcome = OUT_NEW;
	}
	free(x->verdicts->baseline);
	x->verdicts->baseline = NULL;
	x->nhistory = 0;
}

static inline void
sample_empty(struct sample *x)
{
	struct session *s = session_new();
	struct verdicts *vs = mem_zero(1, sizeof *vs);

	s->id = mem_dup("20261130T185845Z");
	s->machine = mem_dup("node01");
	s->target = mem_dup("/mnt/scratch");
	s->profile = mem_dup("quick");
	s->ranks = 16;
	s->nodes = 1;
	s->started = s->finished = 1796065125;
	session_env(s, "fs.type", "lustre");
	vs->machine = mem_dup("node01");
	vs->run = mem_dup(s->id);
	vs->reason = mem_dup("launch");
	sample_word(vs, WORD_COULD_NOT_MEASURE, 5,
	    "COULD NOT MEASURE: mpirun: not enough slots for 16 ranks (there are 8)",
	    "ask for fewer ranks (--ranks=8) or give a hostfile with more slots");
	x->session = s;
	x->verdicts = vs;
	x->nhistory = 0;
}

static inline void
sample_make(int kind, struct sample *x)
{
	uint64_t seed = 7;
	bool many = kind == MANY;

	memset(x, 0, sizeof *x);
	x->name = sample_names[kind];
	x->history = mem_zero(6, sizeof *x->history);
	for (; x->nhistory < 6; x->nhistory++)
		x->history[x->nhistory] = sample_session(
		    20 + (int)x->nhistory, 1 + 0.02 * sample_noise(&seed), 0.03, &seed, many);
	if (kind == NOT_MEASURED) {
		sample_empty(x);
		return;
	}
	x->session = sample_session(30, 0.99, kind == NOISY ? 0.25 : 0.03, &seed, many);
	sample_judge(x, many, kind == CROSS ? 0.4 : 1);
	session_warn(x->session, "local-stat",
	    "file stat was measured on one node: it is a number of the client's cache");
	if (kind == FAILED) {
		sample_slow(x, 3, 0.55, OUT_FAIL);
		sample_slow(x, 10, 0.7, OUT_FAIL);
		sample_slow(x, 14, 0.82, OUT_SUSPECT);
		sample_word(x->verdicts, WORD_SLOWER, 1,
		    "SLOWER: 2 of 11 metrics are below their limit, worst file creation -44 %",
		    "look at mdtest-unique/file-create first; after a repair: bin/check-fs run "
		    "--target=/mnt/scratch");
		sample_change(x->verdicts, "fs.options", "rw,flock,lazystatfs",
		    "rw,flock,lazystatfs,noatime", false);
		sample_change(
		    x->verdicts, "host.kernel", "6.1.0-26-amd64", "6.1.0-28-amd64", false);
	} else if (kind == NOISY) {
		sample_detail(x);
		sample_slow(x, 0, 0.86, OUT_SUSPECT);
		x->verdicts->v[11].outcome = OUT_IMPROVED;
		x->verdicts->v[8].outcome = OUT_TOO_SHORT;
		session_warn(x->session, "noisy",
		    "the repetitions of 7 metrics differ by more than 40 %%: something else uses "
		    "this file system");
	} else if (kind == CROSS) {
		for (size_t i = 0; i < x->verdicts->n; i++)
			x->verdicts->v[i].outcome = OUT_NOT_COMPARABLE;
		sample_change(x->verdicts, "fs.uuid", "1e1c8c1e-7a0f-4f7c-8d3e-2b1f0b6f3c11",
		    "f3b7e6aa-0b1d-4f43-9a55-8a3d2d1f8a10", true);
		sample_change(x->verdicts, "job.ranks", "16", "8", true);
		sample_word(x->verdicts, WORD_NOT_COMPARABLE, 4,
		    "NOT COMPARABLE: another file system than the baseline's (fs.uuid)",
		    "bin/check-fs compare node01 node02 shows both machines side by side");
	} else if (kind == FIRST) {
		sample_drop(x);
		sample_word(x->verdicts, WORD_NO_BASELINE, 0,
		    "NO BASELINE for node01 yet: these are the first figures",
		    "bin/check-fs baseline accept reports/node01/20261130T185845Z");
	} else if (kind == STRICT) {
		sample_slow(x, 14, 0.82, OUT_SUSPECT);
		x->verdicts->v[2].outcome = OUT_MISSING;
		x->verdicts->v[2].got = x->verdicts->v[2].ratio = NAN;
		x->verdicts->v[4].outcome = OUT_INVALID;
		x->verdicts->v[6].outcome = OUT_KNOWN;
		free(x->verdicts->v[6].why);
		x->verdicts->v[6].why = mem_dup("known issue FS-12, expires 2027-01-31");
		sample_word(x->verdicts, WORD_INCONCLUSIVE, 3,
		    "INCONCLUSIVE: 1 metric is below tolerance, not proved", NULL);
	} else if (kind == TORTURE) {
		sample_torture(x);
	}
}

static inline void
sample_free(struct sample *x)
{
	for (size_t i = 0; i < 6; i++)
		session_free(x->history[i]);
	free(x->history);
	session_free(x->session);
	session_free(x->second);
	verdict_free(x->verdicts);
}

static inline struct report_in
sample_in(const struct sample *x)
{
	struct report_in in;

	memset(&in, 0, sizeof in);
	in.session = x->session;
	in.second = x->second;
	in.verdicts = x->verdicts;
	in.history = x->history;
	in.nhistory = x->nhistory;
	in.logs = x->logs;
	in.now = 1796065300;
	return in;
}

#endif
