#ifndef PARSE_CONDITIONS_H
#define PARSE_CONDITIONS_H

#include <stdbool.h>
#include <stddef.h>

/* What a condition does to the values of the run it happened in. */
enum condition_spoils { SPOILS_NOTHING, SPOILS_ALL, SPOILS_WRITE, SPOILS_READ };

/* A named state of affairs that logs tell in many words. */
struct condition {
	const char *code; /* stable: "no-slots" */
	const char
	    *reason; /* verdict's word where it makes the log no measurement; NULL: it does not */
	enum condition_spoils spoils;
	const char *what;   /* one clause */
	const char *advice; /* what to do about it */
	/* Does the line really mean it?  NULL: always.  Some patterns also occur in healthy logs.
	 */
	bool (*meant)(const char *text, size_t at);
};

/* A condition that a log told: the first line that did, and how often. */
struct told {
	char *text; /* NULL: it did not */
	int line;
	unsigned long times;
};
/* The line is shortened, without control characters. */
void conditions_tell(struct told *t, const char *text, int line, unsigned long times);
/* What it is, what told it and what to do about it; caller frees. */
char *conditions_sentence(const struct condition *c, const struct told *t);

#define CONDITIONS_MOST 64
size_t conditions_count(void);
const struct condition *conditions_at(size_t i);
const struct condition *conditions_find(const char *code); /* NULL where there is none */
size_t conditions_index(const char *code);                 /* of a code that exists */

/* The i-th pattern and the condition it stands for; NULL after the last. */
const char *conditions_pattern(size_t i, size_t *condition);

#endif
