#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/side.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "parse/parse.h"

/* ---- a machine ---- */

/* The series with the newest session; caller frees. */
static char *
newest(const char *baselines, const char *machine)
{
	struct strv all = { 0 };
	char *name = NULL;
	long long when = 0;

	store_series_list(baselines, machine, &all);
	for (size_t i = 0; i < all.n; i++) {
		struct store_baseline b;

		if (store_baseline_read(baselines, machine, all.v[i], &b, NULL) != 0)
			continue;
		if (b.n > 0 && (name == NULL || b.session[b.n - 1]->started > when)) {
			when = b.session[b.n - 1]->started;
			free(name);
			name = mem_dup(all.v[i]);
		}
		store_baseline_free(&b);
	}
	strv_free(&all);
	return name;
}

/* What is compared: the machine in the words of its people, and where the figures are from. */
static char *
note_of(const struct store_machine *m, size_t n, const char *series)
{
	const char *who = m->description ? m->description : "", *stop = m->description ? "; " : "";

	if (m->published != NULL)
		return mem_fmt("%s%spublished figures: %s", who, stop, m->published);
	return mem_fmt("%s%s%zu session%s of %s", who, stop, n, n == 1 ? "" : "s", series);
}

static int
from_machine(
    const struct settings *s, const char *word, const char *series, struct side *out, struct err *e)
{
	struct store_machine m;
	struct store_baseline b = { 0 };
	char *which;
	int rc = store_machine_read(s->baselines, word, &m, e);

	if (rc != 0)
		return rc;
	which = series != NULL ? mem_dup(series) : newest(s->baselines, word);
	if (which == NULL)
		rc = err_set(e, EINVAL, "%s: has no accepted session", word);
	if (rc == 0)
		rc = store_baseline_read(s->baselines, word, which, &b, e);
	if (rc == 0 && b.n == 0)
		rc = err_set(e, EINVAL, "%s: series %s has no accepted session", word, which);
	if (rc == 0) {
		out->session = b.session;
		out->n = b.n;
		b.session = NULL;
		b.n = 0;
		for (size_t i = 0; i < out->n; i++)
			machines_mark(out->session[i], m.link);
		out->note = note_of(&m, out->n, which);
	}
	free(which);
	store_baseline_free(&b);
	store_machine_free(&m);
	return rc;
}

/* ---- a run ---- */

static int
from_run(const char *word, struct side *out, struct err *e)
{
	struct session *s;
	const char *how;
	int rc = store_run_read(word, &s, NULL, NULL, e);

	if (rc != 0)
		return rc;
	out->session = mem_zero(1, sizeof *out->session);
	out->session[0] = s;
	out->n = 1;
	how = session_env_get(s, "check-fs.injected");
	out->note = mem_fmt("run %s of %s%s%s", s->id ? s->id : "?", s->machine ? s->machine : "?",
	    how != NULL ? ", made slower on purpose: " : "", how != NULL ? how : "");
	return 0;
}

/* ---- a log ---- */

/* Is the option among the words of the command line? */
static bool
has_option(const char *command, const char *option)
{
	struct strv w = { 0 };
	bool found = false;

	if (command != NULL && strv_split(&w, command) == 0)
		for (size_t i = 0; i < w.n; i++)
			found = found || strcmp(w.v[i], option) == 0;
	strv_free(&w);
	return found;
}

/* The name that this project's own steps of the same kind have, so that a log meets a baseline. */
static const char *
step_of(const struct result *r)
{
	const char *command = result_get(r, "command"), *access = result_get(r, "access"),
		   *transfer = result_get(r, "transfer");

	if (strcmp(r->tool, "mdtest") == 0)
		return has_option(command, "-u") ? "mdtest-unique" : "mdtest-shared";
	if (transfer != NULL && strtod(transfer, NULL) < 65536)
		return "ior-small";
	if (access != NULL && strstr(access, "file-per-process") != NULL)
		return "ior-fpp";
	return access == NULL && has_option(command, "-F") ? "ior-fpp" : "ior-shared";
}

/* The benchmarks whose step is a guess: the log lacks the command line and what would tell it. */
static unsigned
untold_of(const struct result *r)
{
	if (result_get(r, "command") != NULL)
		return 0;
	if (strcmp(r->tool, "mdtest") == 0)
		return 1u << SIDE_MDTEST;
	if (strcmp(r->tool, "ior") != 0 || result_get(r, "access") != NULL)
		return 0;
	return strcmp(step_of(r), "ior-shared") == 0 ? 1u << SIDE_IOR : 0;
}

/* Would this run's metrics fall on ones that are taken already? */
static bool
taken(const struct session *s, const char *step, const struct result *r)
{
	bool clash = false;

	for (size_t i = 0; i < r->nmetric && !clash; i++) {
		char *id = mem_fmt("%s/%s", step, r->metric[i].name);

		clash = session_find(s, id) != NULL;
		free(id);
	}
	return clash;
}

/* Several runs of one kind in a log keep apart: mdtest-unique, mdtest-unique-2, ... */
static void
take_run(struct session *s, const struct result *r)
{
	char *step = mem_dup(step_of(r));

	for (int k = 2; taken(s, step, r); k++) {
		free(step);
		step = mem_fmt("%s-%d", step_of(r), k);
	}
	session_take(s, step, r);
	free(step);
}

static int
from_log(const char *word, struct side *out, struct err *e)
{
	struct parsed p;
	struct session *s;
	int rc = parse_file(word, &p, e);

	if (rc == 0 && p.nrun == 0)
		rc = err_set(e, EINVAL, "%s: holds no run of mdtest or IOR%s%s", word,
		    p.ncondition ? ": " : "", p.ncondition ? p.condition[0].text : "");
	if (rc == 0) {
		s = session_new();
		for (size_t i = 0; i < p.nrun; i++) {
			take_run(s, &p.run[i]);
			out->untold |= untold_of(&p.run[i]);
		}
		out->session = mem_zero(1, sizeof *out->session);
		out->session[0] = s;
		out->n = 1;
		out->note = mem_fmt("log, %zu run%s of %s %s", p.nrun, p.nrun == 1 ? "" : "s",
		    p.run[0].tool, p.run[0].version ? p.run[0].version : "");
	}
	parse_free(&p);
	return rc == -ENOENT || rc == -ENODATA ? -EINVAL : rc;
}

int
side_load(
    const struct settings *s, const char *word, const char *series, struct side *out, struct err *e)
{
	struct err why = { 0, "" };
	char *result;
	int rc;

	memset(out, 0, sizeof *out);
	rc =
	    strchr(word, '/') == NULL && *word ? from_machine(s, word, series, out, &why) : -ENOENT;
	if (rc == -ENOENT) {
		result = file_join(word, "result.json");
		if (file_is_dir(word) ? file_exists(result) : str_ends(word, "result.json"))
			rc = from_run(word, out, e);
		else if (strcmp(word, "-") == 0 || (file_exists(word) && !file_is_dir(word)))
			rc = from_log(word, out, e);
		else
			rc = err_set(e, EINVAL,
			    "%s: is no machine in %s, no run directory and no log", word,
			    s->baselines);
		free(result);
	} else if (rc != 0) {
		err_set(e, -rc, "%s", why.text);
	}
	if (rc == 0) {
		out->name = mem_dup(strcmp(word, "-") == 0 ? "standard input" : word);
		out->typical = machines_typical(out->session, out->n);
	}
	return rc;
}

void
side_free(struct side *side)
{
	for (size_t i = 0; i < side->n; i++)
		session_free(side->session[i]);
	free(side->session);
	session_free(side->typical);
	free(side->name);
	free(side->note);
	memset(side, 0, sizeof *side);
}
