#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libxml/xmlwriter.h>

#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"
#include "report/clean.h"
#include "report/facts.h"
#include "report/kinds.h"
#include "report/report.h"
#include "report/words.h"

#define U(s) ((const xmlChar *)(s))

struct sums {
	size_t tests, of[4];
};

static void attribute(xmlTextWriterPtr w, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

static void
attribute(xmlTextWriterPtr w, const char *name, const char *fmt, ...)
{
	va_list ap;
	char raw[8192], *text;

	va_start(ap, fmt);
	vsnprintf(raw, sizeof raw, fmt, ap);
	va_end(ap);
	text = clean_line(raw, 0);
	xmlTextWriterWriteAttribute(w, U(name), U(text));
	free(text);
}

static void
body(xmlTextWriterPtr w, const char *text)
{
	char *clean = clean_text(text, strlen(text));

	xmlTextWriterWriteString(w, U(clean));
	free(clean);
}

/* <failure type= message=>text</failure>, or error or skipped; nothing for a pass. */
static void
child(xmlTextWriterPtr w, enum kind k, const char *type, const char *message, const char *text)
{
	static const char *const names[] = { NULL, "failure", "error", "skipped" };

	if (k == KIND_PASSED)
		return;
	xmlTextWriterStartElement(w, U(names[k]));
	if (k != KIND_SKIPPED)
		attribute(w, "type", "%s", type);
	attribute(w, "message", "%s", message);
	if (k != KIND_SKIPPED)
		body(w, text);
	xmlTextWriterEndElement(w);
}

static void
number(FILE *f, const char *key, double x)
{
	if (isfinite(x))
		fprintf(f, "%s=%.17g\n", key, x);
}

/* What is known of a metric as key=value lines: numbers in base units. */
static char *
lines(const struct verdict *v, const struct session_metric *m)
{
	char *text = NULL, *facts = facts_metric(v);
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	fprintf(f, "%s\n%s%soutcome=%s\nmetric=%s\nunit=%s\n", facts, v->why ? v->why : "",
	    v->why ? "\n" : "", verdict_outcome(v->outcome), v->metric, v->unit);
	number(f, "measured", v->got);
	number(f, "second", v->second);
	number(f, "baseline", v->want);
	number(f, "limit", v->limit);
	number(f, "ratio", v->ratio);
	number(f, "ratio.low", v->ci_low);
	number(f, "ratio.high", v->ci_high);
	number(f, "tolerance", v->tolerance);
	number(f, "detectable", v->detectable);
	if (v->caveat != NULL)
		fprintf(f, "caveat=%s: %s\n", v->caveat, words_caveat(v->caveat));
	for (size_t i = 0; m != NULL && i < m->n; i++)
		fprintf(f, "sample.%zu=%.17g\n", i + 1, m->sample[i]);
	fclose(f);
	free(facts);
	return text;
}

/* Seconds that a metric's iterations took in all; 0 where that is not known. */
static double
seconds(const struct session_metric *m)
{
	double sum = 0;

	for (size_t i = 0; m != NULL && m->seconds != NULL && i < m->n; i++)
		if (isfinite(m->seconds[i]) && m->seconds[i] > 0)
			sum += m->seconds[i];
	return sum;
}

/* "/mnt/scratch" -> "mnt_scratch": a dot or a slash would make Jenkins see packages. */
static char *
label(const char *path)
{
	char *text = clean_line(path != NULL && *path ? path : "target", 0), *p = text;

	while (*p == '/')
		p++;
	memmove(text, p, strlen(p) + 1);
	for (p = text; *p; p++)
		if (*p == '/' || *p == '.' || *p == ' ')
			*p = '_';
	return text;
}

static void
open_case(xmlTextWriterPtr w, const char *target, const char *step, const char *name, double took)
{
	char *dots = mem_dup(step);

	for (char *p = dots; *p; p++)
		if (*p == '.' || *p == '/')
			*p = '_';
	xmlTextWriterStartElement(w, U("testcase"));
	attribute(w, "classname", "check-fs.%s%s%s", target, *dots ? "." : "", dots);
	attribute(w, "name", "%s", name);
	attribute(w, "time", "%.3f", took);
	free(dots);
}

static void
metric_case(
    xmlTextWriterPtr w, const struct report_in *in, const struct verdict *v, const char *target)
{
	static const char *const types[] = { [OUT_FAIL] = "regression",
		[OUT_SUSPECT] = "inconclusive",
		[OUT_MISSING] = "missing",
		[OUT_INVALID] = "invalid",
		[OUT_TOO_SHORT] = "" };
	const struct session_metric *m = facts_samples(in, v);
	const char *slash = strrchr(v->metric, '/');
	char *step = words_step(v->metric), *text = lines(v, m), *facts = facts_metric(v), *message;
	enum kind k = kinds_metric(in->verdicts, v);

	message = mem_fmt("%s%s%s: %s", k == KIND_SKIPPED ? verdict_outcome(v->outcome) : "",
	    k == KIND_SKIPPED ? ": " : "", v->metric, k == KIND_SKIPPED && v->why ? v->why : facts);
	open_case(w, target, step, slash ? slash + 1 : v->metric, seconds(m));
	child(w, k, types[v->outcome] ? types[v->outcome] : "other", message, text);
	xmlTextWriterStartElement(w, U("system-out"));
	body(w, text);
	xmlTextWriterEndElement(w);
	xmlTextWriterEndElement(w);
	free(message);
	free(facts);
	free(text);
	free(step);
}

/* The sentences on slow nodes; caller frees. */
static char *
slow_nodes(const struct verdicts *vs, const char *between)
{
	char *text = mem_dup("");

	for (size_t i = 0; i < vs->nslow; i++) {
		char *longer = mem_fmt("%s%s%s", text, i > 0 ? between : "", vs->slow[i].why);

		free(text);
		text = longer;
	}
	return text;
}

static void
run_case(xmlTextWriterPtr w, const struct report_in *in, const char *target, double took)
{
	const struct verdicts *vs = in->verdicts;
	const char *head = vs->headline ? vs->headline : verdict_word(vs->word);
	char *slow = slow_nodes(vs, "\n"), *message, *tail = slow_nodes(vs, "; ");
	char *text =
	    mem_fmt("%s\n%s%s%s", head, vs->advice ? vs->advice : "", vs->advice ? "\n" : "", slow);
	char *type = mem_fmt("%s", vs->reason ? vs->reason : verdict_word(vs->word));

	open_case(w, target, "", "run", took);
	message = mem_fmt("%s%s%s", head, *tail ? "; " : "", tail);
	child(w, kinds_run(vs), type, message, text);
	xmlTextWriterStartElement(w, U("system-out"));
	body(w, text);
	xmlTextWriterEndElement(w);
	xmlTextWriterEndElement(w);
	free(message);
	free(slow);
	free(tail);
	free(type);
	free(text);
}

static void
property(xmlTextWriterPtr w, const char *name, const char *value)
{
	if (value == NULL)
		return;
	xmlTextWriterStartElement(w, U("property"));
	attribute(w, "name", "%s", name);
	attribute(w, "value", "%s", value);
	xmlTextWriterEndElement(w);
}

static void
properties(xmlTextWriterPtr w, const struct report_in *in)
{
	const struct verdicts *vs = in->verdicts;
	const struct session *s = in->session;

	xmlTextWriterStartElement(w, U("properties"));
	property(w, "verdict", verdict_word(vs->word));
	property(w, "baseline", vs->baseline);
	property(w, "machine", s->machine);
	property(w, "series", s->series);
	property(w, "run", s->id);
	for (size_t i = 0; i < s->nenv; i++)
		property(w, s->env[i].key, s->env[i].value);
	xmlTextWriterEndElement(w);
}

static void
count(const struct report_in *in, struct sums *sums)
{
	memset(sums, 0, sizeof *sums);
	sums->tests = in->verdicts->n + 1;
	sums->of[kinds_run(in->verdicts)]++;
	for (size_t i = 0; i < in->verdicts->n; i++)
		sums->of[kinds_metric(in->verdicts, &in->verdicts->v[i])]++;
}

static void
totals(xmlTextWriterPtr w, const struct sums *sums, double took)
{
	attribute(w, "tests", "%zu", sums->tests);
	attribute(w, "failures", "%zu", sums->of[KIND_FAILED]);
	attribute(w, "errors", "%zu", sums->of[KIND_ERROR]);
	attribute(w, "skipped", "%zu", sums->of[KIND_SKIPPED]);
	attribute(w, "time", "%.3f", took);
}

static void
suite(xmlTextWriterPtr w, const struct report_in *in, const struct sums *sums, double took)
{
	const char *host = session_env_get(in->session, "host.name");
	char *target = label(in->session->target), stamp[32] = "1970-01-01T00:00:00";
	time_t t = (time_t)in->session->started;
	struct tm tm;

	/* UTC without a suffix: the one form that both the schemas and Jenkins take */
	if (gmtime_r(&t, &tm) != NULL)
		strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &tm);
	xmlTextWriterStartElement(w, U("testsuite"));
	attribute(w, "name", "check-fs.%s", target);
	attribute(w, "package", "check-fs");
	attribute(w, "id", "0");
	attribute(w, "hostname", "%s", host ? host : "localhost");
	attribute(w, "timestamp", "%s", stamp);
	totals(w, sums, took);
	properties(w, in);
	run_case(w, in, target, took);
	for (size_t i = 0; i < in->verdicts->n; i++)
		metric_case(w, in, &in->verdicts->v[i], target);
	xmlTextWriterWriteElement(w, U("system-out"), U(""));
	xmlTextWriterWriteElement(w, U("system-err"), U(""));
	xmlTextWriterEndElement(w);
	free(target);
}

static int
write_junit(FILE *f, const struct report_in *in, struct err *e)
{
	double took = facts_took(in);
	xmlBufferPtr b = xmlBufferCreate();
	xmlTextWriterPtr w = xmlNewTextWriterMemory(b, 0);
	struct sums sums;
	int rc = 0;

	count(in, &sums);
	xmlTextWriterSetIndent(w, 1);
	xmlTextWriterStartDocument(w, NULL, "UTF-8", NULL);
	xmlTextWriterStartElement(w, U("testsuites"));
	attribute(w, "name", "check-fs");
	totals(w, &sums, took);
	suite(w, in, &sums, took);
	if (xmlTextWriterEndDocument(w) < 0)
		rc = err_set(e, EIO, "junit.xml: libxml2 could not write it");
	xmlFreeTextWriter(w);
	if (rc == 0)
		fwrite(xmlBufferContent(b), 1, (size_t)xmlBufferLength(b), f);
	xmlBufferFree(b);
	return rc;
}

const struct report_ops report_junit = {
	.name = "junit",
	.file = "junit.xml",
	.help = "JUnit XML, as Jenkins, GitLab and the GitHub reporters read it",
	.write = write_junit,
};
