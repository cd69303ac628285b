#include <errno.h>
#include <stdlib.h>

#include "cmd/generated.h"
#include "core/clock.h"
#include "core/err.h"
#include "core/units.h"

int
generated_at(long long *out, struct err *e)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	struct err why = { 0, "" };

	*out = (long long)clock_wall();
	if (epoch == NULL || *epoch == '\0')
		return 0;
	return units_int(epoch, 0, 253402300799, out, &why) == 0
		   ? 0
		   : err_set(e, EINVAL, "SOURCE_DATE_EPOCH: %s", why.text);
}
