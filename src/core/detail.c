#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/detail.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"

void
detail_share(struct detail *d, const char *host, int rank, double rate)
{
	d->share = mem_grow(d->share, d->nshare + 1, sizeof *d->share);
	d->share[d->nshare++] = (struct share){ mem_dup(host), rank, rate };
}

void
detail_quantile(struct detail *d, double fraction, double seconds)
{
	d->quantile = mem_grow(d->quantile, d->nquantile + 1, sizeof *d->quantile);
	d->quantile[d->nquantile++] = (struct quantile){ fraction, seconds };
}

void
detail_copy(struct detail *to, const struct detail *from)
{
	detail_free(to);
	for (size_t i = 0; i < from->nshare; i++)
		detail_share(to, from->share[i].host, from->share[i].rank, from->share[i].rate);
	for (size_t i = 0; i < from->nquantile; i++)
		detail_quantile(to, from->quantile[i].fraction, from->quantile[i].seconds);
}

void
detail_free(struct detail *d)
{
	for (size_t i = 0; i < d->nshare; i++)
		free(d->share[i].host);
	free(d->share);
	free(d->quantile);
	memset(d, 0, sizeof *d);
}

void
detail_json(const struct detail *d, json_t *o)
{
	json_t *ranks = json_array(), *latency = json_array();

	for (size_t i = 0; i < d->nshare; i++) {
		json_t *r = json_object();

		session_put_text(r, "host", d->share[i].host);
		json_object_set_new(r, "rank", json_integer(d->share[i].rank));
		json_object_set_new(r, "rate", json_real(d->share[i].rate));
		json_array_append_new(ranks, r);
	}
	for (size_t i = 0; i < d->nquantile; i++)
		json_array_append_new(
		    latency, json_pack("[f,f]", d->quantile[i].fraction, d->quantile[i].seconds));
	if (d->nshare > 0)
		json_object_set(o, "ranks", ranks);
	if (d->nquantile > 0)
		json_object_set(o, "latency", latency);
	json_decref(ranks);
	json_decref(latency);
}

int
detail_read(struct detail *d, const json_t *o, struct err *e)
{
	json_t *ranks = json_object_get(o, "ranks"), *latency = json_object_get(o, "latency"), *x;

	for (size_t i = 0; (x = json_array_get(ranks, i)) != NULL; i++) {
		const json_t *rate = json_object_get(x, "rate");

		if (!json_is_number(rate) || !json_is_integer(json_object_get(x, "rank")))
			return err_set(e, EINVAL, "ranks: an entry lacks rank or rate");
		detail_share(d, json_string_value(json_object_get(x, "host")),
		    (int)json_integer_value(json_object_get(x, "rank")), json_number_value(rate));
	}
	for (size_t i = 0; (x = json_array_get(latency, i)) != NULL; i++) {
		if (!json_is_number(json_array_get(x, 0)) || !json_is_number(json_array_get(x, 1)))
			return err_set(e, EINVAL, "latency: an entry is not [fraction, seconds]");
		detail_quantile(d, json_number_value(json_array_get(x, 0)),
		    json_number_value(json_array_get(x, 1)));
	}
	return 0;
}
