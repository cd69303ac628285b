#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H

#include <stddef.h>

#include "compare/verdict.h"

/* How a line is to be coloured and marked. */
enum tone { TONE_GOOD, TONE_BAD, TONE_WARN, TONE_NOTE, TONE_DULL };

enum tone words_tone(enum outcome o);
enum tone words_word_tone(enum word w);
const char *words_tone_name(enum tone t); /* "good", "bad", "warn", "note", "dull": class names */
const char *words_side(enum slow_side s); /* of a slow node: where it lies, for a person */
const char *words_mark(
    enum outcome o); /* one UTF-8 character that tells outcomes apart without colour */
const char *words_outcome_help(enum outcome o); /* what the outcome means, for a person */

/* Metric id "ior-fpp/write": what is done ("write"), and the step it is done in ("ior-fpp"; caller
 * frees). */
const char *words_metric(const char *id);
char *words_step(const char *id);

/* A caveat code of a session's metric: a few words, and a sentence.  Unknown codes are their own
 * words. */
const char *words_caveat(const char *code);
const char *words_caveat_help(const char *code);

/* An environment key: "fs.options" is "mount options". */
const char *words_env(const char *key);

/* Into buf: "-31.2 %", "+4.0 %", "12.5 times"; "-" for NAN. */
char *words_change(char *buf, size_t size, double ratio);
/* "2 min 3 s" */
char *words_duration(char *buf, size_t size, double seconds);
/* "2026-11-30 18:58 UTC" */
char *words_time(char *buf, size_t size, long long t);

#endif
