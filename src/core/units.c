#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/err.h"
#include "core/units.h"

/* Power of 1024 that a suffix stands for; -1 for text that is no suffix. */
static int
suffix_power(const char *s)
{
	static const char letters[] = "kmgtp";
	const char *at;

	if (*s == '\0' || strcasecmp(s, "b") == 0)
		return 0;
	at = strchr(letters, tolower((unsigned char)*s));
	if (at == NULL)
		return -1;
	s++;
	if (*s != '\0' && strcasecmp(s, "b") != 0 && strcasecmp(s, "ib") != 0)
		return -1;
	return (int)(at - letters) + 1;
}

/* The fraction's digits as part of unit bytes, rounded down; *end is left behind them. */
static uint64_t
fraction(const char *digits, const char **end, uint64_t unit)
{
	long double part = 0, place = 1;

	for (; isdigit((unsigned char)*digits); digits++) {
		place /= 10;
		part += place * (*digits - '0');
	}
	*end = digits;
	return (uint64_t)(part * (long double)unit + 1e-6L);
}

int
units_size(const char *text, uint64_t *out, struct err *e)
{
	const char *p = text, *dot = NULL;
	uint64_t whole = 0, part = 0, unit;
	int power;

	if (!isdigit((unsigned char)*p))
		return err_set(e, EINVAL, "'%s' is not a size (digits and one of k m g t p)", text);
	for (; isdigit((unsigned char)*p); p++) {
		if (whole > (UINT64_MAX - 9) / 10)
			return err_set(e, ERANGE, "'%s' is too large", text);
		whole = whole * 10 + (uint64_t)(*p - '0');
	}
	if (*p == '.' && isdigit((unsigned char)p[1])) {
		dot = ++p;
		fraction(dot, &p, 1);
	}
	power = suffix_power(p);
	if (power < 0)
		return err_set(e, EINVAL, "'%s' is not a size (digits and one of k m g t p)", text);
	unit = 1ULL << (10 * power);
	if (dot != NULL)
		part = fraction(dot, &p, unit);
	if (whole > (uint64_t)INT64_MAX / unit || whole * unit > (uint64_t)INT64_MAX - part)
		return err_set(e, ERANGE, "'%s' is too large", text);
	*out = whole * unit + part;
	return 0;
}

int
units_int(const char *text, long long min, long long max, long long *out, struct err *e)
{
	char *end;
	long long v;

	errno = 0;
	v = strtoll(text, &end, 10);
	if (end == text || *end != '\0' || isspace((unsigned char)*text))
		return err_set(e, EINVAL, "'%s' is not a whole number", text);
	if (errno == ERANGE || v < min || v > max)
		return err_set(e, ERANGE, "%s is outside %lld to %lld", text, min, max);
	*out = v;
	return 0;
}

int
units_seconds(const char *text, double *out, struct err *e)
{
	static const struct {
		const char *name;
		double seconds;
	} suffix[] = { { "", 1 }, { "s", 1 }, { "m", 60 }, { "h", 3600 }, { "ms", 1e-3 },
		{ "us", 1e-6 } };
	char *end;
	double v =
	    isdigit((unsigned char)*text) || *text == '.' ? strtod(text, &end) : (end = NULL, 0);

	for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++)
		if (end != NULL && end != text && isfinite(v) && strcmp(end, suffix[i].name) == 0) {
			*out = v * suffix[i].seconds;
			return 0;
		}
	return err_set(e, EINVAL, "'%s' is not a time (90, 1.5, 90s, 5m, 2h, 20ms, 200us)", text);
}

char *
units_ior(char *buf, size_t size, uint64_t bytes)
{
	static const struct {
		uint64_t unit;
		const char *name;
	} step[] = { { 1ULL << 40, "TiB" }, { 1ULL << 30, "GiB" }, { 1ULL << 20, "MiB" } };

	for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
		/* 2.10.3 knows no TiB: 1 TiB is 1024 GiB there, and stays so here */
		if (i == 0 || bytes < step[i].unit)
			continue;
		if (bytes % step[i].unit == 0)
			snprintf(buf, size, "%" PRIu64 " %s", bytes / step[i].unit, step[i].name);
		else
			snprintf(buf, size, "%.2f %s", (double)bytes / (double)step[i].unit,
			    step[i].name);
		return buf;
	}
	snprintf(buf, size, "%" PRIu64 " bytes", bytes);
	return buf;
}

/* value scaled down by base as often as it takes, with four significant digits. */
static char *
scaled(char *buf, size_t size, double value, double base, const char *const *names, size_t n,
    const char *tail)
{
	size_t i = 0;

	while (fabs(value) >= base && i + 1 < n) {
		value /= base;
		i++;
	}
	snprintf(buf, size, "%.*f %s%s",
	    fabs(value) < 10     ? 3
	    : fabs(value) < 100  ? 2
	    : fabs(value) < 1000 ? 1
				 : 0,
	    value, names[i], tail);
	return buf;
}

char *
units_human(char *buf, size_t size, double value, const char *unit)
{
	static const char *const bytes[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB" };
	static const char *const plain[] = { "", "k ", "M ", "G ", "T " };

	if (!isfinite(value))
		snprintf(buf, size, "-");
	else if (strcmp(unit, "B/s") == 0)
		scaled(buf, size, value, 1024, bytes, 6, "/s");
	else if (strcmp(unit, "B") == 0)
		scaled(buf, size, value, 1024, bytes, 6, "");
	else if (strcmp(unit, "s") == 0)
		snprintf(buf, size, "%.4g s", value);
	else
		scaled(buf, size, value, 1000, plain, 5, unit);
	return buf;
}
