#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "core/err.h"
#include "core/mem.h"
#include "parse/source.h"

#define CHUNK (128 * 1024)

enum encoding { PLAIN, UTF16LE, UTF16BE };

struct source {
	gzFile file; /* NULL: memory */
	const char *path;
	const char *memory;
	size_t left; /* of memory */
	enum encoding encoding;
	bool begun, end, cut;
	int unclean;       /* so many chunks of text may hold what has to be cleaned */
	unsigned char odd; /* first byte of a UTF-16 unit whose second is in the next chunk */
	bool has_odd;
	unsigned char *raw; /* CHUNK bytes of a file that is not PLAIN, or not known to be */
	const unsigned char *chunk; /* what was read last: raw, text itself, or a piece of memory */
	char *text;
	size_t from, to; /* of text: what is not handed out yet */
	size_t room;     /* of text: at most a line that is cut and two chunks */
};

static struct source *
new_source(void)
{
	struct source *s = mem_zero(1, sizeof *s);

	s->text = mem_zero(1, 1);
	return s;
}

int
source_open(const char *path, struct source **out, struct err *e)
{
	int fd = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	struct source *s;

	if (fd < 0)
		return err_sys(e, errno, "%s", path);
	s = new_source();
	s->path = path;
	s->raw = mem_grow(NULL, CHUNK, 1);
	s->file = gzdopen(fd, "rb");
	if (s->file == NULL) {
		close(fd);
		source_close(s);
		return err_set(e, ENOMEM, "%s: out of memory", path);
	}
	/* a buffer so small is not used for what is not compressed */
	gzbuffer(s->file, CHUNK / 4);
	*out = s;
	return 0;
}

struct source *
source_memory(const char *text, size_t len)
{
	struct source *s = new_source();

	s->memory = text;
	s->left = len;
	return s;
}

bool
source_unclean(const struct source *s)
{
	return s->unclean > 0;
}

bool
source_cut(const struct source *s)
{
	return s->cut;
}

void
source_close(struct source *s)
{
	if (s == NULL)
		return;
	if (s->file != NULL)
		gzclose(s->file);
	free(s->raw);
	free(s->text);
	free(s);
}

/* Bytes as they are in chunk; how many, 0 at the end, -errno.  Plain ones are where text goes on.
 */
static long
read_chunk(struct source *s, struct err *e)
{
	unsigned char *to =
	    s->begun && s->encoding == PLAIN ? (unsigned char *)s->text + s->to : s->raw;
	int n, code;

	if (s->file == NULL) {
		size_t take = s->left < CHUNK ? s->left : CHUNK;

		s->chunk = (const unsigned char *)s->memory;
		s->memory += take;
		s->left -= take;
		return (long)take;
	}
	errno = 0;
	s->chunk = to;
	n = gzread(s->file, to, CHUNK);
	if (n > 0)
		return n;
	gzerror(s->file, &code);
	if (code == Z_BUF_ERROR || code == Z_DATA_ERROR)
		s->cut = true;
	else if (n < 0)
		return err_sys(e, errno ? errno : EIO, "%s: cannot read", s->path);
	return 0;
}

static void
find_encoding(struct source *s, size_t n)
{
	const unsigned char *p = s->chunk;

	s->begun = true;
	if (n >= 2 && p[0] == 0xff && p[1] == 0xfe)
		s->encoding = UTF16LE;
	else if (n >= 2 && p[0] == 0xfe && p[1] == 0xff)
		s->encoding = UTF16BE;
	else if (n >= 6 && p[0] && !p[1] && p[2] && !p[3] && p[4] && !p[5])
		s->encoding = UTF16LE;
	else if (n >= 6 && !p[0] && p[1] && !p[2] && p[3] && !p[4] && p[5])
		s->encoding = UTF16BE;
}

/* One UTF-16 unit as UTF-8; halves of a pair become '?', nothing in a log depends on them. */
static void
put_unit(struct source *s, unsigned u)
{
	if (u == 0xfeff)
		return;
	if (u < 0x80) {
		s->text[s->to++] = (char)u;
	} else if (u < 0x800) {
		s->text[s->to++] = (char)(0xc0 | u >> 6);
		s->text[s->to++] = (char)(0x80 | (u & 0x3f));
	} else if (u >= 0xd800 && u < 0xe000) {
		s->text[s->to++] = '?';
	} else {
		s->text[s->to++] = (char)(0xe0 | u >> 12);
		s->text[s->to++] = (char)(0x80 | (u >> 6 & 0x3f));
		s->text[s->to++] = (char)(0x80 | (u & 0x3f));
	}
}

static void
convert(struct source *s, size_t n)
{
	if (s->encoding == PLAIN) {
		if (s->chunk != (unsigned char *)s->text + s->to)
			memcpy(s->text + s->to, s->chunk, n);
		s->to += n;
		return;
	}
	for (size_t i = 0; i < n; i++) {
		if (!s->has_odd)
			s->odd = s->chunk[i];
		else if (s->encoding == UTF16LE)
			put_unit(s, s->odd | (unsigned)s->chunk[i] << 8);
		else
			put_unit(s, (unsigned)s->odd << 8 | s->chunk[i]);
		s->has_odd = !s->has_odd;
	}
}

/* Room for a chunk behind what is there: it becomes at most three halves of its size. */
static void
reserve(struct source *s)
{
	size_t chunk = s->file == NULL && s->left < CHUNK ? s->left : CHUNK;

	if (s->to + 2 * chunk + 4 > s->room) {
		s->room = s->to + 2 * chunk + 4;
		s->text = mem_grow(s->text, s->room, 1);
	}
}

/* More text behind what is there. */
static int
fill(struct source *s, struct err *e)
{
	long n;

	if (s->from > 0) {
		memmove(s->text, s->text + s->from, s->to - s->from);
		s->to -= s->from;
		s->from = 0;
	}
	reserve(s);
	n = read_chunk(s, e);
	if (n < 0)
		return (int)n;
	if (n == 0) {
		s->end = true;
		return 0;
	}
	if (!s->begun)
		find_encoding(s, (size_t)n);
	/* a line may reach over as many chunks as fit into text */
	if (memchr(s->chunk, '\0', (size_t)n) != NULL ||
	    memchr(s->chunk, '\r', (size_t)n) != NULL ||
	    memchr(s->chunk, '\033', (size_t)n) != NULL)
		s->unclean = SOURCE_LINE / CHUNK + 3;
	else if (s->unclean > 0)
		s->unclean--;
	convert(s, (size_t)n);
	return 0;
}

int
source_next(struct source *s, char **line, size_t *len, struct err *e)
{
	size_t looked = 0;
	bool skipping = false;
	int rc;

	for (;;) {
		size_t have = s->to - s->from;
		char *start = s->text + s->from, *nl = NULL;

		if (have > looked)
			nl = memchr(start + looked, '\n', have - looked);
		if (nl == NULL && !s->end) {
			looked = have;
			if (have > SOURCE_LINE) {
				s->to =
				    s->from + SOURCE_LINE; /* the rest of this line is dropped */
				looked = SOURCE_LINE;
				skipping = true;
			}
			rc = fill(s, e);
			if (rc < 0)
				return rc;
			continue;
		}
		if (nl == NULL && have == 0)
			return 0;
		*line = start;
		*len = nl != NULL ? (size_t)(nl - start) : have;
		s->from += *len + (nl != NULL);
		if (skipping && *len > SOURCE_LINE)
			*len = SOURCE_LINE;
		start[*len] = '\0';
		return 1;
	}
}
