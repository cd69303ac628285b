#ifndef CORE_DETAIL_H
#define CORE_DETAIL_H

#include <jansson.h>
#include <stddef.h>

struct err;

/* One rank's own rate in a metric's phase, the mean of its iterations, in the metric's unit. */
struct share {
	char *host; /* or NULL where it is not known */
	int rank;
	double rate;
};

/* That fraction of the operations took at most so long. */
struct quantile {
	double fraction, seconds;
};

/* What is known of a metric beside its rate: all zero where nothing is. */
struct detail {
	struct share *share;
	size_t nshare;
	struct quantile *quantile; /* fractions rise */
	size_t nquantile;
};

void detail_share(struct detail *d, const char *host, int rank, double rate); /* host may be NULL */
void detail_quantile(struct detail *d, double fraction, double seconds);
void detail_copy(struct detail *to, const struct detail *from); /* replaces what to held */
void detail_free(struct detail *d);                             /* leaves it empty */

/* Members "ranks" and "latency" of o, where there is something; and back: 0, or -EINVAL with e. */
void detail_json(const struct detail *d, json_t *o);
int detail_read(struct detail *d, const json_t *o, struct err *e);

#endif
