#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/order.h"
#include "cmd/site.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"

static void
add(struct order_host **h, size_t *n, char *name, int ranks)
{
	*h = mem_grow(*h, *n + 1, sizeof **h);
	(*h)[(*n)++] = (struct order_host){ name, ranks };
}

size_t
order_hosts(const struct session *s, struct order_host **out)
{
	const char *list = session_env_get(s, "job.hosts");
	struct strv words = { NULL, 0, 0 };
	size_t n = 0;

	*out = NULL;
	if (list == NULL || strv_split(&words, list) != 0)
		return 0;
	for (size_t i = 0; i < words.n; i++) {
		const char *colon = strrchr(words.v[i], ':');

		if (colon != NULL && atoi(colon + 1) > 0)
			add(out, &n, mem_fmt("%.*s", (int)(colon - words.v[i]), words.v[i]),
			    atoi(colon + 1));
	}
	strv_free(&words);
	return n;
}

static const char *
host_of(const struct session *s, int rank)
{
	for (size_t i = 0; i < s->nmetric; i++)
		for (size_t k = 0; k < s->metric[i].detail.nshare; k++)
			if (s->metric[i].detail.share[k].rank == rank &&
			    s->metric[i].detail.share[k].host != NULL)
				return s->metric[i].detail.share[k].host;
	return NULL;
}

size_t
order_placed(const struct session *s, struct order_host **out)
{
	size_t n = 0;

	*out = NULL;
	for (int rank = 0; rank < s->ranks; rank++) {
		const char *host = host_of(s, rank);
		size_t at = 0;

		while (host != NULL && at < n && strcmp((*out)[at].name, host) != 0)
			at++;
		if (host != NULL && at == n) {
			add(out, &n, mem_dup(host), 1);
		} else if (host != NULL && at + 1 == n) {
			(*out)[at].ranks++;
		} else {
			order_hosts_free(*out, n);
			*out = NULL;
			return 0;
		}
	}
	return n;
}

void
order_hosts_free(struct order_host *h, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(h[i].name);
	free(h);
}

int
order_write(
    const struct site *s, const struct order_host *h, size_t n, char **path, struct failure *f)
{
	struct err e = { 0, "" };
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int rc;

	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < h[i].ranks; k++)
			fprintf(out, "%s\n", h[i].name);
	fclose(out);
	*path = file_join(s->dir, "order.hosts");
	rc = file_write(*path, text, len, &e);
	free(text);
	return rc == 0 ? 0 : failure_set(f, "launch", "%s", e.text);
}

void
order_drop(char *path)
{
	if (path != NULL)
		unlink(path);
	free(path);
}
