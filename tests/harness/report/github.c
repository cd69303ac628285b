/* Annotations: ten of a kind and no more, worst first, everything escaped. */
#include "report/github.h"
#include "sample.h"
#include "tests/unit.h"

static char *
annotations(struct sample *x)
{
	struct report_in in = sample_in(x);
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	report_github(f, &in);
	fclose(f);
	return text;
}

static size_t
count(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *p = text; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

static void
limits(void)
{
	struct sample x;
	char *text;

	sample_make(MANY, &x);
	for (size_t i = 0; i < 25; i++)
		sample_slow(&x, i, i == 20 ? 0.1 : 0.5, OUT_FAIL);
	sample_word(x.verdicts, WORD_SLOWER, 1, "SLOWER: 25 metrics", NULL);
	text = annotations(&x);
	CHECK(count(text, "::error ") == 10);
	CHECK(strstr(text, "and 17 more") != NULL);
	CHECK(strncmp(text, "::error title=SLOWER::SLOWER: 25 metrics\n", 41) == 0);
	/* the slowest comes right after the headline */
	CHECK(strstr(strchr(text, '\n'), "own-20") != NULL);
	CHECK(strstr(strchr(text, '\n'), "own-20") < strstr(strchr(text, '\n') + 1, "\n::"));
	free(text);
	sample_free(&x);
}

static void
escapes(void)
{
	struct sample x;
	char *text;

	sample_make(TORTURE, &x);
	text = annotations(&x);
	/* each line is one command, and nothing of ours starts a second one */
	for (const char *p = text; *p; p = strchr(p, '\n') + 1)
		CHECK(strncmp(p, "::error ", 8) == 0 || strncmp(p, "::warning ", 10) == 0);
	CHECK(strstr(text, "%25s") != NULL);
	CHECK(strchr(text, '\033') == NULL);
	free(text);
	sample_free(&x);
}

static void
healthy(void)
{
	struct sample x;
	char *text;

	sample_make(HEALTHY, &x);
	text = annotations(&x);
	CHECK(strncmp(text, "::notice title=HEALTHY::", 24) == 0);
	CHECK(count(text, "::error") == 0);
	free(text);
	sample_free(&x);
}

int
main(void)
{
	limits();
	escapes();
	healthy();
	return unit_end();
}
