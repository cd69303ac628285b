#include <math.h>
#include <string.h>

#include "compare/policy.h"

/* Judged unless machine.ini says otherwise; everything else is shown only. */
static const char *const judged[] = {
	"mdtest-unique/dir-create",
	"mdtest-unique/dir-remove",
	"mdtest-unique/file-create",
	"mdtest-unique/file-stat",
	"mdtest-unique/file-read",
	"mdtest-unique/file-remove",
	"ior-fpp/write",
	"ior-fpp/read",
	"ior-shared/write",
	"ior-shared/read",
	"ior-small/write",
};

void
policy_default(struct policy *p)
{
	*p = (struct policy){ .tolerance = 0.10, .alpha = 0.01, .link = NAN };
}

static bool
concerns(const struct policy_rule *r, const char *metric)
{
	size_t n = strlen(r->metric);

	if (n > 0 && r->metric[n - 1] == '*')
		return strncmp(r->metric, metric, n - 1) == 0;
	return strcmp(r->metric, metric) == 0;
}

/* The last rule that says something wins: learned tolerances and exceptions stand below what they
 * refine. */
double
policy_tolerance(const struct policy *p, const char *metric)
{
	double t = p->tolerance;

	for (size_t i = 0; i < p->nrule; i++)
		if (concerns(&p->rule[i], metric) && !isnan(p->rule[i].tolerance))
			t = p->rule[i].tolerance;
	return t;
}

double
policy_floor(const struct policy *p, const char *metric)
{
	double floor = NAN;

	for (size_t i = 0; i < p->nrule; i++)
		if (concerns(&p->rule[i], metric) && !isnan(p->rule[i].floor))
			floor = p->rule[i].floor;
	return floor;
}

bool
policy_judged(const struct policy *p, const char *metric)
{
	int said = -1;

	for (size_t i = 0; i < p->nrule; i++)
		if (concerns(&p->rule[i], metric) && p->rule[i].judged >= 0)
			said = p->rule[i].judged;
	if (said >= 0)
		return said == 1;
	for (size_t i = 0; i < sizeof judged / sizeof *judged; i++)
		if (strcmp(judged[i], metric) == 0)
			return true;
	return false;
}

const char *
policy_known(const struct policy *p, const char *metric, long long now)
{
	for (size_t i = 0; i < p->nrule; i++)
		if (p->rule[i].known != NULL && concerns(&p->rule[i], metric) &&
		    (p->rule[i].expires == 0 || now <= p->rule[i].expires))
			return p->rule[i].known;
	return NULL;
}
