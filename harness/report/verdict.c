#include "compare/verdict.h"
#include "report/report.h"

/* One word and one code: what a pipeline reads with `read word code <verdict`. */
static int
write_verdict(FILE *f, const struct report_in *in, struct err *e)
{
	(void)e;
	fprintf(f, "%s %d\n", verdict_word(in->verdicts->word), in->verdicts->code);
	return 0;
}

const struct report_ops report_verdict = {
	.name = "verdict",
	.file = "verdict",
	.help = "one word and one code: HEALTHY 0",
	.write = write_verdict,
};
