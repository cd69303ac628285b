#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "report/clean.h"

/* Bytes of the escape sequence at s[n], which starts with ESC: CSI, OSC and the like, or a short
 * one. */
static size_t
escape_length(const char *s, size_t n)
{
	size_t i = 2;

	if (n < 2)
		return n;
	if (s[1] == '[') {
		while (i < n && (unsigned char)s[i] >= 0x20 && (unsigned char)s[i] <= 0x3f)
			i++;
		return i < n && (unsigned char)s[i] >= 0x40 && (unsigned char)s[i] <= 0x7e ? i + 1
											   : i;
	}
	if (s[1] == ']' || s[1] == 'P' || s[1] == '_' || s[1] == '^') {
		/* a string ends with BEL or ESC \; an open one must not swallow the rest of a log
		 */
		for (; i < n && s[i] != '\n'; i++)
			if (s[i] == '\a')
				return i + 1;
			else if (s[i] == '\033')
				return i + 1 < n && s[i + 1] == '\\' ? i + 2 : i;
		return i;
	}
	return (unsigned char)s[1] >= 0x20 && (unsigned char)s[1] < 0x7f ? 2 : 1;
}

/* Decode the character at s[n]; 0 bytes where it is not valid UTF-8 (shortest form, no surrogates).
 */
static size_t
decode(const unsigned char *s, size_t n, uint32_t *c)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t len = s[0] < 0x80       ? 1
		     : s[0] >> 5 == 6  ? 2
		     : s[0] >> 4 == 14 ? 3
		     : s[0] >> 3 == 30 ? 4
				       : 0;

	if (len == 0 || len > n)
		return 0;
	*c = len == 1 ? s[0] : s[0] & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if (s[i] >> 6 != 2)
			return 0;
		*c = *c << 6 | (s[i] & 0x3fu);
	}
	return *c < least[len] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000) ? 0 : len;
}

static bool
unwanted(uint32_t c)
{
	if (c < 0x20)
		return c != '\t' && c != '\n';
	return (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029 || c == 0xfeff ||
	       (c & 0xfffe) == 0xfffe;
}

char *
clean_text(const char *text, size_t len)
{
	char *out = mem_zero(3 * len + 1, 1); /* one bad byte becomes three */
	size_t o = 0;

	for (size_t i = 0, k; i < len; i += k) {
		uint32_t c = 0;

		if (text[i] == '\033') {
			k = escape_length(text + i, len - i);
			continue;
		}
		if (text[i] == '\r') {
			k = 1;
			if (i + 1 == len || text[i + 1] != '\n')
				out[o++] = '\n';
			continue;
		}
		k = decode((const unsigned char *)text + i, len - i, &c);
		if (k == 0) {
			memcpy(out + o, "\357\277\275", 3);
			o += 3;
			k = 1;
		} else if (!unwanted(c)) {
			memcpy(out + o, text + i, k);
			o += k;
		}
	}
	return mem_grow(out, o + 1, 1);
}

size_t
clean_length(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

/* Start of character number k of valid UTF-8 text. */
static char *
at(char *text, size_t k)
{
	for (; *text; text++)
		if (((unsigned char)*text & 0xc0) != 0x80 && k-- == 0)
			break;
	return text;
}

char *
clean_line(const char *text, size_t most)
{
	char *line = clean_text(text ? text : "", text ? strlen(text) : 0), *tail;
	size_t n;

	for (char *p = line; *p; p++)
		if (*p == '\n' || *p == '\t')
			*p = ' ';
	n = clean_length(line);
	if (most < 5 || n <= most)
		return line;
	/* both ends say more than one: paths differ at the end, sentences begin with their subject
	 */
	tail = at(line, n - (most - 3) / 2);
	*at(line, most - 3 - (most - 3) / 2) = '\0';
	tail = mem_fmt("%s...%s", line, tail);
	free(line);
	return tail;
}
