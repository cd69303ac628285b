#ifndef CMD_ORDER_H
#define CMD_ORDER_H

#include <stddef.h>

struct failure;
struct session;
struct site;

/* A host of the job and how many ranks it has. */
struct order_host {
	char *name;
	int ranks;
};

/* The hosts in session's job.hosts ("a:4 b:4"), in that order.  *out: order_hosts_free. */
size_t order_hosts(const struct session *session, struct order_host **out);

/*
 * The hosts that the ranks of session ran on, in the order of the ranks, as its metrics' shares
 * say; 0 where they do not say it of every rank, or a host's ranks do not follow each other.
 */
size_t order_placed(const struct session *session, struct order_host **out);
void order_hosts_free(struct order_host *h, size_t n);

/*
 * A file for launch.h's job.order in the run's directory: the hosts, as often as they have ranks.
 * 0 and *path, or -1 with f.  order_drop removes the file and frees the path (NULL is fine).
 */
int order_write(
    const struct site *site, const struct order_host *h, size_t n, char **path, struct failure *f);
void order_drop(char *path);

#endif
