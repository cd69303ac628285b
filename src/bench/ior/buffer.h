#ifndef IOR_BUFFER_H
#define IOR_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/*
 * Memory for transfers: zeroed, faulted in, aligned for O_DIRECT, on huge pages where the system
 * has them. NULL where there is no memory.  *mapped is what buffer_free needs; *huge the per mille
 * on huge pages.
 */
void *buffer_new(size_t size, size_t *mapped, uint64_t *huge);
void buffer_free(void *buf, size_t mapped);

/* Memory that is touched and held until buffer_free, so that the page cache has less. */
void *buffer_hog(size_t size);

/* Bytes of memory of this node. */
uint64_t buffer_memory(void);

#endif
