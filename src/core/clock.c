#define _DEFAULT_SOURCE /* timegm */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"

uint64_t
clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

double
clock_now(void)
{
	return (double)clock_ns() * 1e-9;
}

time_t
clock_wall(void)
{
	const char *fixed = getenv("CHECK_FS_NOW");
	char *end;
	long long t;

	if (fixed != NULL && *fixed != '\0') {
		t = strtoll(fixed, &end, 10);
		if (*end == '\0')
			return (time_t)t;
	}
	return time(NULL);
}

static char *
format(char *buf, size_t size, time_t t, const char *fmt)
{
	struct tm tm;

	if (gmtime_r(&t, &tm) == NULL || strftime(buf, size, fmt, &tm) == 0)
		buf[0] = '\0';
	return buf;
}

char *
clock_iso(char *buf, size_t size, time_t t)
{
	return format(buf, size, t, "%Y-%m-%dT%H:%M:%SZ");
}

char *
clock_stamp(char *buf, size_t size, time_t t)
{
	return format(buf, size, t, "%Y%m%dT%H%M%SZ");
}

time_t
clock_parse(const char *iso)
{
	struct tm tm;
	const char *end;

	memset(&tm, 0, sizeof tm);
	end = strptime(iso, "%Y-%m-%dT%H:%M:%SZ", &tm);
	return end != NULL && *end == '\0' ? timegm(&tm) : (time_t)-1;
}

int
clock_sleep(double seconds)
{
	struct timespec t;

	if (!(seconds > 0))
		return 0;
	t.tv_sec = (time_t)floor(seconds);
	t.tv_nsec = (long)((seconds - floor(seconds)) * 1e9);
	return nanosleep(&t, NULL) == 0 ? 0 : -errno;
}
