#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/str.h"
#include "parse/number.h"

static bool
ends(char c)
{
	return c == '\0' || c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' ||
	       c == ';' || c == '|' || c == '`';
}

static bool
word(const char **text, const char *w, double value, bool absent, struct number *out)
{
	size_t n = strlen(w);

	if (strncmp(*text, w, n) != 0 || !ends((*text)[n]))
		return false;
	*text += n;
	out->value = value;
	out->absent = absent;
	return true;
}

static bool
special(const char **text, struct number *out)
{
	return word(text, "NA", NAN, true, out) || word(text, "-", NAN, true, out) ||
	       word(text, "inf", INFINITY, false, out) ||
	       word(text, "-inf", -INFINITY, false, out) || word(text, "nan", NAN, false, out) ||
	       word(text, "-nan", NAN, false, out);
}

/* Up to 2^53 over 10^22 is exact in a double, so that one division rounds correctly. */
static double
value_of(const char *from, const char *to, bool comma)
{
	static const double power[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15 };
	char copy[400];
	uint64_t mantissa = 0;
	int fraction = -1, digits = 0;
	bool minus = *from == '-';
	size_t n;

	for (const char *p = from + minus; p < to; p++) {
		if (*p == '.' || (comma && *p == ','))
			fraction = 0;
		else if (isdigit((unsigned char)*p) && digits < 18) {
			mantissa = mantissa * 10 + (uint64_t)(*p - '0');
			digits += mantissa != 0;
			fraction += fraction >= 0;
		} else {
			goto slow;
		}
	}
	if (mantissa <= (1ULL << 53) && fraction <= 15) {
		double v = fraction > 0 ? (double)mantissa / power[fraction] : (double)mantissa;

		return minus ? -v : v;
	}
slow:
	n = (size_t)(to - from) < sizeof copy ? (size_t)(to - from) : sizeof copy - 1;
	memcpy(copy, from, n);
	copy[n] = '\0';
	for (size_t i = 0; comma && i < n; i++)
		if (copy[i] == ',')
			copy[i] = '.';
	return strtod(copy, NULL);
}

static const char *
digits_from(const char *p)
{
	while (isdigit((unsigned char)*p))
		p++;
	return p;
}

bool
number_read(const char **text, int decimals, bool comma, struct number *out)
{
	const char *p = *text, *q;
	bool point;

	if (!isdigit((unsigned char)*p) && special(text, out))
		return true;
	q = digits_from(p + (*p == '-' || *p == '+'));
	if (q == p || !isdigit((unsigned char)q[-1]))
		return false;
	point = *q == '.' || (comma && *q == ',' && isdigit((unsigned char)q[1]));
	if (point) {
		const char *fraction = q + 1;

		q = digits_from(fraction);
		/* two columns without a blank between them: the first one ends after its decimals
		 */
		if ((*q == '.' || *q == '-' || *q == 'n' || *q == 'i') && q - fraction > decimals)
			q = fraction + decimals;
		else if ((*q == '-' || *q == 'n' || *q == 'i') && q - fraction == decimals)
			point = true;
		else if (*q == 'e' || *q == 'E') {
			const char *e = q + 1 + (q[1] == '-' || q[1] == '+');

			if (isdigit((unsigned char)*e))
				q = digits_from(e);
		} else if (!ends(*q)) {
			return false;
		}
	} else if (!ends(*q)) {
		return false;
	}
	out->value = value_of(p + (*p == '+'), q, comma);
	out->absent = false;
	*text = q;
	return true;
}

size_t
number_list(const char *text, int decimals, struct number *out, size_t max, const char **rest)
{
	size_t n = 0;

	for (;;) {
		while (*text == ' ' || *text == '\t')
			text++;
		if (n == max || !number_read(&text, decimals, true, &out[n]))
			break;
		n++;
		if (*text == ',' || *text == ';')
			break;
	}
	while (*text == ' ' || *text == '\t')
		text++;
	if (rest != NULL)
		*rest = text;
	return n;
}

double
number_at(const char *text)
{
	struct number v;

	while (*text == ' ' || *text == '\t' || *text == ':' || *text == '=')
		text++;
	/* a unit or a bracket may stand right behind it */
	if (number_read(&text, 99, false, &v))
		return v.value;
	if (isdigit((unsigned char)*text))
		return strtod(text, NULL);
	return NAN;
}

long
number_count(double v)
{
	return v >= 0 && v <= 1e9 ? (long)v : -1;
}
