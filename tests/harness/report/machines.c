/* Two machines side by side.  machines DIR CHARTS [GNUPLOT] writes DIR/machines.{txt,html} for the
 * Bats files. */
#include "core/err.h"
#include "core/file.h"
#include "report/machines.h"
#include "sample.h"

static void
figure(struct session *s, const char *id, const char *unit, const char *caveat, double value)
{
	struct session_metric *m = session_metric(s, id, unit, BETTER_HIGHER);

	m->n = 1;
	m->sample = mem_zero(1, sizeof(double));
	m->sample[0] = value;
	m->caveat = mem_dup(caveat);
}

static int
check(int ok, const char *what)
{
	if (!ok)
		fprintf(stderr, "%s\n", what);
	return !ok;
}

static int
save(const char *dir, const char *name, const char *text, size_t len)
{
	char *path = file_join(dir, name);
	int rc = file_write(path, text, len, NULL);

	free(path);
	return rc != 0;
}

int
main(int argc, char *argv[])
{
	struct report_machine side[2];
	struct report_machines m;
	struct err e = { 0, "" };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int bad = 0;

	memset(&m, 0, sizeof m);
	m.side = side;
	m.n = 2;
	m.now = 1796065300;
	side[0].name = "workstation";
	side[0].note = "published figures: a workstation's own disks";
	side[0].session = session_new();
	side[1].name = "raid6 'with' \"odd\" <name>";
	side[1].note = "published figures: RAID6 on 8 Gb Fibre Channel";
	side[1].session = session_new();
	figure((struct session *)side[0].session, "ior-fpp/write", "B/s", NULL, 100 * 1048576.0);
	figure((struct session *)side[0].session, "ior-fpp/read", "B/s", NULL, 100 * 1048576.0);
	figure((struct session *)side[0].session, "mdtest-unique/file-create", "ops/s", NULL, 12.0);
	figure((struct session *)side[1].session, "ior-fpp/write", "B/s", NULL, 400 * 1048576.0);
	figure(
	    (struct session *)side[1].session, "ior-fpp/read", "B/s", "cache", 4.5 * 1073741824.0);
	figure((struct session *)side[1].session, "mdtest-unique/file-create", "ops/s", NULL,
	    123456.0);
	figure((struct session *)side[1].session, "mdtest-unique/file-stat", "ops/s", NULL, 1e9);
	bad += check(report_machines_text(f, &m, &e) == 0, e.text);
	fclose(f);
	bad += check(strstr(text, "x 46.1") != NULL,
	    "the ratio of 4.5 GiB/s to 100 MiB/s is not shown as x 46.1");
	bad += check(strstr(text, "ior-fpp/read: probably cache") != NULL,
	    "the caveat is not shown in words");
	bad += check(strstr(text, "100.0 MiB/s") != NULL, "100 MiB/s is not shown");
	if (argc > 2) {
		bad += save(argv[1], "machines.txt", text, len);
		free(text);
		m.charts = argv[2];
		m.gnuplot = argc > 3 ? argv[3] : NULL;
		f = open_memstream(&text, &len);
		bad += check(report_machines_html(f, &m, &e) == 0, e.text);
		fclose(f);
		bad += save(argv[1], "machines.html", text, len);
	}
	free(text);
	session_free((struct session *)side[0].session);
	session_free((struct session *)side[1].session);
	return bad != 0;
}
