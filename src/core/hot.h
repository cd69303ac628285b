#ifndef CORE_HOT_H
#define CORE_HOT_H

/*
 * A function that runs once for each operation that is timed.  The linker puts all of them side by
 * side: after a system call little of the program is left in the CPU's caches, and every other
 * line and page that the loop touches is time in the result.
 */
#define HOT __attribute__((hot))

#endif
