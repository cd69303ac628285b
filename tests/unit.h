#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * For unit programs: each CHECK that fails prints its place and what it saw, and the program goes on; main ends
 * with `return unit_end();` (0, or 1 where a check failed or none was made).
 */
struct unit {
	int made, failed;
};

static inline struct unit *
unit_state(void)
{
	static struct unit u;

	return &u;
}

static inline int
unit_note(int ok, const char *file, int line, const char *what)
{
	unit_state()->made++;
	if (!ok) {
		unit_state()->failed++;
		printf("%s:%d: failed: %s\n", file, line, what);
	}
	return ok;
}

static inline int
unit_text(const char *got, const char *want, const char *file, int line)
{
	int ok = got == want || (got != NULL && want != NULL && strcmp(got, want) == 0);

	unit_note(ok, file, line, "texts are equal");
	if (!ok)
		printf("  got:  %s\n  want: %s\n", got ? got : "(null)", want ? want : "(null)");
	return ok;
}

static inline int
unit_near(double got, double want, double rel, const char *file, int line)
{
	int ok = (isnan(got) && isnan(want)) || got == want || fabs(got - want) <= rel * fabs(want);

	unit_note(ok, file, line, "numbers are equal");
	if (!ok)
		printf("  got:  %.17g\n  want: %.17g\n", got, want);
	return ok;
}

static inline int
unit_end(void)
{
	const struct unit *u = unit_state();

	printf("%d checks, %d failed\n", u->made, u->failed);
	return u->failed > 0 || u->made == 0;
}

#define CHECK(x) unit_note(!!(x), __FILE__, __LINE__, #x)
#define CHECK_TEXT(got, want) unit_text((got), (want), __FILE__, __LINE__)
#define CHECK_NEAR(got, want) unit_near((got), (want), 1e-12, __FILE__, __LINE__)

#endif
