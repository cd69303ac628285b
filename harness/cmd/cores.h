#ifndef CMD_CORES_H
#define CMD_CORES_H

/*
 * Physical cores that this process may use: those of its affinity mask (two hyperthreads of one
 * core count once), no more than its control groups' share of CPU time.  At least 1.
 */
int cores_usable(void);

/* Ranks to start where nobody said: the cores, at most 16. */
int cores_ranks(void);

#endif
