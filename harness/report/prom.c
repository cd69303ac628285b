#include "report/families.h"
#include "report/report.h"

static int
write_prom(FILE *f, const struct report_in *in, struct err *e)
{
	(void)e;
	families_write(f, in, false);
	return 0;
}

const struct report_ops report_prom = {
	.name = "prom",
	.file = "check_fs.prom",
	.help = "for node_exporter's textfile collector: copy beside and rename",
	.write = write_prom,
};
