#include "bench/mdtest/tick.h"

#if defined(__x86_64__)
#include <cpuid.h>

/* Is the counter's rate independent of frequency changes and sleep states? */
static bool
invariant(void)
{
	unsigned a, b, c, d;

	return __get_cpuid(0x80000007u, &a, &b, &c, &d) != 0 && (d & 1u << 8) != 0;
}
#else
static bool
invariant(void)
{
	return false;
}
#endif

void
tick_init(struct tick *t)
{
	uint64_t ns, count;

	t->per_second = 1e9;
	t->ns = 1;
	t->tsc = invariant();
	if (!t->tsc)
		return;
	ns = clock_ns();
	count = tick_now(t);
	while (clock_ns() - ns < 200000)
		;
	count = tick_now(t) - count;
	t->per_second = (double)count / ((double)(clock_ns() - ns) * 1e-9);
	t->ns = 1e9 / t->per_second;
}
