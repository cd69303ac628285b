#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "parse/conditions.h"
#include "parse/scan.h"

#define START 1 /* a line of the log begins here: used where a log was collapsed to one line */
#define BEGIN 2 /* counts only at the beginning of the line */

static const struct {
	const char *text;
	enum mark mark;
	unsigned flags;
} words[] = {
	{ "-- started at ", MARK_STARTED, START },
	{ "-- finished at ", MARK_FINISHED, START },
	{ " was launched with ", MARK_LAUNCHED, 0 },
	{ "mdtest-", MARKS, START },
	{ " tasks, ", MARK_TASKS, 0 },
	{ "SUMMARY", MARK_SUMMARY, START },
	{ "LATENCY (in us):", MARK_LATENCY, START },
	{ "ops/sec", MARK_SECONDS, 0 },
	{ "Continue stonewall hit", MARK_STONEWALL, START },
	{ "read_bytes  ", MARK_READBYTES, 0 },
	{ "Directory creation", MARK_DIR_CREATE, START },
	{ "Directory stat", MARK_DIR_STAT, START },
	{ "Directory rename", MARK_DIR_RENAME, START },
	{ "Directory removal", MARK_DIR_REMOVE, START },
	{ "File creation", MARK_FILE_CREATE, START },
	{ "File create (stonewall)", MARK_FILE_CREATE_STONEWALL, START },
	{ "File stat", MARK_FILE_STAT, START },
	{ "File read", MARK_FILE_READ, START },
	{ "File removal", MARK_FILE_REMOVE, START },
	{ "Tree creation", MARK_TREE_CREATE, START },
	{ "Tree removal", MARK_TREE_REMOVE, START },
	{ "Command line", MARK_COMMAND, START },
	{ "Path:", MARK_PATH, START },
	{ "Path ", MARK_PATH, START },
	{ "Used FS:", MARK_USEDFS, 0 },
	{ "Operation ", MARK_OPERATION, START },
	{ "MPI Coordinated Test of Parallel I/O", MARK_IOR, 0 },
	{ "IOR-", MARKS, START },
	{ "Began", MARK_BEGAN, START },
	{ "Run began:", MARK_BEGAN, START },
	{ "\"Began\"", MARKS, 0 },
	{ "Finished", MARK_IOR_FINISHED, START },
	{ "Run finished:", MARK_IOR_FINISHED, START },
	{ "Summary:", MARK_OPTIONS, START },
	{ "Options:", MARK_OPTIONS, START },
	{ "TestID ", MARK_TESTID, START },
	{ "Test ", MARK_TEST, 0 },
	{ "access ", MARK_ACCESS, START },
	{ "write ", MARK_WRITE, START },
	{ "read ", MARK_READ, START },
	{ "remove ", MARK_REMOVE, START },
	{ "Max Write:", MARK_MAX_WRITE, START },
	{ "Max Read:", MARK_MAX_READ, START },
	{ "actual aggregate bytes moved", MARK_MOVED, 0 },
	{ "EXCEL", MARK_EXCEL, 0 },
	{ "XXCEL", MARK_EXCEL, 0 },
	{ "access,bw(MiB/s)", MARK_CSV_IOR, 0 },
	{ "access,rank,", MARK_CSV_IOR_RANK, 0 },
	{ "rank,items,", MARK_CSV_MDTEST_RANK, 0 },
	{ "{", MARK_JSON, BEGIN },
	{ "[RESULT", MARK_RESULT, START },
	{ "[      ] ", MARK_EXTRA, START },
	{ "[ ] ", MARK_EXTRA, START },
	{ "[SCORE", MARK_SCORE, START },
	{ "IO500 version", MARK_IO500, START },
	{ "e BW:", MARK_2017_BW, 0 },
	{ "d BW:", MARK_2017_BW, 0 },
	{ " IOPs:", MARK_2017_IOPS, 0 },
	{ "IO-500 ", MARK_2017_SCORE, 0 },
	{ "[", MARK_INI_SECTION, BEGIN },
	{ "score ", MARK_INI_VALUE, BEGIN },
	{ "SCORE ", MARK_INI_VALUE, BEGIN },
	{ "t_delta ", MARK_INI_VALUE, BEGIN },
};
#define WORDS (sizeof words / sizeof words[0])

_Static_assert(MARKS <= 64, "a bit for every mark");

/*
 * A trie of all words, and a table that says for the hash of four bytes how far before them a word
 * may begin: most places of most lines are in no word and cost a look into 16 KiB.
 */
#define FOUR      4 /* bytes that are hashed; a shorter word is one only where the line begins */
#define HASH_BITS 14

struct scan {
	unsigned char before[1 << HASH_BITS]; /* bit k: k bytes */
	unsigned char class[256];             /* 0: in no word */
	size_t classes, states;
	uint16_t *next;      /* next[state * classes + class]; 0: no word goes on so */
	uint16_t *word;      /* by state: 1 + number of the word that ends there, or 0 */
	uint16_t *condition; /* by word beyond WORDS */
	unsigned char *from; /* by word: the first of its two places that are hashed */
};

static const char *
word_at(size_t i)
{
	size_t condition;

	return i < WORDS ? words[i].text : conditions_pattern(i - WORDS, &condition);
}

static size_t
total_length(size_t *nword)
{
	size_t n = 0, i;
	const char *w;

	for (i = 0; (w = word_at(i)) != NULL; i++)
		n += strlen(w);
	*nword = i;
	return n;
}

static void
number_classes(struct scan *s)
{
	const char *w;

	s->classes = 1;
	for (size_t i = 0; (w = word_at(i)) != NULL; i++)
		for (; *w; w++)
			if (s->class[(unsigned char)*w] == 0)
				s->class[(unsigned char)*w] = (unsigned char)s->classes++;
}

static unsigned
hash_at(const char *p)
{
	uint32_t four;

	memcpy(&four, p, FOUR);
	return (uint32_t)(four * 2654435761u) >> (32 - HASH_BITS);
}

/*
 * Only every second place of a line is hashed, so two neighbours of a word are entered.  Its first
 * bytes are those of other words too: later ones are taken where it is long.
 */
static void
enter(struct scan *s, size_t i)
{
	const char *w = word_at(i);
	size_t len = strlen(w), from = (len < 2 * FOUR + 1 ? len : 2 * FOUR + 1) - FOUR - 1;

	s->from[i] = (unsigned char)from;
	for (size_t k = from; k <= from + 1; k++)
		s->before[hash_at(w + k)] |= (unsigned char)(1u << k);
}

static void
add_word(struct scan *s, size_t i)
{
	const char *w = word_at(i);
	size_t state = 0, condition = 0;

	/* words without a mark only cut a log on one line */
	if (strlen(w) > FOUR && (i >= WORDS || words[i].mark != MARKS))
		enter(s, i);
	for (; *w; w++) {
		uint16_t *to = &s->next[state * s->classes + s->class[(unsigned char)*w]];

		if (*to == 0)
			*to = (uint16_t)s->states++;
		state = *to;
	}
	s->word[state] = (uint16_t)(i + 1);
	if (i >= WORDS) {
		conditions_pattern(i - WORDS, &condition);
		s->condition[i] = (uint16_t)condition;
	}
}

struct scan *
scan_new(void)
{
	struct scan *s = mem_zero(1, sizeof *s);
	size_t nword, most = total_length(&nword) + 1;

	number_classes(s);
	s->states = 1;
	s->next = mem_zero(most * s->classes, sizeof *s->next);
	s->word = mem_zero(most, sizeof *s->word);
	s->condition = mem_zero(nword, sizeof *s->condition);
	s->from = mem_zero(nword, sizeof *s->from);
	for (size_t i = 0; i < nword; i++)
		add_word(s, i);
	return s;
}

void
scan_free(struct scan *s)
{
	if (s == NULL)
		return;
	free(s->next);
	free(s->word);
	free(s->condition);
	free(s->from);
	free(s);
}

static bool
at_begin(const char *text, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (text[i] != ' ' && text[i] != '\t')
			return false;
	return true;
}

static void
note_condition(const struct scan *s, const char *text, size_t word, size_t at, struct hits *out)
{
	unsigned c = s->condition[word];

	const struct condition *condition = conditions_at(c);

	if (condition->meant == NULL || condition->meant(text, at))
		out->conditions |= (uint64_t)1 << c;
}

static void
note_mark(struct hits *out, unsigned mark, size_t at)
{
	if (SCAN_HAS(out, mark) && out->at[mark] <= at)
		return;
	out->marks |= (uint64_t)1 << mark;
	out->at[mark] = (uint32_t)at;
}

static void
note(const struct scan *s, const char *text, size_t word, size_t at, struct hits *out)
{
	unsigned mark;

	if (word >= WORDS) {
		note_condition(s, text, word, at, out);
		return;
	}
	mark = words[word].mark;
	if (mark == MARKS || (words[word].flags & BEGIN && !at_begin(text, at)))
		return;
	if (mark >= MARK_DIR_CREATE && mark <= MARK_TREE_REMOVE)
		out->labels++;
	note_mark(out, mark, at);
}

#define ANY 0xff

/* Every word that begins at that place, of those that are hashed `far` bytes behind it, or of all.
 */
static void
look(const struct scan *s, const char *text, size_t len, size_t at, unsigned far, struct hits *out)
{
	size_t state = 0;

	for (size_t i = at; i < len; i++) {
		size_t w;

		state = s->next[state * s->classes + s->class[(unsigned char)text[i]]];
		if (state == 0)
			return;
		w = s->word[state];
		if (w != 0 && (far == ANY || far - s->from[w - 1] <= 1))
			note(s, text, w - 1, at, out);
	}
}

static void
look_before(const struct scan *s, const char *text, size_t len, size_t at, unsigned before,
    struct hits *out)
{
	for (unsigned far = 0; before != 0; far++, before >>= 1)
		if (before & 1 && far <= at)
			look(s, text, len, at - far, far, out);
}

/* Two places at a time: most lines have nothing to find in most places. */
static void
look_everywhere(const struct scan *s, const char *text, size_t len, struct hits *out)
{
	size_t i;

	for (i = 0; i + 2 + FOUR <= len; i += 4) {
		unsigned a = s->before[hash_at(text + i)], b = s->before[hash_at(text + i + 2)];

		if ((a | b) != 0) {
			look_before(s, text, len, i, a, out);
			look_before(s, text, len, i + 2, b, out);
		}
	}
	if (i + FOUR <= len)
		look_before(s, text, len, i, s->before[hash_at(text + i)], out);
}

void
scan_line(const struct scan *s, const char *text, size_t len, struct hits *out)
{
	size_t first;

	out->marks = out->conditions = 0;
	out->labels = 0;
	/* short words are marks only where the line begins */
	for (first = 0; first < len && (text[first] == ' ' || text[first] == '\t'); first++)
		;
	if (first < len && (text[first] == '{' || text[first] == '['))
		look(s, text, len, first, ANY, out);
	/* or where a line of a log with time stamps ends with it */
	if (len > 2 && text[len - 1] == '{' && text[len - 2] == ' ' &&
	    (text[0] == '[' || (text[0] >= '0' && text[0] <= '9')))
		note_mark(out, MARK_JSON, len - 1);
	look_everywhere(s, text, len, out);
}

static bool
is_io500(enum mark mark)
{
	return mark == MARK_RESULT || mark == MARK_EXTRA || mark == MARK_SCORE ||
	       mark == MARK_IO500;
}

size_t
scan_start(const struct scan *s, const char *text, size_t len, size_t from, bool io500, size_t *end)
{
	for (size_t at = from; at < len; at++) {
		size_t state = 0;

		for (size_t i = at; i < len; i++) {
			size_t w;

			state = s->next[state * s->classes + s->class[(unsigned char)text[i]]];
			if (state == 0)
				break;
			w = s->word[state];
			if (w != 0 && w <= WORDS && words[w - 1].flags & START &&
			    (!io500 || is_io500(words[w - 1].mark))) {
				*end = i + 1;
				return at;
			}
		}
	}
	*end = len;
	return len;
}
