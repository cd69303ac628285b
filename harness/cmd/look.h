#ifndef CMD_LOOK_H
#define CMD_LOOK_H

#include <stdbool.h>

struct failure;
struct session;
struct site;

/*
 * One look: the steps of session's recipe in their order, those of one tool or (NULL) all, measured
 * into session. Logs are called PREFIX NAME.log.  A directory on the target goes when its last step
 * is done, and the file system is synced between steps.  0 or -1 with f; what was measured before
 * is in session.
 */
int look_take(struct site *site, struct session *session,
    bool (*wanted)(const char *tool, const void *arg), const void *arg, const char *prefix,
    struct failure *f);

/* Every command of the recipe belongs to a step of the plan.  0 or -1 with f. */
int look_check(const struct site *site, const struct session *session, struct failure *f);

/* Seconds that a look at session's recipe should take; its commands belong to steps of the plan. */
double look_seconds(const struct site *site, const struct session *session);

/* A session without values that is to be measured as first was: the same commands, the same
 * surroundings. */
struct session *look_again(const struct session *first);

#endif
