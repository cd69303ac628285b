#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/shares.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/session.h"
#include "core/str.h"
#include "parse/mdtest.h"

enum { FIELDS_MOST = 64, RANKS_MOST = 1 << 20 };

void
shares_ask(struct strv *words, const char *tool, const char *path)
{
	strv_add(words, "--saveRankPerformanceDetails%s=%s", strcmp(tool, "ior") == 0 ? "CSV" : "",
	    path);
}

/* Cut the line at *next into its fields; how many.  *next is left at the line behind it. */
static size_t
fields(char **next, char *field[FIELDS_MOST])
{
	char *line = *next, *end = line + strcspn(line, "\n");
	size_t n = 0;

	*next = *end ? end + 1 : end;
	*end = '\0';
	while (line != NULL && n < FIELDS_MOST) {
		char *comma = strchr(line, ',');

		if (comma != NULL)
			*comma++ = '\0';
		field[n++] = line;
		line = comma;
	}
	return n;
}

/* Sums of one metric's rates by rank. */
struct sums {
	struct metric *metric;
	double *sum;
	size_t *times, n, room;
};

static void
add(struct sums *s, long rank, const char *text)
{
	char *end;
	double rate = strtod(text, &end);

	if (end == text || !(rate > 0) || rank < 0 || rank >= RANKS_MOST)
		return;
	while (s->n <= (size_t)rank) {
		s->sum = mem_grow(s->sum, s->n + 1, sizeof *s->sum);
		s->times = mem_grow(s->times, s->n + 1, sizeof *s->times);
		s->sum[s->n] = 0;
		s->times[s->n++] = 0;
	}
	s->sum[rank] += rate;
	s->times[rank]++;
}

/* Host of each rank, as "task N on HOST" says; NULL where it is not said. */
static const char *
host_of(const struct strv *hosts, const char *all, size_t rank)
{
	if (all != NULL)
		return all;
	return rank < hosts->n && *hosts->v[rank] ? hosts->v[rank] : NULL;
}

static void
store(struct sums *s, const struct strv *hosts, const char *all)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->times[i] > 0)
			detail_share(&s->metric->detail, host_of(hosts, all, i), (int)i,
			    s->sum[i] / (double)s->times[i]);
	free(s->sum);
	free(s->times);
}

static struct metric *
metric_of(struct result *r, const char *name, const char *unit)
{
	for (size_t i = 0; i < r->nmetric; i++)
		if (strcmp(r->metric[i].name, name) == 0 && strcmp(r->metric[i].unit, unit) == 0)
			return &r->metric[i];
	return NULL;
}

/* rank,items,rate-Directory creation,time-Directory creation,...: one row a rank and iteration. */
static void
take_mdtest(struct result *r, char *text, const struct strv *hosts, const char *all)
{
	struct sums sums[FIELDS_MOST];
	char *field[FIELDS_MOST];
	size_t columns = fields(&text, field);

	memset(sums, 0, sizeof sums);
	for (size_t i = 0; i < columns; i++) {
		const char *label = field[i] + strlen("rate-");
		size_t op = str_starts(field[i], "rate-") ? mdtest_operation(label, strlen(label))
							  : MDTEST_OPERATIONS;

		if (op < MDTEST_OPERATIONS)
			sums[i].metric = metric_of(r, mdtest_name(op), "ops/s");
	}
	while (*text) {
		size_t n = fields(&text, field);

		for (size_t i = 1; i < n && i < columns; i++)
			if (sums[i].metric != NULL && strcmp(field[0], "all") != 0)
				add(&sums[i], atol(field[0]), field[i]);
	}
	for (size_t i = 0; i < columns; i++)
		if (sums[i].metric != NULL)
			store(&sums[i], hosts, all);
}

/* access,rank,runtime-with-openclose,runtime,throughput-withopenclose,throughput */
static void
take_ior(struct result *r, char *text, const struct strv *hosts, const char *all)
{
	static const char *const names[] = { "write", "read" };
	struct sums sums[2];
	char *field[FIELDS_MOST];

	memset(sums, 0, sizeof sums);
	for (int i = 0; i < 2; i++)
		sums[i].metric = metric_of(r, names[i], "B/s");
	while (*text) {
		size_t n = fields(&text, field);

		for (int i = 0; i < 2; i++)
			if (n >= 5 && sums[i].metric != NULL && strcmp(field[0], names[i]) == 0)
				add(&sums[i], atol(field[1]), field[4]);
	}
	for (int i = 0; i < 2; i++)
		if (sums[i].metric != NULL)
			store(&sums[i], hosts, all);
}

static void
read_hosts(const char *log, struct strv *hosts)
{
	char *text = NULL, *line, *rest;

	if (file_read(log, &text, NULL, NULL) != 0)
		return;
	for (line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
		const char *at = strstr(line, "task "), *on = at ? strstr(at, " on ") : NULL;
		long rank = on != NULL ? atol(at + 5) : -1;

		/* they come in order of rank: anything else is not that list */
		if (rank >= 0 && (size_t)rank == hosts->n && at == line)
			strv_add(hosts, "%s", on + 4);
	}
	free(text);
}

void
shares_take(struct result *r, const char *tool, const char *path, const char *log, const char *host)
{
	struct strv hosts = { NULL, 0, 0 };
	char *text = NULL;

	if (file_read(path, &text, NULL, NULL) != 0)
		return;
	if (host == NULL)
		read_hosts(log, &hosts);
	if (strcmp(tool, "ior") == 0)
		take_ior(r, text, &hosts, host);
	else
		take_mdtest(r, text, &hosts, host);
	strv_free(&hosts);
	free(text);
}

static const char *
known_host(const struct session *s, const struct strv *placed, int rank)
{
	for (size_t i = 0; i < s->nmetric; i++)
		for (size_t k = 0; k < s->metric[i].detail.nshare; k++)
			if (s->metric[i].detail.share[k].rank == rank &&
			    s->metric[i].detail.share[k].host != NULL)
				return s->metric[i].detail.share[k].host;
	return rank >= 0 && (size_t)rank < placed->n ? placed->v[rank] : NULL;
}

void
shares_hosts(struct session *s, const struct strv *placed)
{
	for (size_t i = 0; i < s->nmetric; i++)
		for (size_t k = 0; k < s->metric[i].detail.nshare; k++) {
			struct share *share = &s->metric[i].detail.share[k];

			if (share->host == NULL)
				share->host = mem_dup(known_host(s, placed, share->rank));
		}
}
