#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/err.h"
#include "core/file.h"
#include "core/opt.h"
#include "io/io.h"
#include "par/par.h"
#include "tests/unit.h"

/* A backend started with the options in line ("" for none). */
static struct io_ctx *
start(const struct io_ops *ops, const char *option)
{
	static struct opt_set sets[IO_MOST];
	static struct io_env env;
	char *argv[] = { "prog", (char *)option, NULL };
	struct err e = { 0, "" };
	struct io_ctx *c;

	io_opts(sets, 0);
	CHECK(opt_parse(sets, *option ? 2 : 1, argv, NULL, &e) == 0);
	env.par = par_world();
	env.cfg = io_cfg(sets, ops);
	CHECK(ops->init(&c, &env, &e) == 0);
	return c;
}

static void
backends_are_found_in_either_case(void)
{
	CHECK(io_find("posix") != NULL && io_find("posix") == io_find("POSIX"));
	CHECK(io_find("nothing") == NULL);
}

static void
a_missing_operation_is_named_before_the_first_io(void)
{
	static const char *const needed[] = { "stat", "drop", NULL };
	struct err e = { 0, "" };

	CHECK(io_check(io_find("posix"), needed, &e) == 0);
	CHECK(io_check(io_find("null"), needed, &e) == -ENOTSUP);
	CHECK_TEXT(e.text, "-a NULL: this back end has no drop");
}

static void
posix_reads_back_what_it_wrote(const char *top)
{
	const struct io_ops *ops = io_find("posix");
	struct io_ctx *c = start(ops, "");
	char *path = file_join(top, "f"), buf[16] = "";
	struct io_file f;
	uint64_t size = 0;

	CHECK(ops->open(c, path, IO_WRITE | IO_CREATE | IO_EXCL, 0644, &f) == 0);
	CHECK(io_write(ops, &f, "0123456789", 10, 5) == 10);
	CHECK(ops->sync(&f) == 0 && ops->close(&f) == 0);
	CHECK(ops->open(c, path, IO_WRITE | IO_CREATE | IO_EXCL, 0644, &f) == -EEXIST);
	CHECK(ops->size(c, path, &size) == 0 && size == 15);
	CHECK(ops->drop(c, path) == 0);
	CHECK(ops->open(c, path, IO_READ, 0, &f) == 0);
	CHECK(io_read(ops, &f, buf, 16, 5) == 10 && memcmp(buf, "0123456789", 10) == 0);
	CHECK(ops->pwrite(&f, "x", 1, 0) == -EBADF); /* a reader cannot write */
	CHECK(ops->close(&f) == 0 && ops->unlink(c, path) == 0);
	ops->fini(c);
	free(path);
}

static void
posix_never_follows_a_symlink(const char *top)
{
	const struct io_ops *ops = io_find("posix");
	struct io_ctx *c = start(ops, "");
	char *path = file_join(top, "link"), *victim = file_join(top, "victim");
	struct io_file f;

	CHECK(symlink(victim, path) == 0);
	CHECK(ops->open(c, path, IO_WRITE | IO_CREATE, 0644, &f) == -ELOOP && !file_exists(victim));
	CHECK(ops->drop(c, path) == -ELOOP);
	CHECK(ops->unlink(c, path) == 0);
	ops->fini(c);
	free(path);
	free(victim);
}

static void
null_fails_the_call_it_was_told_to(void)
{
	const struct io_ops *ops = io_find("null");
	struct io_ctx *c = start(ops, "--null.fail=write:2:ENOSPC");
	struct io_file f;

	CHECK(ops->open(c, "x", IO_WRITE, 0, &f) == 0);
	CHECK(ops->pwrite(&f, "a", 1, 0) == 1);
	CHECK(io_write(ops, &f, "a", 1, 1) == -ENOSPC);
	CHECK(ops->pwrite(&f, "a", 1, 2) == 1);
	ops->fini(c);
	c = start(ops, "--null.fail=stat:1:EIO:5"); /* another rank's fault */
	CHECK(ops->stat(c, "x", &(struct stat){ 0 }) == 0);
	ops->fini(c);
}

static void
null_s_mistyped_faults_are_refused(void)
{
	static const char *const bad[] = { "--null.fail=write", "--null.fail=walk:1",
		"--null.fail=write:0", "--null.fail=write:1:EWHAT", "--null.fail=write:1:EIO:x",
		"--null.delay=stat", "--null.delay=stat:-1", "--slow.delay=walk:1",
		"--slow.delay=stat", "--slow.delay=stat:x" };
	struct opt_set sets[IO_MOST];

	io_opts(sets, 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *argv[] = { "prog", (char *)bad[i], NULL };
		struct err e = { 0, "" };

		if (!CHECK(opt_parse(sets, 2, argv, NULL, &e) == -EINVAL && e.text[0] != '\0'))
			printf("  accepted: %s\n", bad[i]);
	}
	io_opts_free(sets);
}

/* Which of stat's delays a call of it has: the one of what it finds. */
static void
slow_delays_the_calls_it_was_told_to_and_does_them(const char *top)
{
	const struct io_ops *ops = io_find("slow");
	struct io_ctx *c = start(ops, "--slow.delay=dirstat:100000");
	char *dir = file_join(top, "dir"), *path = file_join(dir, "f"), buf[4] = "";
	struct stat st;
	struct io_file f;
	double before;

	CHECK(ops->mkdir(c, dir, 0755) == 0);
	CHECK(ops->open(c, path, IO_WRITE | IO_CREATE | IO_EXCL, 0644, &f) == 0);
	CHECK(io_write(ops, &f, "abc", 3, 0) == 3 && ops->sync(&f) == 0 && ops->close(&f) == 0);
	CHECK(ops->open(c, path, IO_READ, 0, &f) == 0);
	CHECK(io_read(ops, &f, buf, 3, 0) == 3 && strcmp(buf, "abc") == 0 && ops->close(&f) == 0);
	before = clock_now();
	CHECK(ops->stat(c, path, &st) == 0 && st.st_size == 3);
	CHECK(clock_now() - before < 0.100);
	before = clock_now();
	CHECK(ops->stat(c, dir, &st) == 0 && S_ISDIR(st.st_mode));
	CHECK(clock_now() - before >= 0.100);
	CHECK(ops->list(c, dir) == 1);
	CHECK(
	    ops->unlink(c, path) == 0 && ops->rmdir(c, dir) == 0 && ops->rmdir(c, dir) == -ENOENT);
	ops->fini(c);
	free(dir);
	free(path);
}

/* What many at a time are given to goes past the delays. */
static void
slow_has_no_queue(void)
{
	CHECK(!(io_find("slow")->caps & IO_QUEUE));
}

int
main(int argc, char *argv[])
{
	char top[] = "/tmp/check-fs-unit-XXXXXX";
	struct err e = { 0, "" };

	if (par_init(&argc, &argv, &e) != 0 || mkdtemp(top) == NULL)
		return 2;
	backends_are_found_in_either_case();
	a_missing_operation_is_named_before_the_first_io();
	posix_reads_back_what_it_wrote(top);
	posix_never_follows_a_symlink(top);
	null_fails_the_call_it_was_told_to();
	null_s_mistyped_faults_are_refused();
	slow_delays_the_calls_it_was_told_to_and_does_them(top);
	slow_has_no_queue();
	file_remove_tree(top, NULL);
	par_fini();
	return unit_end();
}
