#ifndef COMPARE_RULE_H
#define COMPARE_RULE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The statistics of a verdict, on plain numbers.  Every value is direction-normalised and
 * logarithmic: ln(x) where higher is better, -ln(x) where lower is, so that lower is always worse
 * and differences are ratios.
 */

/* What every metric is held against. */
struct rule {
	double alpha;       /* of a false red in the whole family: 0.01 */
	bool strict_margin; /* prove "slower by more than the tolerance" */
};

enum { RULE_DATA, RULE_METADATA, RULE_FAMILIES };

/* One metric: what is known of it, and below what the rule makes of that. */
struct rule_metric {
	const double *block; /* one value for each of the baseline's blocks */
	size_t blocks;       /* 3 or more */
	double got, second;  /* this session's median and the second look's; NAN: there is none */
	int family;          /* RULE_DATA, RULE_METADATA */
	double tolerance;    /* fraction */
	double extra;        /* added to the variance: fewer repetitions than the baseline has */

	double mean, s, nu,
	    se; /* baseline's mean, shrunk sd of one block, degrees of freedom, sd of got - mean */
	double d;       /* difference that is judged: both looks' mean where there are two */
	double p;       /* one-sided, adjusted by Holm: d would be as low with nothing changed */
	double p_first; /* the same of the first look alone */
	bool below_first, below; /* beyond the tolerance: at the first look, and as judged */
	bool red_first;          /* what one look would say */
	bool red;                /* the first look, the second, and their mean all say so */
	bool proved;             /* no worse than the tolerance, at 95 % */
};

/* Judge n metrics together. */
void rule_judge(const struct rule *r, struct rule_metric *m, size_t n);

/* Smallest log difference that is red on its own among k metrics: negative. */
double rule_limit(const struct rule *r, const struct rule_metric *m, size_t k);
/* Slowdown (fraction) that would be found with 80 % probability among k metrics. */
double rule_detectable(const struct rule *r, const struct rule_metric *m, size_t k);
/* Smallest tolerance (fraction) that a healthy run proves with 90 % probability; not clamped. */
double rule_provable(const struct rule_metric *m);

/* Baseline's mean and shrunk variance only: mean, s, nu, se of each. */
void rule_learn(struct rule_metric *m, size_t n);

/*
 * p of this session's worst repetition by the blocks' worst ones, each metric on its own (not
 * adjusted): fill block and got with worst values first.
 */
void rule_worst(struct rule_metric *m, size_t n, double *p);

#endif
