#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/delay.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/session.h"
#include "core/str.h"
#include "core/units.h"
#include "plan/plan.h"
#include "store/store.h"

/* The call that a benchmark makes for each item or transfer of a metric; ids end in its name. */
static const struct {
	const char *tool, *name, *op;
} calls[] = {
	{ "mdtest", "dir-create", "mkdir" },
	{ "mdtest", "dir-stat", "dirstat" },
	{ "mdtest", "dir-rename", "rename" },
	{ "mdtest", "dir-remove", "rmdir" },
	{ "mdtest", "file-create", "create" },
	{ "mdtest", "file-stat", "stat" },
	{ "mdtest", "file-read", "open" },
	{ "mdtest", "file-remove", "unlink" },
	{ "ior", "write", "write" },
	{ "ior", "read", "read" },
};
#define CALLS (sizeof calls / sizeof *calls)

static const char *
name_of(const char *id)
{
	const char *slash = strrchr(id, '/');

	return slash != NULL ? slash + 1 : id;
}

/* Row of calls for a metric, or CALLS. */
static size_t
call_of(const char *id)
{
	size_t i = 0;

	while (i < CALLS && strcmp(calls[i].name, name_of(id)) != 0)
		i++;
	return i;
}

bool
delay_means(const char *metrics, const char *id)
{
	bool data = strcmp(name_of(id), "write") == 0 || strcmp(name_of(id), "read") == 0;

	if (strcmp(metrics, "all") == 0)
		return true;
	if (strcmp(metrics, "data") == 0)
		return data;
	if (strcmp(metrics, "metadata") == 0)
		return !data;
	return fnmatch(metrics, id, 0) == 0;
}

/* Does a command ask for a back end other than POSIX? */
static bool
other_backend(const char *command)
{
	struct strv words = { NULL, 0, 0 };
	bool other = false;

	strv_split(&words, command);
	for (size_t i = 0; i < words.n; i++) {
		const char *w = words.v[i], *name = NULL;

		if (strcmp(w, "-a") == 0 || strcmp(w, "--api") == 0)
			name = i + 1 < words.n ? words.v[i + 1] : NULL;
		else if (str_starts(w, "--api="))
			name = w + 6;
		else if (str_starts(w, "-a"))
			name = w + 2;
		other = other || (name != NULL && strcasecmp(name, "POSIX") != 0);
	}
	strv_free(&words);
	return other;
}

int
delay_based(const struct store_baseline *b, struct err *e)
{
	return b->n > 0 ? 0
			: err_set(e, EINVAL,
			      "inject: there is no baseline that could judge it: check-fs baseline "
			      "accept or measure makes one");
}

int
delay_check(const struct delay *d, const struct store_baseline *b, struct err *e)
{
	const struct session *last = b->n > 0 ? b->session[b->n - 1] : NULL;
	size_t meant = 0;

	if (last == NULL)
		return delay_based(b, e);
	for (size_t i = 0; i < last->nmetric; i++)
		meant += delay_means(d->metrics, last->metric[i].id) &&
			 call_of(last->metric[i].id) < CALLS;
	if (meant == 0)
		return err_set(e, EINVAL,
		    "inject: %s: no metric of the baseline is called so and has calls that can be "
		    "delayed",
		    d->metrics);
	for (size_t i = 0; i < b->nrecipe; i++)
		if (other_backend(b->recipe[i].value))
			return err_set(e, EINVAL,
			    "inject: %s: works with another back end than POSIX, whose calls "
			    "cannot be delayed",
			    b->recipe[i].key);
	return 0;
}

double
delay_extra(
    const struct delay *d, const struct session_metric *m, const struct step *step, int ranks)
{
	uint64_t transfer = 262144; /* IOR's default */
	double n = m->work;

	if (call_of(m->id) == CALLS || !delay_means(d->metrics, m->id))
		return 0;
	for (size_t i = 0; i + 1 < step->argv.n; i++)
		if (strcmp(step->argv.v[i], "-t") == 0)
			units_size(step->argv.v[i + 1], &transfer, NULL);
	if (strcmp(m->unit, "B/s") == 0)
		n /= (double)transfer;
	return n / ranks * d->seconds;
}

void
delay_words(const struct delay *d, const char *command, const char *group, struct strv *words)
{
	bool any = false;

	for (size_t i = 0; i < CALLS; i++) {
		char *id = mem_fmt("%s/%s", group, calls[i].name);

		if (str_starts(command, calls[i].tool) && delay_means(d->metrics, id)) {
			if (!any) {
				strv_add(words, "-a");
				strv_add(words, "SLOW");
			}
			any = true;
			strv_add(words, "--slow.delay=%s:%.0f", calls[i].op, 1e6 * d->seconds);
		}
		free(id);
	}
}

void
delay_mark(struct session *s, const char *how)
{
	session_env(s, "check-fs.kind", "injected");
	session_env(s, "check-fs.injected", "%s", how);
	session_warn(s, "injected",
	    "no measurement of the file system: it was made slower on purpose, %s", how);
}

void
delay_mark_run(const struct delay *d, struct session *s)
{
	char *how = mem_fmt("%g us more for each call of %s", 1e6 * d->seconds, d->metrics);

	delay_mark(s, how);
	free(how);
}
