#ifndef IOR_SOCKET_H
#define IOR_SOCKET_H

struct par;
struct sockets;

/* Which socket (physical package) of its node each task runs on, for dualMount. */
struct sockets *socket_new(void);    /* nothing known yet */
void socket_free(struct sockets *s); /* NULL is fine */

/* Ask every rank; collective. */
void socket_find(struct sockets *s, const struct par *par);

/* Of one task; 0 where it is not known. */
int socket_of(const struct sockets *s, int task);

#endif
