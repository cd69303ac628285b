#include "bench/ior/tick.h"
#include "core/clock.h"
#include "core/hot.h"

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

/* Until what came before is done: the counter may be read ahead of it. */
static void
settle(void)
{
	_mm_lfence();
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

static void
settle(void)
{
}
#endif

HOT uint64_t
tick_now(const struct tick *t)
{
	return t->counter ? counter() : clock_ns();
}

/* The least of some tries: the others were disturbed. */
static uint64_t
reading(const struct tick *t)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 16; i++) {
		uint64_t start = tick_now(t), cost;

		settle();
		cost = tick_now(t) - start;
		least = cost < least ? cost : least;
	}
	return least;
}

HOT uint64_t
tick_since(const struct tick *t, uint64_t start)
{
	settle();
	return tick_now(t) - start + t->reading;
}

void
tick_start(struct tick *t)
{
	t->counter = invariant();
	t->reading = reading(t);
	t->ns = clock_ns();
	t->ticks = tick_now(t);
}

double
tick_rate(const struct tick *t)
{
	uint64_t ns = clock_ns() - t->ns, ticks = tick_now(t) - t->ticks;

	return t->counter && ticks > 0 ? (double)ns * 1e-9 / (double)ticks : 1e-9;
}
