#ifndef CORE_STOP_H
#define CORE_STOP_H

/*
 * SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 (a scheduler's time limit) ask for an orderly stop:
 * loops look at stop_asked() and unwind, so that what they made is removed.  SIGPIPE is ignored.
 * The one variable outside a function in this project is the flag that the handler sets.
 */
void stop_install(void);
int stop_asked(void); /* 0, or the number of the first signal that arrived */

#endif
