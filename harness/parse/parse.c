#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/err.h"
#include "core/mem.h"
#include "parse/tidy.h"
#include "parse/conditions.h"
#include "parse/context.h"
#include "parse/parse.h"
#include "parse/scan.h"
#include "parse/source.h"
#include "registry.h"

#define X(n) extern const struct parse_ops parse_##n;
PARSE_LIST(X)
#undef X

#define X(n) &parse_##n,
static const struct parse_ops *const all[] = { PARSE_LIST(X) NULL };
#undef X

#define STREAMS 4096 /* more rank prefixes than this are read as one stream */

/* One log while it is read. */
struct parse {
	const struct scan *scan;
	const struct parse_sink *sink;
	struct tidy tidy;
	struct reader *plain;        /* of lines without a rank prefix: always there */
	struct reader *bucket[1024]; /* the others, by hash of the key */
	size_t readers, serials, runs, conditions, alone;
	int line;
	struct told told[CONDITIONS_MOST];
};

const struct parse_ops *const *
parse_all(void)
{
	return all;
}

const struct parse_ops *
parse_find(const char *name)
{
	for (size_t i = 0; all[i] != NULL; i++)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

/* -- context.h ------------------------------------------------------------- */

size_t
context_serial(struct parse *p)
{
	return p->serials++;
}

void
context_emit(struct parse *p, const struct reader *r, struct run *run)
{
	const char *tasks = result_get(&run->r, "tasks");

	p->runs++;
	p->alone += r->key[0] != '\0' && tasks != NULL && strcmp(tasks, "1") == 0;
	p->sink->run(p->sink->arg, run->serial, &run->r);
}

void
context_condition(
    struct parse *p, size_t condition, const char *text, int line, unsigned long times)
{
	conditions_tell(&p->told[condition], text, line, times);
}

/* -- readers --------------------------------------------------------------- */

static struct reader *
new_reader(struct parse *p, const char *key)
{
	struct reader *r = mem_zero(1, sizeof *r);

	memcpy(r->key, key, strlen(key) + 1);
	r->parse = p;
	return r;
}

/* The reader of that rank; without make only one that is there, else NULL. */
static struct reader *
reader_of(struct parse *p, const char *key, bool make)
{
	unsigned hash = 0;
	struct reader **at;

	if (*key == '\0')
		return p->plain;
	for (const char *k = key; *k; k++)
		hash = hash * 31 + (unsigned char)*k;
	at = &p->bucket[hash % (sizeof p->bucket / sizeof p->bucket[0])];
	for (; *at != NULL; at = &(*at)->next)
		if (strcmp((*at)->key, key) == 0)
			return *at;
	if (!make || p->readers >= STREAMS)
		return NULL;
	p->readers++;
	return *at = new_reader(p, key);
}

static size_t
first_bit(uint64_t bits)
{
	size_t i = 0;

	while (!(bits >> i & 1))
		i++;
	return i;
}

static void
deliver(struct reader *r, struct line *l)
{
	if (l->hits.conditions != 0)
		reader_condition(r, first_bit(l->hits.conditions), l->text, l->no, 1);
	if (r->collector != NULL)
		r->collector->line(r, l);
	if (l->hits.marks == 0) {
		if (r->hold != NULL)
			r->hold->line(r, l);
		return;
	}
	for (size_t i = 0; all[i] != NULL; i++)
		if (all[i] != r->collector && all[i]->line(r, l))
			return;
}

/* A whole log, or its table, on one line. */
static bool
collapsed(const struct line *l)
{
	bool heading = LINE_HAS(l, MARK_OPERATION) || LINE_HAS(l, MARK_ACCESS);

	if (LINE_HAS(l, MARK_CSV_MDTEST_RANK))
		return false;
	return l->hits.labels > 1 || (LINE_HAS(l, MARK_LAUNCHED) && LINE_HAS(l, MARK_SUMMARY)) ||
	       (heading && (LINE_HAS(l, MARK_WRITE) || LINE_HAS(l, MARK_READ)) &&
		   strstr(l->text, " ----") != NULL) ||
	       (LINE_HAS(l, MARK_IOR) && LINE_HAS(l, MARK_OPTIONS)) ||
	       (LINE_HAS(l, MARK_RESULT) && strstr(LINE_AT(l, MARK_RESULT) + 1, "[RESULT") != NULL);
}

/* hits.at is large, and only what is found is set. */
static void
scan_into(const struct parse *p, struct line *l, const char *text, size_t len)
{
	l->text = text;
	l->len = len;
	l->no = p->line;
	l->end = false;
	scan_line(p->scan, text, len, &l->hits);
}

static void
deliver_pieces(struct parse *p, struct reader *r, char *text, size_t len, bool io500)
{
	size_t from = 0, end, next;

	next = scan_start(p->scan, text, len, 0, io500, &end);
	while (from < len) {
		struct line piece;
		char kept;

		if (next == from)
			next = scan_start(p->scan, text, len, end, io500, &end);
		kept = text[next];
		text[next] = '\0';
		scan_into(p, &piece, text + from, next - from);
		deliver(r, &piece);
		text[next] = kept;
		from = next;
	}
}

static void
read_line(struct parse *p, char *text, size_t len)
{
	struct reader *r;
	struct line l;

	scan_into(p, &l, text, len);
	if (p->tidy.key[0] == '\0' && l.hits.marks == 0 && l.hits.conditions == 0 &&
	    p->plain->hold == NULL && p->plain->collector == NULL)
		return;
	r = reader_of(p, p->tidy.key, l.hits.marks != 0);
	if (r == NULL)
		r = p->plain;
	if (l.hits.marks != 0 && collapsed(&l))
		deliver_pieces(p, r, text, len, LINE_HAS(&l, MARK_RESULT));
	else
		deliver(r, &l);
}

/* -- the log --------------------------------------------------------------- */

static void
close_reader(struct parse *p, struct reader *r)
{
	struct line end = { .text = "", .no = p->line, .end = true };

	if (r->collector != NULL)
		r->collector->line(r, &end);
	for (int t = 0; t < TOOLS; t++)
		reader_close(r, (enum tool)t);
	free(r->table.text);
	free(r->access.text);
	free(r->csv.text);
	free(r);
}

static void
close_readers(struct parse *p)
{
	struct reader *next;

	close_reader(p, p->plain);
	for (size_t i = 0; i < sizeof p->bucket / sizeof p->bucket[0]; i++)
		for (struct reader *r = p->bucket[i]; r != NULL; r = next) {
			next = r->next;
			close_reader(p, r);
		}
	if (p->alone > 1)
		context_condition(p, conditions_index("singletons"),
		    "several ranks each say that they are the only one", 0, 1);
}

static void
tell_conditions(struct parse *p)
{
	for (size_t i = 0; i < conditions_count(); i++) {
		const struct condition *c = conditions_at(i);
		struct warning w;

		if (p->told[i].text == NULL)
			continue;
		w.code = (char *)c->code;
		w.line = p->told[i].line;
		w.text = conditions_sentence(c, &p->told[i]);
		p->conditions++;
		p->sink->condition(p->sink->arg, &w);
		free(w.text);
		free(p->told[i].text);
	}
}

static int
read_source(const struct scan *scan, struct source *s, const struct parse_sink *sink, size_t *lines,
    struct err *e)
{
	struct parse p = { .scan = scan, .sink = sink };
	char *line, *text;
	size_t len;
	int rc;

	p.plain = new_reader(&p, "");
	while ((rc = source_next(s, &line, &len, e)) > 0) {
		p.line++;
		text = tidy_line(&p.tidy, line, &len, source_unclean(s));
		if (text != NULL)
			read_line(&p, text, len);
	}
	text = tidy_rest(&p.tidy, &len);
	if (text != NULL)
		read_line(&p, text, len);
	if (source_cut(s))
		context_condition(&p, conditions_index("input-truncated"), "gzip", p.line, 1);
	close_readers(&p);
	tell_conditions(&p);
	tidy_free(&p.tidy);
	if (lines != NULL)
		*lines = (size_t)p.line;
	if (rc == 0 && p.runs == 0 && p.conditions == 0)
		return -ENODATA;
	return rc;
}

int
parse_each(const char *path, const struct parse_sink *sink, size_t *lines, struct err *e)
{
	struct scan *scan;
	struct source *s;
	int rc = source_open(path, &s, e);

	if (rc < 0)
		return rc;
	scan = scan_new();
	rc = read_source(scan, s, sink, lines, e);
	scan_free(scan);
	source_close(s);
	if (rc == -ENODATA)
		err_set(e, ENODATA, "%s: no benchmark output found",
		    strcmp(path, "-") == 0 ? "standard input" : path);
	return rc;
}

/* -- collecting ------------------------------------------------------------ */

struct entry {
	size_t serial;
	struct result r;
};
struct collect {
	struct entry *entry;
	size_t n, room;
	struct parsed *out;
	size_t condition_room;
};

static void
collect_run(void *arg, size_t serial, struct result *r)
{
	struct collect *c = arg;

	c->entry = mem_room(c->entry, c->n, &c->room, sizeof *c->entry);
	c->entry[c->n].serial = serial;
	c->entry[c->n++].r = *r;
	result_init(r);
}

static void
collect_condition(void *arg, const struct warning *w)
{
	struct collect *c = arg;
	struct parsed *out = c->out;
	struct warning *to;

	out->condition =
	    mem_room(out->condition, out->ncondition, &c->condition_room, sizeof *out->condition);
	to = &out->condition[out->ncondition++];
	to->code = mem_dup(w->code);
	to->text = mem_dup(w->text);
	to->line = w->line;
}

static int
by_serial(const void *a, const void *b)
{
	size_t x = ((const struct entry *)a)->serial, y = ((const struct entry *)b)->serial;

	return (x > y) - (x < y);
}

static int
collect(const struct scan *scan, struct source *s, struct parsed *out, struct err *e)
{
	struct collect c = { .out = out };
	struct parse_sink sink = { collect_run, collect_condition, &c };
	int rc = read_source(scan, s, &sink, &out->lines, e);

	if (c.n > 0)
		qsort(c.entry, c.n, sizeof *c.entry, by_serial);
	out->run = mem_zero(c.n + 1, sizeof *out->run);
	out->nrun = c.n;
	for (size_t i = 0; i < c.n; i++)
		out->run[i] = c.entry[i].r;
	free(c.entry);
	source_close(s);
	return rc;
}

int
parse_text_with(
    const struct scan *scan, const char *text, size_t len, struct parsed *out, struct err *e)
{
	int rc;

	memset(out, 0, sizeof *out);
	rc = collect(scan, source_memory(text, len), out, e);
	if (rc == -ENODATA)
		err_set(e, ENODATA, "no benchmark output found");
	return rc;
}

int
parse_text(const char *text, size_t len, struct parsed *out, struct err *e)
{
	struct scan *scan = scan_new();
	int rc = parse_text_with(scan, text, len, out, e);

	scan_free(scan);
	return rc;
}

int
parse_file(const char *path, struct parsed *out, struct err *e)
{
	struct scan *scan;
	struct source *s;
	int rc;

	memset(out, 0, sizeof *out);
	rc = source_open(path, &s, e);
	if (rc < 0)
		return rc;
	scan = scan_new();
	rc = collect(scan, s, out, e);
	scan_free(scan);
	if (rc == -ENODATA)
		err_set(e, ENODATA, "%s: no benchmark output found",
		    strcmp(path, "-") == 0 ? "standard input" : path);
	return rc;
}

void
parse_free(struct parsed *p)
{
	for (size_t i = 0; i < p->nrun; i++)
		result_free(&p->run[i]);
	for (size_t i = 0; i < p->ncondition; i++) {
		free(p->condition[i].code);
		free(p->condition[i].text);
	}
	free(p->run);
	free(p->condition);
	memset(p, 0, sizeof *p);
}

static const struct warning *
fatal_of(const struct warning *w, size_t n, const char **reason)
{
	for (size_t i = 0; i < n; i++) {
		const struct condition *c = conditions_find(w[i].code);

		if (c != NULL && c->reason != NULL) {
			*reason = c->reason;
			return &w[i];
		}
	}
	return NULL;
}

const struct warning *
parse_fatal(const struct parsed *p, const char **reason)
{
	const struct warning *w = fatal_of(p->condition, p->ncondition, reason);

	for (size_t i = 0; w == NULL && i < p->nrun; i++)
		w = fatal_of(p->run[i].warning, p->run[i].nwarning, reason);
	return w;
}
