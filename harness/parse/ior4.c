/* IOR 3.3 to 4.x: stonewall columns in the table of results, IOPS and latency in the rows of an
 * iteration. */
#include <string.h>

#include "parse/iortable.h"

extern const struct parse_ops parse_ior4;

static int
line(struct reader *r, struct line *l)
{
	if (iortable_is_operation(l, "Max(MiB)") && strstr(l->text, "Stonewall") != NULL) {
		iortable_operation(r, l, &parse_ior4);
		return 1;
	}
	if (iortable_is_access(l) && strstr(l->text, "IOPS") != NULL) {
		iortable_access(r, l, &parse_ior4);
		return 1;
	}
	return iortable_rows(r, l, &parse_ior4);
}

const struct parse_ops parse_ior4 = { "ior4", "IOR 3.3 to 4.x", line };
