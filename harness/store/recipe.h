#ifndef STORE_RECIPE_H
#define STORE_RECIPE_H

#include <stddef.h>

#include "core/result.h"

struct err;

/* recipe.ini: the frozen commands of a series, one a step.  Long ones go on in lines that start
 * with a blank. */
int recipe_read(
    const char *path, struct setting **recipe, size_t *n, struct err *e); /* -ENOENT, -EINVAL */
int recipe_write(const char *path, const struct setting *recipe, size_t n, struct err *e);
void recipe_free(struct setting *recipe, size_t n);

#endif
