#include "bench/ior/tick.h"
#include "core/clock.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>

/* CPUID 80000007h, EDX bit 8: the counter runs at one rate whatever the CPU does. */
static bool
invariant(void)
{
	unsigned a, b, c, d;

	return __get_cpuid(0x80000007, &a, &b, &c, &d) && d & 1U << 8;
}

static uint64_t
counter(void)
{
	return __rdtsc();
}
#else
static bool
invariant(void)
{
	return false;
}

static uint64_t
counter(void)
{
	return 0;
}
#endif

uint64_t
tick_now(const struct tick *t)
{
	return t->counter ? counter() : clock_ns();
}

void
tick_start(struct tick *t)
{
	t->counter = invariant();
	t->ns = clock_ns();
	t->ticks = tick_now(t);
}

double
tick_rate(const struct tick *t)
{
	uint64_t ns = clock_ns() - t->ns, ticks = tick_now(t) - t->ticks;

	return t->counter && ticks > 0 ? (double)ns * 1e-9 / (double)ticks : 1e-9;
}
