#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

struct page;
struct report_in;

/* The section with every metric: against its baseline, or with its spread where there is none yet.
 */
void table_metrics(struct page *p, const struct report_in *in);

#endif
