#ifndef MDTEST_TURNS_H
#define MDTEST_TURNS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Positions of a pass that several threads take, some at a time, and whether they are to stop. */
struct turns {
	atomic_uint_fast64_t next;
	atomic_bool stop;
	uint64_t n;
};

/* Takes up to `most` positions: their number, 0 where there are none left; *first is the lowest. */
static inline uint64_t
turns_take(struct turns *s, uint64_t most, uint64_t *first)
{
	*first = atomic_fetch_add(&s->next, most);
	if (*first >= s->n)
		return 0;
	return s->n - *first < most ? s->n - *first : most;
}

static inline bool
turns_over(struct turns *s)
{
	return atomic_load_explicit(&s->stop, memory_order_relaxed);
}

static inline void
turns_end(struct turns *s)
{
	atomic_store(&s->stop, true);
}

#endif
