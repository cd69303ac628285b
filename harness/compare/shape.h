#ifndef COMPARE_SHAPE_H
#define COMPARE_SHAPE_H

/*
 * The shape of a difference in words, from the fold of every group (machines.h; NAN: not measured),
 * > 1 is better: "create and remove -35 %, stat and bandwidth unchanged: metadata commit path".
 * Caller frees.
 */
char *shape_words(const double *group);

#endif
