#include "report/families.h"
#include "report/report.h"

static int
write_metrics(FILE *f, const struct report_in *in, struct err *e)
{
	(void)e;
	families_write(f, in, true);
	return 0;
}

const struct report_ops report_metrics = {
	.name = "metrics",
	.file = "metrics.txt",
	.help = "GitLab's metrics report (OpenMetrics, rounded so that noise is no change)",
	.write = write_metrics,
};
