#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/mem.h"
#include "store/store.h"

/* Kept as they are in a folder name, on every file system and in a shell. */
static bool
safe(const char *text, const char *p)
{
	return isalnum((unsigned char)*p) || strchr("_-+@=,", *p) != NULL ||
	       (*p == '.' && p != text);
}

char *
store_encode(const char *text)
{
	char *out, *o;

	if (*text == '\0')
		return NULL;
	o = out = mem_zero(3 * strlen(text) + 1, 1);
	for (const char *p = text; *p; p++) {
		unsigned char c = (unsigned char)*p;

		if (c == '/' || iscntrl(c)) {
			free(out);
			return NULL;
		}
		/* reports/latest is the link to the newest run: no machine may take its place */
		if (safe(text, p) && !(p == text && strcmp(text, "latest") == 0)) {
			*o++ = *p;
			continue;
		}
		*o++ = '%';
		*o++ = "0123456789ABCDEF"[c >> 4];
		*o++ = "0123456789ABCDEF"[c & 15];
	}
	return out;
}

static int
hex(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

char *
store_decode(const char *folder)
{
	char *out = mem_zero(strlen(folder) + 1, 1), *o = out, *again;
	bool same;

	for (const char *p = folder; *p; p++) {
		if (*p == '%' && hex(p[1]) >= 0 && hex(p[2]) >= 0) {
			*o++ = (char)(hex(p[1]) << 4 | hex(p[2]));
			p += 2;
		} else {
			*o++ = *p;
		}
	}
	again = store_encode(out);
	same = again != NULL && strcmp(again, folder) == 0;
	free(again);
	if (same)
		return out;
	free(out);
	return NULL;
}

/* '/' becomes '_' and '_' becomes '__', so that /a/b and /a_b do not share a baseline. */
char *
store_label(const char *path)
{
	char *flat = mem_zero(2 * strlen(path) + 1, 1), *o = flat, *label;

	for (const char *p = path; *p; p++) {
		if (*p == '/' && (o == flat || p[1] == '/' || p[1] == '\0'))
			continue;
		*o++ = *p == '/' ? '_' : *p;
		if (*p == '_')
			*o++ = '_';
	}
	label = store_encode(*flat ? flat : "root");
	free(flat);
	return label != NULL ? label : mem_dup("target");
}

char *
store_series(const char *target, const char *profile, int ranks, int nodes)
{
	char *label = store_label(target), *p = store_encode(profile), *series;

	series = mem_fmt("%s-%s-%dx%d", label, p != NULL ? p : "profile", ranks, nodes);
	free(label);
	free(p);
	/* a folder name has its limit; a long target keeps its end, which tells it apart */
	if (strlen(series) > NAME_MAX) {
		char *cut = mem_dup(series + strlen(series) - NAME_MAX);

		free(series);
		series = cut;
	}
	return series;
}
