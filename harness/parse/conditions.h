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

size_t conditions_count(void); /* at most 64 */
const struct condition *conditions_at(size_t i);
const struct condition *conditions_find(const char *code); /* NULL where there is none */
size_t conditions_index(const char *code);                 /* of a code that exists */

/* The i-th pattern and the condition it stands for; NULL after the last. */
const char *conditions_pattern(size_t i, size_t *condition);

#endif
