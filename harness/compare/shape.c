#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "compare/machines.h"
#include "compare/sentence.h"
#include "compare/shape.h"
#include "core/mem.h"

#define UNCHANGED 0.10

enum trend { WORSE = -1, SAME, BETTER, UNKNOWN };

/* What slowed together tells where: the first row that fits.  '-' slower, '=' unchanged, '.'
 * either; what was not measured fits anything.  Order of the letters: create stat file-read remove
 * write read small-write. */
static const struct {
	const char *pattern, *words;
} places[] = {
	{ "-------", "everything: the device, the network or the client itself" },
	{ "-==-===", "metadata commit path (journal, metadata server's disk)" },
	{ "-=.-===", "metadata commit path (journal, metadata server's disk)" },
	{ "---====", "metadata path, removal apart" },
	{ "----===", "metadata path (metadata server, its network, its locks)" },
	{ "-=.-..-",
	    "synchronous updates: commits and small writes together (journal, flush latency)" },
	{ "-..-...", "metadata commits and more: look at each" },
	{ "=-=====", "attribute lookups" },
	{ "=.-====", "opening files" },
	{ "====-==", "large writes: storage write path (a rebuild, write cache off, a full pool)" },
	{ "====-=-", "write path (write cache off, a rebuild, a full pool)" },
	{ "=====-=", "read path (read-ahead, a rebuild, one slow disk)" },
	{ "====--=", "data path: bandwidth to the storage (a lost link, fewer servers)" },
	{ "====---", "data path (a lost link, fewer servers, a rebuild)" },
	{ "======-", "latency of a single write (synchronous path, network latency)" },
	{ "====...", "data path" },
};

static enum trend
trend(double fold)
{
	if (isnan(fold))
		return UNKNOWN;
	if (fold < 1 - UNCHANGED)
		return WORSE;
	return fold > 1 / (1 - UNCHANGED) ? BETTER : SAME;
}

static bool
fits(const char *pattern, const double *group)
{
	for (int g = 0; g < MACHINES_GROUPS; g++) {
		enum trend t = trend(group[g]);

		if (pattern[g] == '.' || t == UNKNOWN)
			continue;
		if ((pattern[g] == '-') != (t == WORSE))
			return false;
	}
	return true;
}

static const char *
place(const double *group)
{
	bool worse = false;

	for (int g = 0; g < MACHINES_GROUPS; g++)
		worse = worse || trend(group[g]) == WORSE;
	for (size_t i = 0; worse && i < sizeof places / sizeof *places; i++)
		if (fits(places[i].pattern, group))
			return places[i].words;
	return worse ? "no single place: look at each metric" : NULL;
}

/* "create and remove": names of the groups with that trend; NULL where none.  *mean: geometric mean
 * of theirs. */
static char *
names(const double *group, enum trend t, double *mean)
{
	char *text = NULL, *longer;
	double sum = 0;
	int n = 0, left = 0;

	for (int g = 0; g < MACHINES_GROUPS; g++)
		left += trend(group[g]) == t;
	for (int g = 0; g < MACHINES_GROUPS; g++) {
		if (trend(group[g]) != t)
			continue;
		sum += log(group[g]);
		n++;
		longer = mem_fmt("%s%s%s", text ? text : "",
		    n == 1      ? ""
		    : n == left ? " and "
				: ", ",
		    machines_group_name((enum machines_group)g));
		free(text);
		text = longer;
	}
	*mean = n > 0 ? exp(sum / n) : NAN;
	return text;
}

static char *
joined(char *text, char *part, const char *after)
{
	char *longer;

	if (part == NULL)
		return text;
	longer = mem_fmt("%s%s%s %s", text, *text ? ", " : "", part, after);
	free(text);
	free(part);
	return longer;
}

char *
shape_words(const double *group)
{
	double worse, better, same;
	char *down = names(group, WORSE, &worse), *up = names(group, BETTER, &better),
	     *level = names(group, SAME, &same);
	char a[24], b[24], *text = mem_dup(""), *full;
	const char *where = place(group);

	text = joined(text, down, sentence_fold(a, sizeof a, worse));
	text = joined(text, up, sentence_fold(b, sizeof b, better));
	text = joined(text, level, "unchanged");
	if (*text == '\0') {
		free(text);
		return mem_dup("no metric that both have");
	}
	full = where != NULL ? mem_fmt("%s: %s", text, where) : mem_dup(text);
	free(text);
	return full;
}
