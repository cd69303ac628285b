#ifndef CMD_SECOND_H
#define CMD_SECOND_H

struct failure;
struct judging;
struct run_outcome;
struct site;

/*
 * The second look: where a judged metric of a tool is below tolerance, every step of that tool once
 * more, a minute later (CHECK_FS_SECOND_LOOK_WAIT: seconds); out->verdicts is then that of both
 * looks.  0 or -1 with f.
 */
int second_look(
    struct site *site, const struct judging *j, struct run_outcome *out, struct failure *f);

#endif
