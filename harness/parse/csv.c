#include <string.h>

#include "parse/csv.h"
#include "parse/number.h"

bool
csv_field(const char **text, const char **field, size_t *len)
{
	if (*text == NULL)
		return false;
	*field = *text;
	*len = strcspn(*text, ",");
	*text = (*text)[*len] == ',' ? *text + *len + 1 : NULL;
	return true;
}

bool
csv_is(const char *field, size_t len, const char *word)
{
	while (len > 0 && *field == ' ') {
		field++;
		len--;
	}
	while (len > 0 && field[len - 1] == ' ')
		len--;
	return len == strlen(word) && strncmp(field, word, len) == 0;
}

bool
csv_number(const char *field, size_t len, double *v)
{
	struct number n;
	const char *p = field + strspn(field, " ");

	if (p >= field + len || !number_read(&p, 99, false, &n) || n.absent || p > field + len)
		return false;
	*v = n.value;
	return true;
}

const char *
csv_row(const char *text, size_t indent)
{
	return strnlen(text, indent) == indent ? text + indent : text;
}
