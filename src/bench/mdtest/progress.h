#ifndef MDTEST_PROGRESS_H
#define MDTEST_PROGRESS_H

struct job;

/* With -vv on a terminal, a line on stderr that says what rank 0 is at; nothing anywhere else. */
void progress_phase(const struct job *j, const char *metric); /* a phase begins */
void progress_end(const struct job *j);                       /* clear the line */

#endif
