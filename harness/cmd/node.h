#ifndef CMD_NODE_H
#define CMD_NODE_H

#include <stddef.h>

struct node_view;

/* What one process on a node sees of a run directory. */
struct node_view {
	char host[256], mark[512];  /* mark: as rundir_mark; "" where there is no such directory */
	char type[64], source[512]; /* of the file system its target lies on */
	char kernel[128];
	double clock; /* calendar time, seconds since 1970 */
	double local; /* bytes that are free where temporary files go */
	int cores;
	int rank; /* in the job, as the launcher has put it into the environment; -1: it has not */
};

/* The views in what `check-fs node` printed, one a process, appended to *out.  Returns how many
 * there are. */
size_t node_read(const char *text, struct node_view **out);

#endif
