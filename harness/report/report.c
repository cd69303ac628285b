#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/units.h"
#include "registry.h"
#include "report/report.h"

#define X(n) extern const struct report_ops report_##n;
REPORT_LIST(X)
#undef X

#define X(n) &report_##n,
static const struct report_ops *const all[] = { REPORT_LIST(X) NULL };
#undef X

const struct report_ops *const *
report_all(void)
{
	return all;
}

const struct report_ops *
report_find(const char *name)
{
	for (size_t i = 0; all[i] != NULL; i++)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

static int
write_one(const char *dir, const struct report_ops *r, const struct report_in *in, struct err *e)
{
	char *path = file_join(dir, r->file), *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	int rc;

	if (f == NULL) {
		free(path);
		return err_sys(e, errno, "report: %s", r->file);
	}
	rc = r->write(f, in, e);
	if (fclose(f) != 0 && rc == 0)
		rc = err_sys(e, errno, "report: %s", r->file);
	if (rc == 0)
		rc = file_write(path, text, len, e);
	free(text);
	free(path);
	return rc;
}

/* Every name of the list is known; 0 or -EINVAL. */
static int
check(const char *list, struct err *e)
{
	struct strv names = { NULL, 0, 0 };
	int rc = 0;

	report_names(list, &names);
	for (size_t i = 0; i < names.n && rc == 0; i++)
		if (report_find(names.v[i]) == NULL)
			rc = err_set(e, EINVAL,
			    "--format: %s: no such format, see check-fs report --help", names.v[i]);
	if (rc == 0 && list != NULL && names.n == 0)
		rc = err_set(e, EINVAL, "--format: the list is empty, see check-fs report --help");
	strv_free(&names);
	return rc;
}

void
report_names(const char *list, struct strv *out)
{
	for (size_t i = 0; list == NULL && all[i] != NULL; i++)
		strv_add(out, "%s", all[i]->name);
	for (const char *p = list; p != NULL && *p != '\0';) {
		size_t n = strcspn(p, ",");

		if (n > 0)
			strv_add(out, "%.*s", (int)n, p);
		p += n + (p[n] == ',');
	}
}

int
report_write(const char *dir, const char *list, const struct report_in *in, struct err *e)
{
	struct report_in plain = *in;
	struct strv names = { NULL, 0, 0 };
	int rc = check(list, e);

	if (rc != 0)
		return rc;
	/* a file is UTF-8 and has no terminal */
	plain.colour = plain.ascii = false;
	plain.width = 0;
	plain.detail = 0;
	report_names(list, &names);
	for (size_t i = 0; i < names.n; i++) {
		/* a format that cannot be written does not take the others with it */
		int one = write_one(dir, report_find(names.v[i]), &plain, e);

		if (rc == 0)
			rc = one;
	}
	strv_free(&names);
	return rc;
}

/* Columns of the terminal fd, or 0 where it has none. */
static int
columns(int fd)
{
	const char *set = getenv("COLUMNS");
	struct winsize w;
	long long n;

	if (set != NULL && units_int(set, 20, 1000, &n, NULL) == 0)
		return (int)n;
	return ioctl(fd, TIOCGWINSZ, &w) == 0 ? w.ws_col : 0;
}

static bool
shows_utf8(void)
{
	locale_t l = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
	bool yes;

	if (l == (locale_t)0)
		return false;
	yes = strcmp(nl_langinfo_l(CODESET, l), "UTF-8") == 0;
	freelocale(l);
	return yes;
}

void
report_terminal(struct report_in *in, int fd)
{
	const char *term = getenv("TERM"), *none = getenv("NO_COLOR");

	in->width = columns(fd);
	in->colour = isatty(fd) && term != NULL && *term != '\0' && strcmp(term, "dumb") != 0 &&
		     (none == NULL || *none == '\0');
	in->ascii = !shows_utf8();
}
