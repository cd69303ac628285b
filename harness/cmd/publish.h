#ifndef CMD_PUBLISH_H
#define CMD_PUBLISH_H

struct err;
struct judging;
struct run_outcome;
struct settings;

/*
 * Write result.json and every report format into out->dir and point reports/latest at it, but for
 * a run that was made slower on purpose.  j: what it was judged by, for the trends.  0 or -errno of
 * the first that failed; the rest is written all the same.
 */
int publish_run(const struct settings *s, const struct judging *j, const struct run_outcome *out,
    struct err *e);

/* The same for a run that was recorded earlier: reports/latest stays where it is. */
int publish_again(const struct settings *s, const struct judging *j, const struct run_outcome *out,
    struct err *e);

/*
 * The text report on stdout, as wide and coloured as that allows (nothing for a run that could not
 * be measured), and what a CI system shows of its own accord.
 */
int publish_print(const struct judging *j, const struct run_outcome *out, struct err *e);
/* The same with report_in's detail: -1 the verdict and what is wrong, 1 all there is. */
int publish_show(const struct judging *j, const struct run_outcome *out, int detail, struct err *e);

#endif
