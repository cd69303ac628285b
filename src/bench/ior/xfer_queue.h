#ifndef IOR_XFER_QUEUE_H
#define IOR_XFER_QUEUE_H

#include "bench/ior/xfer.h"

/* The loop with many transfers in flight; as xfer_run. */
int xfer_queue(struct xfer *x, struct err *e);

/* The parts that both loops share.  Offset of the next transfer; false where the loop ends. */
bool xfer_next(struct xfer *x, uint64_t *at);
void xfer_fill(struct xfer *x, void *buf, uint64_t at);
/* Make sure that nothing in n transfers of buffer can pass for what is to be read. */
void xfer_spoil(struct xfer *x, void *buf, size_t n);
/* Count a whole transfer that began and ended at these ticks. */
void xfer_account(struct xfer *x, uint64_t start, uint64_t end);
/* 0, or with -q -EILSEQ. */
int xfer_verify(struct xfer *x, const void *buf, uint64_t at, struct err *e);
int xfer_failed(const struct xfer *x, uint64_t at, int code, struct err *e);
int xfer_short(const struct xfer *x, uint64_t at, ssize_t got, struct err *e);

#endif
