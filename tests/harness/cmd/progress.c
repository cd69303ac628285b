/* What a waiting person is told about the time that is left. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/progress.h"
#include "core/file.h"
#include "core/mem.h"
#include "tests/unit.h"

static char *out;

/* The last line that was shown by progress_phase. */
static char *
shown(struct progress *p, const char *phase)
{
	char *text = NULL, *end;

	if (freopen(out, "w", stderr) == NULL)
		return mem_dup("");
	p->next = 0;
	progress_phase(p, phase);
	fflush(stderr);
	if (file_read(out, &text, NULL, NULL) != 0)
		return mem_dup("");
	end = strchr(text, '\n');
	if (end != NULL)
		*end = '\0';
	return text;
}

static void
test_slower_than_planned(void)
{
	struct progress p;
	char *line;

	progress_init(&p);
	p.terminal = false;
	p.next = 1e18;
	p.sparing = true;
	progress_plan(&p, 1, 20);
	progress_step(&p, "mdtest-unique", 20, true);
	p.step_started -= 30; /* half a minute ago */
	progress_done(&p, 1, 5);
	line = shown(&p, "iteration 2, files");
	CHECK(strstr(line, "about 2:00 left") != NULL || strstr(line, "about 1:59 left") != NULL);
	free(line);
	/* no news: the clock goes on */
	p.step_started -= 10;
	progress_done(&p, 1, 5);
	line = shown(&p, "iteration 2, files");
	CHECK(strstr(line, "about 1:50 left") != NULL || strstr(line, "about 1:49 left") != NULL);
	free(line);
}

static void
test_next_step_starts_from_its_plan(void)
{
	struct progress p;
	char *line;

	progress_init(&p);
	p.terminal = false;
	p.next = 1e18;
	p.sparing = true;
	progress_plan(&p, 2, 40);
	progress_step(&p, "one", 20, true);
	p.step_started -= 30;
	progress_done(&p, 3, 5);
	progress_end(&p);
	progress_step(&p, "two", 20, true);
	line = shown(&p, "");
	CHECK(strstr(line, "2/2 two") != NULL);
	CHECK(strstr(line, "about 20 s left") != NULL);
	free(line);
}

int
main(void)
{
	char name[] = "/tmp/check-fs-progress.XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0)
		return 1;
	close(fd);
	out = name;
	test_slower_than_planned();
	test_next_step_starts_from_its_plan();
	unlink(name);
	return unit_end();
}
