#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stddef.h>
#include <stdio.h>

struct err;

/*
 * A self-contained HTML page: style inside, no script, nothing fetched; light and dark as the
 * reader's system is. All text goes through clean.c and is escaped.  Failures are kept and told by
 * page_finish.
 */
struct page;

struct page *page_new(const char *title);                /* head written, <main> open */
int page_finish(struct page *p, FILE *f, struct err *e); /* closes what is open, writes, frees */

void page_open(struct page *p, const char *tag, const char *class); /* class may be NULL */
void page_attr(struct page *p, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))); /* right after page_open */
void page_text(struct page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void page_block(struct page *p, const char *text, size_t len); /* long text, lines kept */
void page_raw(struct page *p, const char *markup); /* ours or gnuplot's, never from outside */
void page_close(struct page *p);

/* A box that scrolls sideways where what is in it is too wide, by the keyboard too; close with
 * page_close. */
void page_scroll(struct page *p, const char *label);

/* <tag class>text</tag> */
void page_elem(struct page *p, const char *tag, const char *class, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* <th scope="col" class>text</th> */
void page_head(struct page *p, const char *class, const char *text);

/*
 * A line through x[n], its last point marked, as a small picture with its figures as text
 * alternative in that unit.  Nothing where n < 3: two points are no history.
 */
void page_spark(struct page *p, const double *x, size_t n, const char *unit);

#endif
