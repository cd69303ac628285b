#ifndef IO_PATHS_H
#define IO_PATHS_H

#include <stdint.h>
#include <sys/types.h>

struct io_ctx;

/* io.h's operations on names, for backends whose paths are the system's: they do not look at the
 * context. */
int paths_size(struct io_ctx *c, const char *path, uint64_t *bytes);
int paths_drop(struct io_ctx *c, const char *path);
int paths_unlink(struct io_ctx *c, const char *path);
int paths_mkdir(struct io_ctx *c, const char *path, mode_t mode);

#endif
