/* What a metric carries beside its rate survives JSON. */
#include <stdlib.h>

#include "core/detail.h"
#include "core/err.h"
#include "tests/unit.h"

static void
round_trip(void)
{
	struct detail d = { 0 }, back = { 0 };
	json_t *o = json_object();

	detail_share(&d, "node01", 0, 1.5);
	detail_share(&d, NULL, 1, 2.5);
	detail_quantile(&d, 0.5, 1e-6);
	detail_quantile(&d, 1, 0.25);
	detail_json(&d, o);
	CHECK(detail_read(&back, o, NULL) == 0);
	CHECK(back.nshare == 2 && back.nquantile == 2);
	CHECK_TEXT(back.share[0].host, "node01");
	CHECK(back.share[1].host == NULL && back.share[1].rank == 1 && back.share[1].rate == 2.5);
	CHECK(back.quantile[0].seconds == 1e-6 && back.quantile[1].fraction == 1);
	detail_copy(&back, &d);
	CHECK(back.nshare == 2 && back.share[0].host != d.share[0].host);
	detail_free(&d);
	detail_free(&back);
	json_decref(o);
}

static void
nothing_is_no_member(void)
{
	struct detail d = { 0 };
	json_t *o = json_object();

	detail_json(&d, o);
	CHECK(json_object_size(o) == 0);
	CHECK(detail_read(&d, o, NULL) == 0 && d.nshare == 0 && d.share == NULL);
	json_decref(o);
}

static void
refused(const char *text)
{
	json_t *o = json_loads(text, 0, NULL);
	struct err e = { 0, "" };
	struct detail d = { 0 };

	CHECK(detail_read(&d, o, &e) < 0 && e.text[0] != '\0');
	detail_free(&d);
	json_decref(o);
}

int
main(void)
{
	round_trip();
	nothing_is_no_member();
	refused("{\"ranks\":[{\"rank\":0}]}");
	refused("{\"ranks\":[{\"rate\":1}]}");
	refused("{\"latency\":[[0.5]]}");
	return unit_end();
}
