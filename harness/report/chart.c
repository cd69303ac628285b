#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "report/chart.h"
#include "report/clean.h"

enum { DEADLINE = 30 };

FILE *
chart_begin(struct chart *c)
{
	return open_memstream(&c->input, &c->len);
}

void
chart_free(struct chart *c)
{
	free(c->input);
	c->input = NULL;
}

void
chart_label(FILE *f, const char *text, size_t most)
{
	char *line = clean_line(text, most);

	for (char *p = line; *p; p++)
		fputc(strchr("\"`\\$@{}#", *p) ? '\'' : *p, f);
	free(line);
}

/* Everything fd gives until its end or the deadline: 0, -ETIMEDOUT or -errno. */
static int
drain(int fd, char **out, size_t *len)
{
	double end = clock_now() + DEADLINE;
	size_t room = 65536, n = 0;
	char *buf = mem_zero(room, 1);
	int rc = 0;

	for (;;) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		double left = end - clock_now();
		ssize_t k;

		rc = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
		if (rc < 0 && errno == EINTR)
			continue;
		rc = rc > 0 ? 0 : rc == 0 ? -ETIMEDOUT : -errno;
		if (rc != 0)
			break;
		k = read(fd, buf + n, room - n - 1);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0) {
			rc = k < 0 ? -errno : 0;
			break;
		}
		n += (size_t)k;
		if (room - n < 2)
			buf = mem_grow(buf, room *= 2, 1);
	}
	buf[n] = '\0';
	*out = buf;
	*len = n;
	return rc;
}

/* In the child: read from in, write to out, complain to err. */
static void
become(const char *gnuplot, int in, int out, int complaint)
{
	char *const argv[] = { (char *)gnuplot, "-d", "-", NULL }; /* -d: no ~/.gnuplot */

	if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(complaint, 2) < 0)
		_exit(127);
	setenv("LC_ALL", "C.UTF-8", 1);
	unsetenv("GNUTERM");
	execvp(gnuplot, argv);
	_exit(127);
}

/* What gnuplot said, on one line. */
static int
complain(struct err *e, const char *script, FILE *said, int status)
{
	char raw[400] = "", *line;
	size_t n;
	int rc;

	rewind(said);
	n = fread(raw, 1, sizeof raw - 1, said);
	raw[n] = '\0';
	line = clean_line(raw, 200);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		rc = err_set(e, ENOENT, "%s: gnuplot could not be started", script);
	else
		rc = err_set(e, EIO, "%s: gnuplot drew nothing: %s", script,
		    *line ? line : "no reason given");
	free(line);
	return rc;
}

static int
run(const struct chart *c, FILE *in, FILE *said, char **out, size_t *len, struct err *e)
{
	int fd[2], status = 0, rc;
	pid_t pid;

	if (pipe(fd) != 0)
		return err_sys(e, errno, "%s: pipe", c->script);
	fcntl(fd[0], F_SETFD, FD_CLOEXEC);
	pid = fork();
	if (pid == 0)
		become(c->gnuplot, fileno(in), fd[1], fileno(said));
	close(fd[1]);
	if (pid < 0) {
		close(fd[0]);
		return err_sys(e, errno, "%s: fork", c->script);
	}
	rc = drain(fd[0], out, len);
	close(fd[0]);
	if (rc != 0)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (rc != 0)
		return err_sys(e, -rc, "%s: gnuplot", c->script);
	return status != 0 || *len == 0 ? complain(e, c->script, said, status) : 0;
}

/* The script with the terminal set before it and the variables and data of the chart. */
static int
draw(const struct chart *c, const char *terminal, char **out, size_t *len, struct err *e)
{
	char *path = file_join(c->dir, c->script), *script = NULL;
	FILE *in = tmpfile(), *said = tmpfile();
	size_t n = 0;
	int rc;

	*out = NULL;
	rc = in && said ? file_read(path, &script, &n, e)
			: err_sys(e, errno, "%s: temporary file", c->script);
	if (rc == 0) {
		fprintf(in, "set encoding utf8\nset terminal %s\n", terminal);
		fwrite(c->input, 1, c->len, in);
		fwrite(script, 1, n, in);
		fflush(in);
		rewind(in);
		lseek(fileno(in), 0, SEEK_SET);
		rc = run(c, in, said, out, len, e);
	}
	if (in)
		fclose(in);
	if (said)
		fclose(said);
	free(script);
	free(path);
	if (rc != 0) {
		free(*out);
		*out = NULL;
	}
	return rc;
}

int
chart_png(const struct chart *c, char **out, size_t *len, struct err *e)
{
	char *terminal =
	    mem_fmt("pngcairo noenhanced size %d,%d font 'sans,10' background '#ffffff'", c->width,
		c->height);
	int rc = draw(c, terminal, out, len, e);

	free(terminal);
	return rc;
}

/* Copy markup to f with gnuplot's ids made unique to this chart, without its titles, which browsers
 * show as hints. */
static void
rename_ids(FILE *f, const char *svg, int number)
{
	static const char *const ids[] = { "gpPt", "gpDot", "textbox", "greybox", "gnuplot_" };

	while (*svg) {
		size_t i, n = sizeof ids / sizeof *ids;
		const char *end = str_starts(svg, "<title>") ? strstr(svg, "</title>") : NULL;

		if (end != NULL) {
			svg = end + strlen("</title>");
			continue;
		}

		/* an id stands behind a quote or a '#'; a label cannot hold either */
		for (i = 0; i < n; i++)
			if (strncmp(svg + 1, ids[i], strlen(ids[i])) == 0 && strchr("'\"#", *svg))
				break;
		fputc(*svg++, f);
		if (i < n)
			fprintf(f, "c%d-", number);
	}
}

static void
escaped(FILE *f, const char *text)
{
	char *line = clean_line(text, 0);

	for (char *p = line; *p; p++)
		if (*p == '<' || *p == '&')
			fputs(*p == '<' ? "&lt;" : "&amp;", f);
		else
			fputc(*p, f);
	free(line);
}

int
chart_svg(const struct chart *c, int number, char **out, size_t *len, struct err *e)
{
	char *terminal =
	    mem_fmt("svg noenhanced size %d,%d font 'sans-serif,13'", c->width, c->height);
	char *raw = NULL, *body;
	size_t n = 0;
	FILE *f;
	int rc = draw(c, terminal, &raw, &n, e);

	free(terminal);
	if (rc != 0)
		return rc;
	body = strstr(raw, "<g id=\"gnuplot_canvas\"");
	if (body == NULL) {
		free(raw);
		return err_set(e, EIO, "%s: gnuplot wrote no picture", c->script);
	}
	f = open_memstream(out, len);
	fprintf(f,
	    "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"chart%d\" "
	    "xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
	    "<title id=\"chart%d\">",
	    c->width, c->height, number, number);
	escaped(f, c->title);
	fputs("</title>", f);
	rename_ids(f, body, number);
	fclose(f);
	free(raw);
	return 0;
}
