#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "parse/date.h"

/* Days since 1970-01-01 of the proleptic Gregorian calendar; month from 1. */
static long
days(long year, long month, long day)
{
	long y = month <= 2 ? year - 1 : year, m = (month + 9) % 12;

	return 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719468;
}

double
date_read(const char *text)
{
	static const char *const form[] = { "%m/%d/%Y %H:%M:%S", "%a %b %d %H:%M:%S %Y" };
	struct tm t;

	while (*text == ' ' || *text == ':')
		text++;
	for (size_t i = 0; i < sizeof form / sizeof form[0]; i++) {
		t = (struct tm){ 0 };
		if (strptime(text, form[i], &t) != NULL)
			return (double)days(t.tm_year + 1900L, t.tm_mon + 1L, t.tm_mday) * 86400 +
			       t.tm_hour * 3600 + t.tm_min * 60 + t.tm_sec;
	}
	return NAN;
}
