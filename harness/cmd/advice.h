#ifndef CMD_ADVICE_H
#define CMD_ADVICE_H

struct progress;
struct run_outcome;
struct session;
struct settings;

/* A run without a baseline says what to type so that the next one has something to be compared
 * with. */
void advice_take(const struct settings *set, struct run_outcome *out);

/* The same for one that was recorded earlier. */
void advice_recorded(const struct settings *set, struct run_outcome *out);

/* A machine without a baseline whose device another machine's baseline knows: most likely only its
 * name is new. */
void advice_like(const struct settings *set, struct session *session, struct progress *p);

#endif
