/* What every release of IOR prints around its tables: banner, options, last lines. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/date.h"
#include "parse/ior.h"
#include "parse/iortable.h"
#include "parse/number.h"

#define MIB (1024.0 * 1024)

static struct run *
current(struct reader *r, const struct line *l)
{
	return reader_run(r, TOOL_IOR, "ior", "ior4", l->no);
}

/* -- options --------------------------------------------------------------- */

/* What stands behind a key. */
enum form { TEXT, TASKS, SIZE, TRANSFER, CLIENTS, PATTERN };

static const struct key {
	const char *key, *setting; /* setting: NULL where it is of no use */
	enum form form;
} keys[] = {
	/* longer ones before their beginnings */
	{ "aggregate filesize", "aggregate", SIZE },
	{ "test filename", "file", TEXT },
	{ "clients per node", "tasks-per-node", TEXT },
	{ "ordering in a file", "ordering", TEXT },
	{ "ordering inter file", "ordering-inter-file", TEXT },
	{ "stonewallingTime", "stonewall", TEXT },
	{ "Using stonewalling", "stonewall", TEXT },
	{ "apiVersion", NULL, TEXT },
	{ "api", "api", TEXT },
	{ "access", "access", TEXT },
	{ "type", "type", TEXT },
	{ "clients", "clients", CLIENTS },
	{ "pattern", "pattern", PATTERN },
	{ "segments", "segments", TEXT },
	{ "nodes", "nodes", TEXT },
	{ "tasks", "tasks", TASKS },
	{ "repetitions", "iterations", TEXT },
	{ "xfersize", "transfer", TRANSFER },
	{ "blocksize", "block", SIZE },
	{ "memoryBuffer", NULL, TEXT },
	{ "dataAccess", NULL, TEXT },
	{ "GPUDirect", NULL, TEXT },
	{ "task offset", NULL, TEXT },
	{ "reorder random seed", NULL, TEXT },
	{ "stoneWallingWearOut", NULL, TEXT },
	{ "verbose", NULL, TEXT },
	{ "dryRun", NULL, TEXT },
};
#define KEYS (sizeof keys / sizeof keys[0])

/* "1 MiB", "3.12 GiB", "47008 bytes" in bytes; NAN where it is no size. */
static double
size_of(const char *text)
{
	static const struct {
		const char *unit;
		double bytes;
	} unit[] = { { "bytes", 1 }, { "KiB", 1024 }, { "MiB", MIB }, { "GiB", MIB * 1024 },
		{ "TiB", MIB * MIB }, { "PiB", MIB * MIB * 1024 } };
	char *end;
	double v = strtod(text, &end);

	if (end == text)
		return NAN;
	while (*end == ' ')
		end++;
	for (size_t i = 0; i < sizeof unit / sizeof unit[0]; i++)
		if (str_starts(end, unit[i].unit))
			return v * unit[i].bytes;
	return *end == '\0' ? v : NAN;
}

static double
setting(const struct run *run, const char *key)
{
	const char *text = result_get(&run->r, key);

	return text != NULL ? atof(text) : NAN;
}

/* Bytes of one iteration.  Sizes are printed with two decimals: whole segments make them exact. */
static void
count_bytes(struct run *run)
{
	double all = setting(run, "aggregate"),
	       base = setting(run, "block") * setting(run, "tasks"), n;

	if (isnan(all) || isnan(base) || base <= 0 || all <= 0) {
		run->items = all > 0 ? all : NAN;
		return;
	}
	n = floor(all / base + 0.5);
	run->items = n >= 1 && fabs(n * base - all) <= 0.006 * all ? n * base : all;
	if (n >= 1 && result_get(&run->r, "segments") == NULL && run->items == n * base)
		run_whole(run, "segments", n);
}

static void
set_clients(struct run *run, const char *value)
{
	const char *per = strchr(value, '(');
	long tasks = atol(value), node = per != NULL ? atol(per + 1) : 0;

	if (tasks <= 0)
		return;
	result_set(&run->r, "tasks", "%ld", tasks);
	if (node > 0) {
		result_set(&run->r, "tasks-per-node", "%ld", node);
		/* 2.x and 3.x print how many are on the first task's node: exact only where all are
		 * alike */
		if (run->hosts.n == 0)
			result_set(&run->r, "nodes", "%ld", (tasks + node - 1) / node);
	}
}

static void
set_pattern(struct run *run, const char *value)
{
	const char *n = strchr(value, '(');

	if (n != NULL && atol(n + 1) > 0)
		result_set(&run->r, "segments", "%ld", atol(n + 1));
}

static void
set_option(struct run *run, const struct key *key, const char *value, size_t len)
{
	char text[4096];
	double bytes;

	while (len > 0 && isspace((unsigned char)*value)) {
		value++;
		len--;
	}
	len = strnlen(value, len < sizeof text ? len : sizeof text - 1);
	memcpy(text, value, len);
	text[len] = '\0';
	if (key->form == CLIENTS)
		set_clients(run, text);
	else if (key->form == PATTERN)
		set_pattern(run, text);
	else if (key->form != SIZE && key->form != TRANSFER)
		run_set(run, key->setting, text, len);
	else if (!isnan(bytes = size_of(text)) && bytes >= 0)
		run_whole(run, key->setting, bytes);
	/* what the bytes of one iteration follow from */
	if (key->form == SIZE || key->form == CLIENTS || key->form == TASKS)
		count_bytes(run);
}

void
ior_setting(struct run *run, const char *key, const char *value, size_t len)
{
	for (size_t i = 0; i < KEYS; i++)
		if (keys[i].key[0] == key[0] && strcmp(keys[i].key, key) == 0 &&
		    keys[i].setting != NULL)
			set_option(run, &keys[i], value, len);
}

/* The next "key = value" or "key : value" at or behind p: its number, or KEYS; *value behind the
 * sign. */
static size_t
next_key(const char *text, const char **at, const char **value)
{
	if (strpbrk(text, "=:") == NULL)
		return KEYS;
	for (const char *p = text; *p; p++) {
		if (p > text && !isspace((unsigned char)p[-1]))
			continue;
		for (size_t i = 0; i < KEYS; i++) {
			const char *q;

			if (*p != keys[i].key[0] || !str_starts(p, keys[i].key))
				continue;
			q = p + strlen(keys[i].key);
			q += strspn(q, " \t");
			if (*q != '=' && *q != ':')
				continue;
			*at = p;
			*value = q + 1;
			return i;
		}
	}
	return KEYS;
}

/* One option a line, or all of them where a log was collapsed. */
static int
options(struct reader *r, const struct line *l)
{
	const char *at, *value, *next, *next_value;
	size_t i = next_key(l->text, &at, &value), j;
	struct run *run = r->run[TOOL_IOR];

	/* "Options:" heads many a list: the first line below it tells whether it is IOR's */
	if (run == NULL && i < KEYS && strcmp(keys[i].key, "api") == 0) {
		run = current(r, l);
		run->header = true;
	}
	if (run == NULL) {
		r->options = false;
		r->hold = NULL;
	}
	if (i == KEYS || run == NULL)
		return 0;
	while (i < KEYS) {
		j = next_key(value, &next, &next_value);
		if (keys[i].setting != NULL)
			set_option(run, &keys[i], value,
			    j < KEYS ? (size_t)(next - value) : strlen(value));
		i = j;
		at = next;
		value = next_value;
	}
	return 1;
}

#define HOSTS_MOST 2048

/* "task 12 on node7" of -v -v: the nodes themselves. */
static int
host(struct run *run, const char *text)
{
	const char *name;
	char *end;

	text += strspn(text, " \t");
	if (!str_starts(text, "task ") || !isdigit((unsigned char)text[5]))
		return 0;
	strtol(text + 5, &end, 10);
	if (!str_starts(end, " on ") || strchr(end + 4, ' ') != NULL)
		return 0;
	name = end + 4;
	for (size_t i = run->hosts.n; i-- > 0;)
		if (strcmp(run->hosts.v[i], name) == 0)
			return 1;
	if (run->hosts.n < HOSTS_MOST) {
		strv_add(&run->hosts, "%s", name);
		result_set(&run->r, "nodes", "%zu", run->hosts.n);
	}
	return 1;
}

/* -- banner and last lines
 * ------------------------------------------------------------------------------------- */

static int
banner(struct reader *r, const struct line *l)
{
	const char *end = LINE_AT(l, MARK_IOR), *from = end;
	struct run *run;

	while (from > l->text && !str_starts(from, "IOR-"))
		from--;
	if (!str_starts(from, "IOR-") || !isdigit((unsigned char)from[4]))
		return 0;
	reader_close(r, TOOL_MDTEST);
	run = reader_begin(r, TOOL_IOR, "ior", "ior4", l->no);
	run->r.version = mem_fmt("%.*s", (int)strcspn(from + 4, ": "), from + 4);
	run->header = true;
	r->options = true;
	r->hold = parse_find("ior");
	return 1;
}

static bool
is_ior(const char *command)
{
	const char *end, *base;

	command += strspn(command, " ");
	end = command + strcspn(command, " ");
	for (base = end; base > command && base[-1] != '/'; base--)
		;
	return (size_t)(end - base) == 3 &&
	       (strncmp(base, "IOR", 3) == 0 || strncmp(base, "ior", 3) == 0);
}

static int
command(struct reader *r, const struct line *l)
{
	const char *from = strchr(LINE_AT(l, MARK_COMMAND), ':');
	struct run *run = r->run[TOOL_IOR];

	if (from == NULL)
		return 0;
	/* a copy may lack the banner */
	if ((run == NULL || run->table) && is_ior(from + 1)) {
		run = reader_begin(r, TOOL_IOR, "ior", "ior4", l->no);
		run->header = true;
		r->options = true;
	}
	if (run == NULL || r->latest != TOOL_IOR || run->table)
		return 0;
	run_set(run, "command", from + 1, strlen(from + 1));
	return 1;
}

static int
began(struct reader *r, const struct line *l)
{
	const char *from = strchr(LINE_AT(l, MARK_BEGAN), ':');
	struct run *run = r->run[TOOL_IOR];
	double when = from != NULL ? date_read(from + 1) : NAN;

	if (run == NULL || isnan(when))
		return 0;
	run_set(run, "started", from + 1, strlen(from + 1));
	run->started = when;
	return 1;
}

static int
finished(struct reader *r, const struct line *l)
{
	const char *from = strchr(LINE_AT(l, MARK_IOR_FINISHED), ':');
	struct run *run = r->run[TOOL_IOR];
	double when = from != NULL ? date_read(from + 1) : NAN;

	if (run == NULL || isnan(when))
		return 0;
	for (; run != NULL; run = run->next) {
		run_set(run, "finished", from + 1, strlen(from + 1));
		run->finished = true;
		run->ended = when;
	}
	r->options = false;
	r->hold = NULL;
	return 1;
}

static int
path(struct reader *r, const struct line *l)
{
	const char *from = LINE_AT(l, MARK_PATH) + 4;
	struct run *run = r->run[TOOL_IOR];

	if (run == NULL || r->latest != TOOL_IOR || !r->options)
		return 0;
	from += strspn(from, " ");
	if (*from != ':')
		return 0;
	run_set(run, "path", from + 1, strlen(from + 1));
	return 1;
}

/* "TestID : 1", "Test 1 started:": one program may run several tests. */
static int
test(struct reader *r, const char *text, const struct line *l)
{
	struct run *run = r->run[TOOL_IOR];
	long id;

	text += strspn(text, " :\t");
	if (run == NULL || run->finished || !isdigit((unsigned char)*text))
		return 0;
	id = atol(text);
	if (run->test >= 0 && run->test != id)
		run = reader_fork(r, TOOL_IOR, l->no);
	run->test = id;
	r->options = true;
	r->hold = parse_find("ior");
	return 1;
}

/* "Summary:" (2.x, 3.0, 3.1) and "Options:" (3.2 and later) head the options of a test. */
static int
section(struct reader *r, const struct line *l)
{
	struct run *run = r->run[TOOL_IOR];

	if (run != NULL && run->finished) {
		reader_close(r, TOOL_IOR);
		run = NULL;
	} else if (run != NULL && run->table && run->test < 0) {
		run = reader_fork(r, TOOL_IOR, l->no);
	}
	if (run != NULL)
		run->header = true;
	r->options = true;
	r->hold = parse_find("ior");
	if (run != NULL || strchr(LINE_AT(l, MARK_OPTIONS), '=') != NULL)
		options(r, l);
	return 1;
}

static int
max_rate(struct reader *r, const struct line *l, enum mark mark)
{
	const char *name = mark == MARK_MAX_WRITE ? "write" : "read",
		   *from = strchr(LINE_AT(l, mark), ':');
	struct run *run = r->run[TOOL_IOR];
	double v = number_at(from + 1);
	struct metric *m;

	if (run == NULL || isnan(v))
		return 0;
	m = run_metric(run, name, "B/s", l->no);
	if (isnan(m->max)) {
		m->max = v * MIB;
		m->line = l->no;
	}
	if (m->work == 0 && run->items > 0)
		m->work = run->items;
	return 1;
}

static int
moved(struct reader *r, const struct line *l)
{
	const char *from = strchr(LINE_AT(l, MARK_MOVED), '=');
	struct run *run = r->run[TOOL_IOR];

	if (run == NULL || from == NULL)
		return 0;
	run->moved = number_at(from + 1);
	run->stonewalled = true;
	return 1;
}

static int
head(struct reader *r, struct line *l)
{
	struct run *run = r->run[TOOL_IOR];

	if (LINE_HAS(l, MARK_IOR))
		return banner(r, l);
	if (LINE_HAS(l, MARK_COMMAND))
		return command(r, l);
	if (LINE_HAS(l, MARK_OPTIONS))
		return section(r, l);
	if (run == NULL)
		return r->options ? options(r, l) : 0;
	if (LINE_HAS(l, MARK_BEGAN) && began(r, l))
		return 1;
	if (LINE_HAS(l, MARK_IOR_FINISHED) && finished(r, l))
		return 1;
	if (LINE_HAS(l, MARK_TESTID))
		return test(r, LINE_AT(l, MARK_TESTID) + 6, l);
	if (LINE_HAS(l, MARK_TEST) && strstr(LINE_AT(l, MARK_TEST), " started:") != NULL)
		return test(r, LINE_AT(l, MARK_TEST) + 4, l);
	if (LINE_HAS(l, MARK_PATH) && path(r, l))
		return 1;
	if (LINE_HAS(l, MARK_MAX_WRITE))
		return max_rate(r, l, MARK_MAX_WRITE);
	if (LINE_HAS(l, MARK_MAX_READ))
		return max_rate(r, l, MARK_MAX_READ);
	if (LINE_HAS(l, MARK_MOVED))
		return moved(r, l);
	if (!r->options || iortable_is_access(l))
		return 0;
	return options(r, l) || host(run, l->text);
}

const struct parse_ops parse_ior = { "ior", "banner, options and last lines of any IOR", head };
