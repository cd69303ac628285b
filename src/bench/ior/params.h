#ifndef IOR_PARAMS_H
#define IOR_PARAMS_H

#include "bench/ior/print.h"

/*
 * Every number that was asked for, in the order and under the names in which 2.10.3 and 4.x print
 * them.
 */
enum params_of { PARAMS_2 = 1, PARAMS_4 = 2 };

/* Call put(to, key, value) for each that is printed by `of`. */
void params_each(const struct print_trial *t, enum params_of of,
    void (*put)(void *to, const char *key, long long value), void *to);

#endif
