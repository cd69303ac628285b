#ifndef PAR_PAR_H
#define PAR_PAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct par; /* a group of ranks; every call below that takes one is collective over it, unless it
	       says "local" */

/* Local, before par_init: the rank that the launcher's environment tells; 0 where it tells none. */
int par_launched_rank(void);

/*
 * Start up.  Where no launcher started this process, there is one rank and MPI is not initialised
 * at all. Where a launcher did but MPI sees one rank of several (srun without matching PMI),
 * -EPROTO: N silent singletons are refused.
 */
int par_init(int *argc, char ***argv, struct err *e);
void par_fini(void);
void par_exit(int status)
    __attribute__((noreturn)); /* par_fini and exit: every rank, the same status */

const struct par *par_world(void); /* local */
/* Ranks 0..n-1 of p; NULL on the others.  Free with par_drop (NULL is fine). */
struct par *par_first(const struct par *p, int n);
void par_drop(struct par *p);

/* Local */
int par_rank(const struct par *p);
int par_size(const struct par *p);
int par_nodes(const struct par *p);             /* distinct hosts */
int par_node(const struct par *p, int rank);    /* which of them, from 0 in order of first rank */
int par_on_node(const struct par *p, int node); /* ranks there */
const char *par_host(
    const struct par *p, int rank); /* host name; but for rank 0: of the own rank only */

void par_barrier(const struct par *p);
void par_bcast(const struct par *p, void *data, size_t size); /* from rank 0 */
double par_max(const struct par *p, double x);                /* on every rank */
double par_min(const struct par *p, double x);
uint64_t par_sum(const struct par *p, uint64_t x);
/* Element by element into out[n] on rank 0 (may be x); one message exchange for all of them. */
void par_max_root(const struct par *p, const double *x, double *out, size_t n);
void par_min_root(const struct par *p, const double *x, double *out, size_t n);
void par_sum_root(const struct par *p, const uint64_t *x, uint64_t *out, size_t n);
void par_gather(const struct par *p, const void *mine, size_t size,
    void *all); /* all[size * par_size] on rank 0 */

/*
 * How far this rank's clocks are ahead of rank 0's, in seconds: the monotonic one (subtract it from
 * clock_now() and all ranks share one clock) and the calendar one.  Measured with each node's first
 * rank; 0 on one node.  Returns half of the longest way there and back: the largest possible
 * mistake.
 */
double par_clocks(const struct par *p, double *monotonic, double *calendar);

/*
 * End of a phase: each rank gives its own error (code 0: none).  Returns 0 on every rank where all
 * are well; else minus the first failing rank's code on every rank, with e->text of rank 0 holding
 * that rank's text, " (rank R on HOST; and N more ranks)" appended.  A stop signal on any rank
 * counts as EINTR.
 */
int par_agree(const struct par *p, struct err *e);

/*
 * Local, no waiting: tell every other rank to stop (an error or a signal here), and ask whether one
 * of them told us.  par_stopped also returns true where stop_asked(); it looks at the network at
 * most every 20 ms, so that loops may call it for every operation.  Ranks that call it pass on what
 * they were told.  par_agree swallows and resets what was told.
 */
void par_stop(const struct par *p);
bool par_stopped(const struct par *p);

#endif
