/* IOR 2.x: "Operation  Max (MiB)  Min (MiB) ...", rows marked EXCEL and XXCEL. */
#include "parse/iortable.h"

extern const struct parse_ops parse_ior2;

static int
line(struct reader *r, struct line *l)
{
	if (iortable_is_operation(l, "Max (MiB)")) {
		iortable_operation(r, l, &parse_ior2);
		return 1;
	}
	return iortable_rows(r, l, &parse_ior2);
}

const struct parse_ops parse_ior2 = { "ior2", "IOR 2.8 to 2.10.3, and this project's own", line };
