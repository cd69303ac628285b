#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/err.h"
#include "store/value.h"

int
value_fraction(const char *text, double *out, struct err *e)
{
	char *end;
	double x = strtod(text, &end);

	if (end == text)
		return err_set(e, EINVAL, "'%s' is not a fraction such as 10 %%", text);
	while (*end == ' ')
		end++;
	if (*end == '%') {
		x /= 100;
		end++;
	}
	if (*end != '\0' || !(x > 0 && x < 1))
		return err_set(e, EINVAL, "'%s' is not a fraction between 0 and 100 %%", text);
	*out = x;
	return 0;
}

int
value_rate(const char *text, double *out, struct err *e)
{
	static const struct {
		const char *unit;
		double factor;
	} units[] = { { "B/s", 1 }, { "KiB/s", 1024.0 }, { "MiB/s", 1048576.0 },
		{ "GiB/s", 1073741824.0 }, { "TiB/s", 1099511627776.0 }, { "kB/s", 1e3 },
		{ "MB/s", 1e6 }, { "GB/s", 1e9 }, { "TB/s", 1e12 }, { "ops/s", 1 },
		{ "kops/s", 1e3 } };
	char *end;
	double x = strtod(text, &end);

	while (*end == ' ')
		end++;
	if (end != text && isfinite(x) && x > 0)
		for (size_t i = 0; i < sizeof units / sizeof *units; i++)
			if (strcmp(end, units[i].unit) == 0) {
				*out = x * units[i].factor;
				return 0;
			}
	return err_set(
	    e, EINVAL, "'%s' is not a rate such as 400 MiB/s, 0.8 GB/s or 5000 ops/s", text);
}

int
value_bool(const char *text, int *out, struct err *e)
{
	if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
		return err_set(e, EINVAL, "'%s' is neither yes nor no", text);
	*out = *text == 'y';
	return 0;
}

int
value_day(const char *text, long long *out, struct err *e)
{
	char iso[32];
	time_t t = -1;

	if (strlen(text) == 10) {
		snprintf(iso, sizeof iso, "%sT23:59:59Z", text);
		t = clock_parse(iso);
	}
	if (t == -1)
		return err_set(e, EINVAL, "'%s' is not a day such as 2026-12-31", text);
	*out = (long long)t;
	return 0;
}
