/* Each rank's rate from the files that the benchmarks write about their ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/shares.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/result.h"
#include "core/session.h"
#include "core/str.h"
#include "tests/unit.h"

static char *
temporary(const char *text)
{
	const char *dir = getenv("TMPDIR");
	char *path = mem_fmt("%s/shares.XXXXXX", dir ? dir : "/tmp");
	int fd = mkstemp(path);

	if (fd >= 0)
		close(fd);
	file_write(path, text, strlen(text), NULL);
	return path;
}

static void
mdtest(void)
{
	char *csv = temporary("rank,items,rate-Directory creation,time-Directory "
			      "creation,rate-File stat,time-File stat\n"
			      "all,10,99,1,99,1\n"
			      "0,,10,1,,\n1,,30,1,5,1\n"
			      "0,,20,1,,\n1,,50,1,7,1\n");
	struct result r;

	result_init(&r);
	result_metric(&r, "dir-create", "ops/s", BETTER_HIGHER);
	result_metric(&r, "file-stat", "ops/s", BETTER_HIGHER);
	shares_take(&r, "mdtest", csv, "/nonexistent", "node01");
	CHECK(r.metric[0].detail.nshare == 2);
	CHECK(r.metric[0].detail.share[0].rate == 15 && r.metric[0].detail.share[1].rate == 40);
	CHECK_TEXT(r.metric[0].detail.share[1].host, "node01");
	CHECK(r.metric[1].detail.nshare == 1 && r.metric[1].detail.share[0].rank == 1);
	CHECK(r.metric[1].detail.share[0].rate == 6);
	result_free(&r);
	unlink(csv);
	free(csv);
}

static void
ior(void)
{
	char *csv = temporary(
	    "access,rank,runtime-with-openclose,runtime,throughput-withopenclose,throughput\n"
	    "write,0,1,1,100,110\nwrite,1,1,1,200,210\nread,0,1,1,5,6\nwrite,0,1,1,300,310\n");
	char *log = temporary(
	    "Participating tasks: 2\ntask 0 on a\ntask 1 on b\nthe task 2 on c of others\n");
	struct result r;

	result_init(&r);
	result_metric(&r, "write", "B/s", BETTER_HIGHER);
	shares_take(&r, "ior", csv, log, NULL);
	CHECK(r.metric[0].detail.nshare == 2 && r.metric[0].detail.share[0].rate == 200);
	CHECK_TEXT(r.metric[0].detail.share[1].host, "b");
	result_free(&r);
	unlink(csv);
	unlink(log);
	free(csv);
	free(log);
}

static void
hosts_of_all(void)
{
	struct session *s = session_new();
	struct strv placed = { NULL, 0, 0 }, none = { NULL, 0, 0 };

	detail_share(&session_metric(s, "a/b", "ops/s", BETTER_HIGHER)->detail, NULL, 1, 5);
	detail_share(&session_metric(s, "c/d", "B/s", BETTER_HIGHER)->detail, "n1", 0, 5);
	detail_share(&session_metric(s, "c/d", "B/s", BETTER_HIGHER)->detail, "n2", 1, 5);
	detail_share(&session_metric(s, "e/f", "B/s", BETTER_HIGHER)->detail, NULL, 7, 5);
	shares_hosts(s, &none);
	CHECK_TEXT(session_find(s, "a/b")->detail.share[0].host, "n2");
	CHECK(session_find(s, "e/f")->detail.share[0].host == NULL);
	for (int i = 0; i < 8; i++)
		strv_add(&placed, "p%d", i);
	shares_hosts(s, &placed); /* what no metric tells */
	CHECK_TEXT(session_find(s, "e/f")->detail.share[0].host, "p7");
	CHECK_TEXT(session_find(s, "a/b")->detail.share[0].host, "n2");
	strv_free(&placed);
	session_free(s);
}

/* What is no such file changes nothing. */
static void
other(const char *text)
{
	char *csv = text ? temporary(text) : mem_dup("/nonexistent");
	struct result r;

	result_init(&r);
	result_metric(&r, "write", "B/s", BETTER_HIGHER);
	result_metric(&r, "dir-create", "ops/s", BETTER_HIGHER);
	shares_take(&r, "ior", csv, "/nonexistent", "x");
	shares_take(&r, "mdtest", csv, "/nonexistent", "x");
	CHECK(r.metric[0].detail.nshare == 0 && r.metric[1].detail.nshare == 0);
	result_free(&r);
	if (text)
		unlink(csv);
	free(csv);
}

int
main(void)
{
	mdtest();
	ior();
	hosts_of_all();
	other(NULL);
	other("");
	other("\n\n,,,\n");
	other("write,-1,1,1,5,5\nwrite,99999999999,1,1,5,5\nwrite,0,1,1,nan,5\nwrite,x\n");
	other("rank,items,rate-Directory creation\n0,,-5\n7\n");
	return unit_end();
}
