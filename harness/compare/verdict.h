#ifndef COMPARE_VERDICT_H
#define COMPARE_VERDICT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/session.h"

struct err;

enum outcome {
	OUT_PASS,     /* proved no worse than the tolerance */
	OUT_UNPROVEN, /* within tolerance, not proved */
	OUT_SUSPECT,  /* below tolerance after both looks, not proved */
	OUT_FAIL,
	OUT_IMPROVED,
	OUT_NEW,     /* measured, not in the baseline */
	OUT_MISSING, /* in the baseline, not measured */
	OUT_INVALID, /* the value must not be used */
	OUT_NOT_COMPARABLE,
	OUT_KNOWN,    /* would fail, but is a known issue of machine.ini */
	OUT_WATCHED,  /* shown, not judged */
	OUT_TOO_SHORT /* under 20 ms, or under 1000 operations / 64 MiB */
};

enum word {
	WORD_HEALTHY,
	WORD_SLOWER,
	WORD_INCONCLUSIVE,
	WORD_NO_BASELINE,
	WORD_NOT_COMPARABLE,
	WORD_COULD_NOT_MEASURE,
	WORD_MEASURED
};

struct verdict {
	char *metric, *unit; /* id as in session_metric */
	enum metric_better better;
	enum outcome outcome;
	bool judged;      /* counts for the run's word */
	double got;       /* this run's median, base unit; NAN where there is none */
	double second;    /* the second look's median; NAN where there was none */
	double value;     /* what was judged: got, or the mean of both looks; 0: got */
	double want;      /* the baseline's median; NAN where there is none */
	double ratio;     /* value that was judged / want, > 1 is better whatever the direction */
	double tolerance; /* fraction, 0.10 */
	double limit;     /* worst value that passes, base unit */
	double ci_low, ci_high; /* 95 % interval of ratio; NAN where the rule gives none */
	double p;               /* adjusted; NAN where the rule gives none */
	double detectable;      /* smallest slowdown (fraction) that would be found; NAN */
	int blocks;             /* of the baseline */
	size_t reps;
	double worst_p; /* of the worst repetition, by the baseline's worst ones; NAN */
	char *caveat;   /* from the session: "cache", ... or NULL */
	char *why;      /* one sentence for a person, with the numbers */
};

/* A field of the environment or recipe that differs from the baseline. */
struct change {
	char *key, *was, *is;
	bool blocks; /* makes the run not comparable; else a warning */
};

/* Where a slow node's slowness lies, by what was measured beside the job. */
enum slow_side {
	SLOW_UNKNOWN, /* nothing was, or it contradicts itself */
	SLOW_NODE,    /* it stays with the node: its network, its mount, what else runs there */
	SLOW_STORAGE, /* it goes with the files, or is there only together with the others */
	SLOW_PASSED   /* it was gone when looked at again */
};

/* A node whose ranks were much slower than those of the others, in the job or alone. */
struct slow_node {
	char *host, *metric,
	    *unit; /* metric: of those that it was slow in, the one that tells most */
	enum slow_side side;
	size_t metrics;  /* that it was slow in */
	double rate;     /* in the job: median of its ranks, in unit */
	double job;      /* that, as a share of the median node's */
	double alone;    /* the same with every node by itself; NAN where that was not measured */
	double rotated;  /* the same with its ranks moved on to the next node; NAN likewise */
	char *heir;      /* the node that ran its ranks then, or NULL */
	double heir_was; /* heir's share then; NAN likewise */
	char *why;       /* one sentence for a person, with the figures */
};

struct verdicts {
	enum word word;
	int code;       /* exit status */
	char *reason;   /* with COULD-NOT-MEASURE: launch, no-space, timeout, invalid, io-error,
			   signal; else NULL */
	char *headline; /* "HEALTHY, 7 of 11 proved"; one line */
	char *advice;   /* what to do next, one line or NULL */
	char *machine, *run, *series; /* run: the session's id */
	char *baseline; /* "3 sessions on 2 days, 2026-11-28 to 2026-11-30", or NULL */
	struct verdict *v;
	size_t n;
	struct change *change;
	size_t nchange;
	struct slow_node *slow; /* worst first */
	size_t nslow;
};

/* What machine.ini says of judging; policy_default() fills it. */
struct policy {
	double tolerance;    /* 0.10 */
	struct policy_rule { /* per metric; the id may end in '*' */
		char *metric;
		double tolerance;  /* NAN: as above */
		double floor;      /* absolute, base unit; NAN: none */
		int judged;        /* -1: as by default; 0, 1 */
		char *known;       /* NULL, or the ticket of a known issue */
		long long expires; /* of `known`; 0: never */
	} * rule;
	size_t nrule;
	bool fixed;         /* policy = fixed: tolerance and floors only, no statistics */
	bool strict_margin; /* FAIL proves "slower by more than the tolerance" */
	bool unjudged;      /* the profile is never judged (smoke): MEASURED */
	double alpha;       /* of a false red at one look in the whole family: 0.01 */
	double link;        /* B/s: a faster read is a cache's; NAN: not known */
	bool strict;        /* --strict */
	bool ci;            /* CI=true */
};
void policy_default(struct policy *p); /* no rules, 10 % */

/* Exit status and printed form: "HEALTHY", "NO-BASELINE", ...; "PASS", "TOO-SHORT", ... */
const char *verdict_word(enum word w);
const char *verdict_outcome(enum outcome o);
const char *verdict_side(enum slow_side s); /* "unknown", "node", "storage", "passed" */

/*
 * Is its limit the provisional one, of a baseline of one or two days, which is further off than the
 * tolerance?
 */
bool verdict_provisional(const struct verdict *v);

/*
 * Judge a session (and its second look, or NULL) by the accepted sessions of its series.  Pure: no
 * files, no clock (now: seconds since 1970, for expiries).  Never fails: what cannot be judged is
 * an outcome.
 */
struct verdicts *verdict_judge(const struct session *s, const struct session *second,
    struct session *const *baseline, size_t nbaseline, const struct policy *policy, long long now);

/* A run that could not be measured: reason word, one-line text. */
struct verdicts *verdict_failed(const struct session *s, const char *reason, const char *text);

/* Which tools ("mdtest", "ior") have a judged metric below tolerance and so deserve the second
 * look. */
bool verdict_wants_second(const struct verdicts *v, const char *tool);

void verdict_free(struct verdicts *v);

json_t *verdict_json(
    const struct verdicts *v); /* new reference; verdict_read(verdict_json(v)) equals v */
int verdict_read(const json_t *j, struct verdicts **out, struct err *e);

#endif
