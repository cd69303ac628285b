#ifndef REPORT_CHART_H
#define REPORT_CHART_H

#include <stddef.h>
#include <stdio.h>

struct err;

/* One picture: a script of charts/ and what it is to draw. */
struct chart {
	const char *gnuplot, *dir; /* program, and where the scripts are */
	const char *script;        /* "ratio.gp" */
	const char *title;         /* for those who cannot see it */
	int width, height;         /* pixels */
	char *input; /* gnuplot variables and data blocks, written to what chart_begin returns */
	size_t len;
};

FILE *chart_begin(struct chart *c); /* then write and fclose, which fills input */

/* Text as a field of a tab-separated data block: no quotes, tabs, nor anything gnuplot reads; at
 * most `most` characters. */
void chart_label(FILE *f, const char *text, size_t most);

/*
 * Draw.  svg: markup that may stand in a page, with ids of its own (number tells charts of one page
 * apart); png: the file's bytes.  0 and *out (caller frees), or -errno with e: gnuplot not there,
 * its first line of complaint, or 30 s over.
 */
int chart_svg(const struct chart *c, int number, char **out, size_t *len, struct err *e);
int chart_png(const struct chart *c, char **out, size_t *len, struct err *e);

void chart_free(struct chart *c); /* input */

#endif
