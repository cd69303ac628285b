#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/out.h"
#include "core/str.h"

#define ROOM (64 * 1024)

struct out {
	FILE *f;
	int error; /* the first that writing met, as errno has it, or 0 */
	size_t n;
	char text[ROOM];
};

struct out *
out_new(FILE *f)
{
	struct out *o = mem_grow(NULL, 1, sizeof *o);

	o->f = f;
	o->error = 0;
	o->n = 0;
	return o;
}

static void
drain(struct out *o)
{
	errno = 0;
	if (fwrite(o->text, 1, o->n, o->f) < o->n && o->error == 0)
		o->error = errno != 0 ? errno : EIO;
	o->n = 0;
}

int
out_free(struct out *o)
{
	int error;

	drain(o);
	error = o->error;
	free(o);
	return -error;
}

/* Where len bytes may be written; len is at most ROOM. */
static char *
room(struct out *o, size_t len)
{
	if (len > ROOM - o->n)
		drain(o);
	return o->text + o->n;
}

void
out_bytes(struct out *o, const char *text, size_t len)
{
	while (len > ROOM) {
		drain(o);
		memcpy(o->text, text, ROOM);
		o->n = ROOM;
		text += ROOM;
		len -= ROOM;
	}
	memcpy(room(o, len), text, len);
	o->n += len;
}

void
out_text(struct out *o, const char *text)
{
	out_bytes(o, text, strlen(text));
}

void
out_char(struct out *o, char c)
{
	*room(o, 1) = c;
	o->n++;
}

#define DIGITS 24 /* of any number, and more */

void
out_count(struct out *o, unsigned long long n)
{
	char text[DIGITS], *end = text + sizeof text, *from = str_digits(end, n);

	out_bytes(o, from, (size_t)(end - from));
}

static const double power[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12,
	1e13, 1e14, 1e15 };
#define POWERS (int)(sizeof power / sizeof power[0])

/*
 * v with that many decimals, less the zeros at its end; false where it has more.  A decimal of at
 * most 15 digits that reads back as v is the one that "%.15g" prints.
 */
static bool
decimal(struct out *o, double v, int decimals)
{
	char text[DIGITS], *end = text + sizeof text, *point = end - decimals, *from;
	double scaled = v * power[decimals] + 0.5;
	uint64_t n = scaled < 1e15 ? (uint64_t)scaled : 0;

	if ((double)n / power[decimals] != v)
		return false;
	from = str_digits(end, n);
	while (from >= point)
		*--from = '0';
	while (end > point && end[-1] == '0')
		end--;
	out_bytes(o, from, (size_t)(point - from));
	if (end > point) {
		out_char(o, '.');
		out_bytes(o, point, (size_t)(end - point));
	}
	return true;
}

/* Most numbers of a log have two or three decimals: that is tried before as many as there can be.
 */
static bool
fixed(struct out *o, double v)
{
	int most = 3;

	if (decimal(o, v, most))
		return true;
	while (most + 1 < POWERS && v * power[most + 1] < 1e15)
		most++;
	return decimal(o, v, most);
}

void
out_number(struct out *o, double v)
{
	char text[40];

	if (v == 0)
		out_char(o, '0');
	else if (!(v >= 0.0001 && v < 1e15) || !fixed(o, v))
		out_bytes(o, text, (size_t)snprintf(text, sizeof text, "%.15g", v));
}
