/* IOR 3.0 to 3.3: "Operation Max(MiB) ..." without stonewall columns; also the rows of an iteration
 * without IOPS. */
#include <string.h>

#include "parse/iortable.h"

extern const struct parse_ops parse_ior3;

static int
line(struct reader *r, struct line *l)
{
	if (iortable_is_operation(l, "Max(MiB)") && strstr(l->text, "Stonewall") == NULL) {
		iortable_operation(r, l, &parse_ior3);
		return 1;
	}
	if (iortable_is_access(l) && strstr(l->text, "IOPS") == NULL) {
		iortable_access(r, l, &parse_ior3);
		return 1;
	}
	return iortable_rows(r, l, &parse_ior3);
}

const struct parse_ops parse_ior3 = { "ior3", "IOR 3.0 to 3.3", line };
