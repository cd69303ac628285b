#ifndef CMD_LATENCY_H
#define CMD_LATENCY_H

struct result;
struct strv;

/*
 * The time of single operations of an ior command that has --latency: its text has no place for it.
 * mdtest's log has its own table.
 */

/* Append the option that makes such a command write its figures into path; nothing to any other. */
void latency_ask(struct strv *words, const char *command, const char *path);

/* Read that file into the metrics of r (detail.quantile).  One that is not there adds nothing. */
void latency_take(struct result *r, const char *path);

#endif
