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
 * Which words four bytes may be a part of, by their hash: most places of most lines are in no word
 * and cost a look into 16 KiB.  Only every second place is looked at, so two neighbours of a word
 * are entered.
 */
#define FOUR      4 /* bytes that are hashed; a shorter word is one only where the line begins */
#define HASH_BITS 14
#define CHAINS    256 /* several hashes may share one */

struct word {
	const char *text;
	size_t len, condition;
};

struct entry {
	uint32_t four;
	uint16_t word, next; /* next: 1 + its number, or 0 */
	unsigned char far;   /* the word begins so far before the four bytes */
};

struct scan {
	unsigned char chain[1 << HASH_BITS]; /* 0: in no word */
	uint16_t first[CHAINS];              /* as entry.next */
	struct word *word;                   /* those above, then the conditions' */
	struct entry *entry;
	size_t words, entries, word_room, entry_room;
};

static uint32_t
four_at(const char *p)
{
	uint32_t four;

	memcpy(&four, p, FOUR);
	return four;
}

static unsigned
hash(uint32_t four)
{
	return (uint32_t)(four * 2654435761u) >> (32 - HASH_BITS);
}

static void
enter(struct scan *s, size_t word, size_t far)
{
	uint32_t four = four_at(s->word[word].text + far);
	unsigned char *chain = &s->chain[hash(four)];

	if (*chain == 0)
		*chain = (unsigned char)(1 + word % (CHAINS - 1));
	s->entry = mem_room(s->entry, s->entries, &s->entry_room, sizeof *s->entry);
	s->entry[s->entries++] =
	    (struct entry){ four, (uint16_t)word, s->first[*chain], (unsigned char)far };
	s->first[*chain] = (uint16_t)s->entries;
}

/* Its first bytes are those of other words too: later ones are taken where it is long. */
static void
add_word(struct scan *s, const char *text, size_t condition, bool anywhere)
{
	size_t len = strlen(text), far = (len < 2 * FOUR + 1 ? len : 2 * FOUR + 1) - FOUR - 1;

	s->word = mem_room(s->word, s->words, &s->word_room, sizeof *s->word);
	s->word[s->words++] = (struct word){ text, len, condition };
	if (!anywhere || len <= FOUR)
		return;
	enter(s, s->words - 1, far);
	enter(s, s->words - 1, far + 1);
}

struct scan *
scan_new(void)
{
	struct scan *s = mem_zero(1, sizeof *s);
	const char *pattern;
	size_t condition;

	/* words without a mark only cut a log on one line */
	for (size_t i = 0; i < WORDS; i++)
		add_word(s, words[i].text, 0, words[i].mark != MARKS);
	for (size_t i = 0; (pattern = conditions_pattern(i, &condition)) != NULL; i++)
		add_word(s, pattern, condition, true);
	return s;
}

void
scan_free(struct scan *s)
{
	if (s == NULL)
		return;
	free(s->word);
	free(s->entry);
	free(s);
}

static bool
is_there(const struct word *w, const char *text, size_t len, size_t at)
{
	return len - at >= w->len && memcmp(text + at, w->text, w->len) == 0;
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
note_condition(size_t c, const char *text, size_t at, struct hits *out)
{
	const struct condition *condition = conditions_at(c);

	if (condition->meant == NULL || condition->meant(text, at))
		out->conditions |= (uint64_t)1 << c;
}

/* The first place of each counts. */
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
		note_condition(s->word[word].condition, text, at, out);
		return;
	}
	mark = words[word].mark;
	if (words[word].flags & BEGIN && !at_begin(text, at))
		return;
	if (mark >= MARK_DIR_CREATE && mark <= MARK_TREE_REMOVE)
		out->labels++;
	note_mark(out, mark, at);
}

/* The words of a chain that those four bytes are a part of. */
static void
look(const struct scan *s, const char *text, size_t len, size_t at, uint32_t four, struct hits *out)
{
	for (size_t i = s->first[s->chain[hash(four)]]; i != 0; i = s->entry[i - 1].next) {
		const struct entry *e = &s->entry[i - 1];

		if (e->four == four && at >= e->far &&
		    is_there(&s->word[e->word], text, len, at - e->far))
			note(s, text, e->word, at - e->far, out);
	}
}

/* Two places at a time: most lines have nothing to find in most of theirs. */
static void
look_everywhere(const struct scan *s, const char *text, size_t len, struct hits *out)
{
	size_t i;

	for (i = 0; i + 2 + FOUR <= len; i += 4) {
		uint32_t a = four_at(text + i), b = four_at(text + i + 2);

		if ((s->chain[hash(a)] | s->chain[hash(b)]) != 0) {
			look(s, text, len, i, a, out);
			look(s, text, len, i + 2, b, out);
		}
	}
	if (i + FOUR <= len)
		look(s, text, len, i, four_at(text + i), out);
}

/* Words that are too short to be looked for everywhere. */
static void
look_for_brackets(const struct scan *s, const char *text, size_t len, struct hits *out)
{
	size_t first = 0;

	while (first < len && (text[first] == ' ' || text[first] == '\t'))
		first++;
	if (first < len && (text[first] == '{' || text[first] == '['))
		for (size_t i = 0; i < WORDS; i++)
			if (s->word[i].len <= FOUR && is_there(&s->word[i], text, len, first))
				note(s, text, i, first, out);
	/* or where a line of a log with time stamps ends with it */
	if (len > 2 && text[len - 1] == '{' && text[len - 2] == ' ' &&
	    (text[0] == '[' || (text[0] >= '0' && text[0] <= '9')))
		note_mark(out, MARK_JSON, len - 1);
}

void
scan_line(const struct scan *s, const char *text, size_t len, struct hits *out)
{
	out->marks = out->conditions = 0;
	out->labels = 0;
	look_for_brackets(s, text, len, out);
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
	for (size_t at = from; at < len; at++)
		for (size_t i = 0; i < WORDS; i++)
			if (words[i].text[0] == text[at] && words[i].flags & START &&
			    (!io500 || is_io500(words[i].mark)) &&
			    is_there(&s->word[i], text, len, at)) {
				*end = at + s->word[i].len;
				return at;
			}
	*end = len;
	return len;
}
