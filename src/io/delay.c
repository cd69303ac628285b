#include <errno.h>
#include <string.h>

#include "core/err.h"
#include "core/units.h"
#include "io/delay.h"

#define MOST 3600000000LL /* microseconds */

int
delay_find(const char *const *names, const char *text, int n)
{
	for (int i = 0; names[i] != NULL; i++)
		if ((int)strlen(names[i]) == n && memcmp(names[i], text, (size_t)n) == 0)
			return i;
	return -1;
}

int
delay_take(const char *const *names, const char *value, double *delay, struct err *e)
{
	const char *colon = strchr(value, ':');
	int op = colon != NULL ? delay_find(names, value, (int)(colon - value)) : -1;
	long long usec;

	if (op < 0 || units_int(colon + 1, 0, MOST, &usec, NULL) != 0)
		return err_set(e, EINVAL, "'%s' is not OP:MICROSECONDS (%s:1000)", value, names[0]);
	delay[op] = (double)usec * 1e-6;
	return 0;
}
