/* Folds between machines, their intervals, and what speaks for a family. */
#include <stdlib.h>

#include "../../unit.h"
#include "compare/dist.h"
#include "compare/machines.h"
#include "core/stats.h"
#include "made.h"

static const struct machines_row *
row(const struct machines *m, const char *id)
{
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->row[i].metric, id) == 0)
			return &m->row[i];
	return NULL;
}

/* One session a side: Welch on the repetitions' logs, a median for pi/2 of a mean's variance. */
static void
one_session_has_the_interval_of_its_repetitions(void)
{
	struct session *a = made_session(0, 1), *b = made_session(0, 1);
	double y[MADE_REPS], square, t;
	struct machines *m;

	made_scale(b, "ior-fpp/write", 0.5);
	for (int i = 0; i < MADE_REPS; i++)
		y[i] = log(made_metric(a, "ior-fpp/write")->sample[i]);
	square = pow(stats_sd_sample(y, MADE_REPS), 2) / MADE_REPS * M_PI / 2;
	t = dist_t_at(0.975, 8); /* equal variances: 4 + 4 degrees of freedom */
	m = machines_compare(&a, 1, &b, 1);
	CHECK(fabs(row(m, "ior-fpp/write")->fold - 0.5) < 1e-9);
	CHECK(fabs(row(m, "ior-fpp/write")->low - 0.5 * exp(-t * sqrt(2 * square))) < 1e-9);
	CHECK(fabs(row(m, "ior-fpp/write")->high - 0.5 * exp(t * sqrt(2 * square))) < 1e-9);
	CHECK(row(m, "ior-fpp/write")->within);
	machines_free(m);
	session_free(a);
	session_free(b);
}

static void
days_have_the_interval_of_their_levels(void)
{
	struct session **a = made_baseline(3, 0.05), **b = made_baseline(3, 0.05);
	double y[] = { 0, log(1.05), log(0.95) }, square = pow(stats_sd_sample(y, 3), 2) / 3;
	struct machines *m = machines_compare(a, 3, b, 3);

	CHECK(!row(m, "ior-fpp/write")->within);
	CHECK(fabs(row(m, "ior-fpp/write")->fold - 1) < 1e-9);
	CHECK(fabs(row(m, "ior-fpp/write")->high - exp(dist_t_at(0.975, 4) * sqrt(2 * square))) <
	      1e-9);
	CHECK(m->known == MADE_METRICS && m->same == 0); /* too few days to prove 10 % */
	machines_free(m);
	made_free(a, 3);
	made_free(b, 3);
}

static void
single_values_have_no_interval(void)
{
	struct session *a = made_session(0, 1), *b = made_session(0, 2);
	struct machines *m;

	for (size_t i = 0; i < a->nmetric; i++)
		a->metric[i].n = 1;
	m = machines_compare(&a, 1, &b, 1);
	CHECK(m->known == 0 && isnan(row(m, "ior-fpp/write")->low));
	CHECK(fabs(m->data - 2) < 1e-9 || m->data > 1.9);
	machines_free(m);
	session_free(a);
	session_free(b);
}

static void
a_read_of_a_cache_speaks_for_no_family_unless_both_are(void)
{
	struct session *a = made_session(0, 1), *b = made_session(0, 1);
	struct machines *m;

	made_scale(b, "ior-fpp/read", 40);
	machines_mark(b, 1e10);
	CHECK_TEXT(made_metric(b, "ior-fpp/read")->caveat, "cache");
	CHECK(made_metric(b, "ior-fpp/write")->caveat == NULL);
	m = machines_compare(&a, 1, &b, 1);
	CHECK(row(m, "ior-fpp/read")->cache);
	CHECK(fabs(m->data - 1) < 1e-9);
	machines_free(m);
	machines_mark(a, 1);
	m = machines_compare(&a, 1, &b, 1);
	CHECK(!row(m, "ior-fpp/read")->cache && m->data > 1.5);
	machines_free(m);
	session_free(a);
	session_free(b);
}

static void
a_metric_that_one_side_lacks_has_no_fold(void)
{
	struct session *a = made_session(0, 1), *b = made_session(0, 1);
	struct machines *m;

	made_samples(
	    session_metric(b, "mdtest-shared/file-create", "ops/s", BETTER_HIGHER), 10, 0.01);
	m = machines_compare(&a, 1, &b, 1);
	CHECK(isnan(row(m, "mdtest-shared/file-create")->fold));
	CHECK(fabs(m->metadata - 1) < 1e-9);
	machines_free(m);
	session_free(a);
	session_free(b);
}

static void
typical_is_the_median_of_the_sessions(void)
{
	struct session **b = made_baseline(3, 0.05), *s;

	made_metric(b[2], "ior-fpp/read")->invalid = mem_dup("short");
	s = machines_typical(b, 3);
	CHECK(made_metric(s, "ior-fpp/write")->n == 1);
	CHECK(fabs(made_metric(s, "ior-fpp/write")->sample[0] - 7e8) < 1);
	CHECK_TEXT(s->id, b[2]->id);
	session_free(s);
	made_free(b, 3);
}

int
main(void)
{
	one_session_has_the_interval_of_its_repetitions();
	days_have_the_interval_of_their_levels();
	single_values_have_no_interval();
	a_read_of_a_cache_speaks_for_no_family_unless_both_are();
	a_metric_that_one_side_lacks_has_no_fold();
	typical_is_the_median_of_the_sessions();
	return unit_end();
}
