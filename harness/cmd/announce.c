#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/announce.h"
#include "core/err.h"
#include "report/github.h"
#include "report/report.h"

/* GitHub refuses the whole summary of a step that is larger. */
enum { SUMMARY_MOST = 1024 * 1024 };

static int
append(const char *path, const char *text, size_t len, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666), rc = 0;
	struct stat st;

	if (fd < 0)
		return err_sys(e, errno, "%s: cannot append the summary", path);
	if (fstat(fd, &st) == 0 && (size_t)st.st_size + len > SUMMARY_MOST)
		rc = err_set(e, EFBIG,
		    "%s: the summary of this step would be larger than GitHub takes", path);
	else if (write(fd, text, len) != (ssize_t)len)
		rc = err_sys(e, errno ? errno : EIO, "%s: cannot append the summary", path);
	close(fd);
	return rc;
}

static int
summary(const struct report_in *in, struct err *e)
{
	const char *path = getenv("GITHUB_STEP_SUMMARY");
	const struct report_ops *md = report_find("md");
	char *text = NULL;
	size_t len = 0;
	FILE *f;
	int rc;

	if (path == NULL || *path == '\0' || md == NULL)
		return 0;
	f = open_memstream(&text, &len);
	rc = md->write(f, in, e);
	fclose(f);
	if (rc == 0)
		rc = append(path, text, len, e);
	free(text);
	return rc;
}

int
announce_ci(const struct report_in *in, struct err *e)
{
	const char *actions = getenv("GITHUB_ACTIONS");

	if (actions == NULL || strcmp(actions, "true") != 0)
		return 0;
	report_github(stdout, in);
	return summary(in, e);
}
