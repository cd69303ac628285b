#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/session.h"
#include "core/stats.h"
#include "core/str.h"
#include "report/clean.h"
#include "report/ranks.h"
#include "report/words.h"

enum { HOSTS_MOST = 256, PART_MOST = 24 };

const char *
ranks_host(const struct share *s)
{
	return s->host ? s->host : "?";
}

bool
ranks_any(const struct session_metric *m)
{
	return m->detail.nshare > 1;
}

static void
add_hosts(const struct session_metric *m, struct strv *out)
{
	for (size_t k = 0; k < m->detail.nshare; k++) {
		const char *host = ranks_host(&m->detail.share[k]);
		size_t at = 0;

		while (at < out->n && strcmp(out->v[at], host) != 0)
			at++;
		if (at == out->n && out->n < HOSTS_MOST)
			strv_add(out, "%s", host);
	}
}

void
ranks_hosts(const struct session *s, struct strv *out)
{
	for (size_t i = 0; i < s->nmetric; i++)
		add_hosts(&s->metric[i], out);
}

double
ranks_rate(const struct session_metric *m, const char *host)
{
	double *x = mem_zero(m->detail.nshare + 1, sizeof *x), median;
	size_t n = 0;

	for (size_t k = 0; k < m->detail.nshare; k++)
		if (host == NULL || strcmp(host, ranks_host(&m->detail.share[k])) == 0)
			x[n++] = m->detail.share[k].rate;
	median = stats_median(x, n);
	free(x);
	return median;
}

double
ranks_host_median(const struct session_metric *m)
{
	struct strv list = { NULL, 0, 0 };
	double *x, median;

	add_hosts(m, &list);
	x = mem_zero(list.n + 1, sizeof *x);
	for (size_t h = 0; h < list.n; h++)
		x[h] = ranks_rate(m, list.v[h]);
	median = stats_median(x, list.n);
	free(x);
	strv_free(&list);
	return median;
}

char *
ranks_name(const char *id)
{
	char *whole = words_step(id), *step = clean_line(whole, PART_MOST);
	char *name = clean_line(words_metric(id), PART_MOST),
	     *both = mem_fmt("%s%s%s", step, *step ? "  " : "", name);

	free(whole);
	free(step);
	free(name);
	return both;
}
