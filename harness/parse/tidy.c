#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "core/str.h"
#include "parse/tidy.h"

#define ESC '\033'

/* Colours and other terminal sequences: ESC [ ... letter, ESC ] ... BEL. */
static size_t
drop_escapes(char *line, size_t len)
{
	size_t to = 0, i = 0;

	while (i < len) {
		if (line[i] != ESC) {
			line[to++] = line[i++];
			continue;
		}
		i++;
		if (i < len && line[i] == '[') {
			for (i++; i < len && !isalpha((unsigned char)line[i]) && line[i] != '~';
			     i++)
				;
		} else if (i < len && line[i] == ']') {
			for (i++; i < len && line[i] != '\a' && line[i] != ESC; i++)
				;
		}
		i += i < len;
	}
	line[to] = '\0';
	return to;
}

/* A terminal shows what comes behind the last carriage return; a log of Windows has one at the end.
 */
static size_t
drop_returns(char *line, size_t len)
{
	char *cr;

	while (len > 0 && line[len - 1] == '\r')
		len--;
	line[len] = '\0';
	while ((cr = memchr(line, '\r', len)) != NULL)
		*cr = ' ';
	return len;
}

static int
hex(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static size_t
decode_quoted(char *line, size_t len)
{
	size_t to = 0;

	for (size_t i = 0; i < len; i++) {
		if (line[i] == '=' && i + 2 < len + 0 && hex(line[i + 1]) >= 0 &&
		    hex(line[i + 2]) >= 0) {
			line[to++] = (char)(hex(line[i + 1]) * 16 + hex(line[i + 2]));
			i += 2;
		} else {
			line[to++] = line[i];
		}
	}
	line[to] = '\0';
	return to;
}

/* A line of quoted-printable mail ends with "=" near column 76; rules of "====" do not. */
static bool
soft_break(const char *line, size_t len)
{
	return len >= 60 && line[len - 1] == '=' && len <= 80 && line[len - 2] != '=';
}

/* A blank before a line's end is always encoded there. */
static bool
quoted_end(const char *line, size_t len)
{
	return len >= 3 && line[len - 1] == '0' && line[len - 2] == '2' && line[len - 3] == '=';
}

static char *
drop_quoting(char *line)
{
	while (*line == '>') {
		line++;
		line += *line == ' ';
	}
	return line;
}

static char *
take_key(struct tidy *c, const char *from, const char *to, char *behind)
{
	size_t n = (size_t)(to - from);

	if (n >= sizeof c->key)
		return NULL;
	memcpy(c->key, from, n);
	c->key[n] = '\0';
	return behind + (*behind == ' ');
}

/*
 * "[1,0]<stdout>:" of Open MPI, also with the time before it; "[0] " of MPICH and Intel MPI; "0: "
 * of srun -l.
 */
static char *
drop_rank(struct tidy *c, char *line, size_t len)
{
	char *p = line, *end, *text = NULL;
	static const size_t moment = sizeof "Mon Nov 30 18:58:45 2026" - 1;

	c->key[0] = '\0';
	while (*p == ' ')
		p++;
	if (len - (size_t)(p - line) > moment && p[moment] == '[' && isupper((unsigned char)*p))
		p += moment;
	if (*p == '[') {
		end = p + 1 + strcspn(p + 1, "] ");
		if (*end != ']')
			return line;
		if (str_starts(end, "]<stdout>:") || str_starts(end, "]<stderr>:"))
			text = take_key(c, p + 1, end, end + strlen("]<stdout>:"));
		else if (end[1] == ' ' && end > p + 1 &&
			 strspn(p + 1, "0123456789") == (size_t)(end - p - 1))
			text = take_key(c, p + 1, end, end + 1);
	} else if (isdigit((unsigned char)*p)) {
		end = p + strspn(p, "0123456789");
		if (*end == ':' && (end[1] == ' ' || end[1] == '\0') && end - p <= 7)
			text = take_key(c, p, end, end + 1);
	}
	return text != NULL ? text : line;
}

static char *
finish(struct tidy *c, char *line, size_t *len)
{
	char *text;

	if (c->quoted_printable && memchr(line, '=', *len) != NULL)
		*len = decode_quoted(line, *len);
	text = *line == '>' ? drop_quoting(line) : line;
	text = drop_rank(c, text, *len - (size_t)(text - line));
	*len -= (size_t)(text - line);
	return text;
}

static void
keep(struct tidy *c, const char *line, size_t len)
{
	if (c->len + len + 1 > c->room) {
		c->room = 2 * (c->len + len + 1);
		c->joined = mem_grow(c->joined, c->room, 1);
	}
	memcpy(c->joined + c->len, line, len);
	c->len += len;
	c->joined[c->len] = '\0';
}

/*
 * A NUL may be a hole that a crash left in a log, or a program may have been named instead of a
 * log: a line with many control characters is emptied, in any other they become blanks.
 */
static size_t
drop_nuls(char *line, size_t len)
{
	size_t control = 0, text = 0;

	for (size_t i = 0; i < len; i++) {
		control += line[i] != '\0' && iscntrl((unsigned char)line[i]) &&
			   !isspace((unsigned char)line[i]);
		text += isprint((unsigned char)line[i]) != 0;
		if (line[i] == '\0')
			line[i] = ' ';
	}
	if (control <= text / 16)
		return len;
	line[0] = '\0';
	return 0;
}

/* Text in the data of a program: zero bytes end each string. */
static bool
many_nuls(const char *line, size_t len)
{
	size_t strings = 0;

	for (size_t i = 1; i < len; i++)
		strings += line[i] == '\0' && line[i - 1] != '\0';
	return strings > 8;
}

static size_t
drop_control(char *line, size_t len)
{
	if (memchr(line, '\0', len) != NULL) {
		if (many_nuls(line, len))
			len = 0;
		len = drop_nuls(line, len);
	}
	if (memchr(line, '\r', len) != NULL)
		len = drop_returns(line, len);
	if (memchr(line, ESC, len) != NULL)
		len = drop_escapes(line, len);
	line[len] = '\0';
	return len;
}

char *
tidy_line(struct tidy *c, char *line, size_t *len, bool control)
{
	bool soft;

	if (control)
		*len = drop_control(line, *len);
	soft = soft_break(line, *len) && c->len < 8192;
	c->quoted_printable = c->quoted_printable || soft || quoted_end(line, *len);
	if (soft) {
		keep(c, line, *len - 1);
		return NULL;
	}
	if (c->len > 0) {
		keep(c, line, *len);
		return tidy_rest(c, len);
	}
	return finish(c, line, len);
}

char *
tidy_rest(struct tidy *c, size_t *len)
{
	if (c->len == 0)
		return NULL;
	*len = c->len;
	c->len = 0;
	return finish(c, c->joined, len);
}

void
tidy_free(struct tidy *c)
{
	free(c->joined);
}
