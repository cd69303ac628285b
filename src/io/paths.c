#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/paths.h"

int
paths_size(struct io_ctx *c, const char *path, uint64_t *bytes)
{
	struct stat st;

	(void)c;
	if (stat(path, &st) != 0)
		return -errno;
	*bytes = (uint64_t)st.st_size;
	return 0;
}

int
paths_drop(struct io_ctx *c, const char *path)
{
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), rc;

	(void)c;
	if (fd < 0)
		return -errno;
	/* only clean pages are dropped, so what is dirty is written first */
	rc = fsync(fd) != 0 ? -errno : -posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	close(fd);
	return rc;
}

int
paths_unlink(struct io_ctx *c, const char *path)
{
	(void)c;
	return unlink(path) != 0 ? -errno : 0;
}

int
paths_mkdir(struct io_ctx *c, const char *path, mode_t mode)
{
	(void)c;
	return mkdir(path, mode) != 0 ? -errno : 0;
}
