#include <string.h>
#include <unistd.h>

#include "cmd/latency.h"
#include "core/result.h"
#include "core/str.h"
#include "parse/parse.h"

static bool
asked(const char *command)
{
	struct strv words = { NULL, 0, 0 };
	bool found = false;

	if (!str_starts(command, "ior") || strv_split(&words, command) != 0)
		return false;
	for (size_t i = 0; i < words.n; i++)
		found = found || strcmp(words.v[i], "--latency") == 0;
	strv_free(&words);
	return found;
}

void
latency_ask(struct strv *words, const char *command, const char *path)
{
	if (asked(command))
		strv_add(words, "--output=json:%s", path);
}

void
latency_take(struct result *r, const char *path)
{
	struct parsed p;

	memset(&p, 0, sizeof p);
	if (access(path, R_OK) != 0)
		return;
	if (parse_file(path, &p, NULL) == 0 && p.nrun > 0)
		for (size_t i = 0; i < r->nmetric; i++) {
			const struct metric *m =
			    result_find(&p.run[0], r->metric[i].name, r->metric[i].unit);

			for (size_t k = 0; m != NULL && k < m->detail.nquantile; k++)
				detail_quantile(&r->metric[i].detail,
				    m->detail.quantile[k].fraction, m->detail.quantile[k].seconds);
		}
	parse_free(&p);
}
