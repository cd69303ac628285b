#ifndef CMD_PILOT_H
#define CMD_PILOT_H

struct failure;
struct session;
struct site;

/*
 * Size every step of site's plan to the target by short trials of it, and put the exact commands
 * into session's recipe.  0 or -1 with f.
 */
int pilot_size(struct site *site, struct session *session, struct failure *f);

/*
 * Whether what the recipe needs fits into what the target has free (a quarter for new recipes, all
 * of it for one that is frozen); a full target is told before anything is made on it.  0 or -1 with
 * f.
 */
int pilot_room(const struct site *site, const struct session *session, struct failure *f);

#endif
