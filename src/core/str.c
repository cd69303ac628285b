#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"

size_t
str_copy(char *dst, size_t size, const char *src)
{
	size_t n = strlen(src), k;

	if (size == 0)
		return n;
	k = n < size ? n : size - 1;
	memcpy(dst, src, k);
	dst[k] = '\0';
	return n;
}

/* Control characters: C0, DEL, and C1 in UTF-8 (0xc2 and then this byte). */
static bool
is_control(unsigned char before, unsigned char c)
{
	return c < 0x20 || c == 0x7f || (before == 0xc2 && c >= 0x80 && c < 0xa0);
}

void
str_visible(char *text, size_t size)
{
	char *from = mem_dup(text);
	size_t n = 0;

	for (const char *p = from; *p && n + 1 < size; p++) {
		unsigned char before = p > from ? (unsigned char)p[-1] : 0, c = (unsigned char)*p;
		int k;

		if (!is_control(before, c)) {
			text[n++] = *p;
			continue;
		}
		if (c >= 0x80) /* its first half is there already */
			n--;
		if (c == '\n' || c == '\t' || c == '\r')
			k = snprintf(text + n, size - n, "\\%c",
			    c == '\n'   ? 'n'
			    : c == '\t' ? 't'
					: 'r');
		else
			k = snprintf(text + n, size - n, "\\x%02x", c);
		n = n + (size_t)k < size ? n + (size_t)k : size - 1;
	}
	text[n] = '\0';
	free(from);
}

char *
str_digits(char *end, unsigned long long n)
{
	do
		*--end = (char)('0' + n % 10);
	while ((n /= 10) != 0);
	return end;
}

bool
str_starts(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool
str_ends(const char *text, const char *suffix)
{
	size_t n = strlen(text), k = strlen(suffix);

	return n >= k && memcmp(text + n - k, suffix, k) == 0;
}

char *
str_trim(char *text)
{
	size_t n;

	while (isspace((unsigned char)*text))
		text++;
	n = strlen(text);
	while (n > 0 && isspace((unsigned char)text[n - 1]))
		text[--n] = '\0';
	return text;
}

static void
push(struct strv *s, char *owned)
{
	s->v = mem_room(s->v, s->n + 1, &s->room, sizeof *s->v);
	s->v[s->n++] = owned;
	s->v[s->n] = NULL;
}

void
strv_add(struct strv *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	push(s, mem_vfmt(fmt, ap));
	va_end(ap);
}

void
strv_add_all(struct strv *s, const struct strv *more)
{
	for (size_t i = 0; i < more->n; i++)
		push(s, mem_dup(more->v[i]));
}

/* Copy one shell word from *text to out; leaves *text behind it.  -EINVAL on an open quote. */
static int
word(const char **text, char *out)
{
	const char *p = *text;
	char quote = 0;

	for (; *p && (quote || !isspace((unsigned char)*p)); p++) {
		if (quote && *p == quote)
			quote = 0;
		else if (!quote && (*p == '\'' || *p == '"'))
			quote = *p;
		else if (*p == '\\' && quote != '\'' && p[1])
			*out++ = *++p;
		else
			*out++ = *p;
	}
	*out = '\0';
	*text = p;
	return quote ? -EINVAL : 0;
}

int
strv_split(struct strv *s, const char *text)
{
	char *buf = mem_zero(strlen(text) + 1, 1);
	int rc = 0;

	for (;;) {
		while (isspace((unsigned char)*text))
			text++;
		if (*text == '\0' || (rc = word(&text, buf)) != 0)
			break;
		push(s, mem_dup(buf));
	}
	free(buf);
	return rc;
}

static bool
plain(const char *w)
{
	if (*w == '\0')
		return false;
	for (; *w; w++)
		if (!isalnum((unsigned char)*w) && strchr("_-./=:,@%+", *w) == NULL)
			return false;
	return true;
}

char *
strv_line(const struct strv *s)
{
	size_t size = 1;
	char *line, *out;

	for (size_t i = 0; i < s->n; i++)
		size += 4 * strlen(s->v[i]) + 3;
	out = line = mem_zero(size, 1);
	for (size_t i = 0; i < s->n; i++) {
		const char *w = s->v[i];

		if (i > 0)
			*out++ = ' ';
		if (plain(w)) {
			out += str_copy(out, size - (size_t)(out - line), w);
			continue;
		}
		*out++ = '\'';
		for (; *w; w++) {
			if (*w == '\'')
				out += str_copy(out, size - (size_t)(out - line), "'\\''");
			else
				*out++ = *w;
		}
		*out++ = '\'';
	}
	*out = '\0';
	return line;
}

void
strv_free(struct strv *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->v[i]);
	free(s->v);
	memset(s, 0, sizeof *s);
}
