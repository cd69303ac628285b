#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/mem.h"
#include "report/words.h"

static const struct {
	enum tone tone;
	const char *mark, *help;
} outcomes[] = {
	[OUT_PASS] = { TONE_GOOD, "✓", "proved no worse than the tolerance" },
	[OUT_UNPROVEN] = { TONE_GOOD, "≈", "within the tolerance, not proved yet" },
	[OUT_SUSPECT] = { TONE_WARN, "?", "below the tolerance in both looks, not proved" },
	[OUT_FAIL] = { TONE_BAD, "✗", "slower than the baseline by more than the tolerance" },
	[OUT_IMPROVED] = { TONE_WARN, "▲", "much faster than the baseline: is it a cache?" },
	[OUT_NEW] = { TONE_NOTE, "+", "measured, but not in the baseline" },
	[OUT_MISSING] = { TONE_WARN, "−", "in the baseline, but not measured" },
	[OUT_INVALID] = { TONE_BAD, "!", "the value must not be used" },
	[OUT_NOT_COMPARABLE] = { TONE_WARN, "≠",
	    "measured under other conditions than the baseline" },
	[OUT_KNOWN] = { TONE_NOTE, "⚑", "slower, and a known issue" },
	[OUT_WATCHED] = { TONE_DULL, "·", "shown, not judged" },
	[OUT_TOO_SHORT] = { TONE_DULL, "‹", "ran too short or did too little to be judged" },
};

enum tone
words_tone(enum outcome o)
{
	return outcomes[o].tone;
}

const char *
words_side(enum slow_side s)
{
	static const char *const words[] = { [SLOW_UNKNOWN] = "look at it first",
		[SLOW_NODE] = "the node itself",
		[SLOW_STORAGE] = "not the node, the storage side",
		[SLOW_PASSED] = "it has passed" };

	return words[s];
}

const char *
words_mark(enum outcome o)
{
	return outcomes[o].mark;
}

const char *
words_outcome_help(enum outcome o)
{
	return outcomes[o].help;
}

enum tone
words_word_tone(enum word w)
{
	switch (w) {
	case WORD_HEALTHY:
		return TONE_GOOD;
	case WORD_SLOWER:
	case WORD_COULD_NOT_MEASURE:
		return TONE_BAD;
	case WORD_INCONCLUSIVE:
	case WORD_NOT_COMPARABLE:
		return TONE_WARN;
	case WORD_NO_BASELINE:
	case WORD_MEASURED:
		break;
	}
	return TONE_NOTE;
}

const char *
words_tone_name(enum tone t)
{
	static const char *const names[] = { "good", "bad", "warn", "note", "dull" };

	return names[t];
}

/* Rows of {code, words, sentence}; the second column where a code is unknown is the code itself. */
struct entry {
	const char *code, *text, *help;
};

static const struct entry metrics[] = {
	{ "dir-create", "directory creation", NULL },
	{ "dir-stat", "directory stat", NULL },
	{ "dir-rename", "directory rename", NULL },
	{ "dir-remove", "directory removal", NULL },
	{ "file-create", "file creation", NULL },
	{ "file-stat", "file stat", NULL },
	{ "file-read", "file read", NULL },
	{ "file-remove", "file removal", NULL },
	{ "tree-create", "tree creation", NULL },
	{ "tree-remove", "tree removal", NULL },
};

static const struct entry caveats[] = {
	{ "cache", "probably cache",
	    "Faster than the device or the link behind it: a page cache answered, not the "
	    "storage." },
	{ "cached-read", "probably cache",
	    "The data was still in this node's page cache when it was read." },
	{ "not-synced", "not synced",
	    "The data was not known to be on the device when the clock stopped: writes may have "
	    "ended in memory." },
	{ "local-stat", "stat is a cache number: items of its own node",
	    "The attributes that are read were made by the same client, so its cache answers: "
	    "there "
	    "is one node, or this step has no -N." },
	{ "local-read", "read is a cache number: items of its own node",
	    "The files that are opened and read were written by the same client, so its cache "
	    "answers: there are fewer than three nodes, or this step has no -N." },
	{ "memory", "memory: there is no device",
	    "The target keeps its data in memory, so this is the speed of memory and there is no "
	    "cache to drop." },
};

static const struct entry envs[] = {
	{ "fs.type", "file system", NULL },
	{ "fs.source", "device or export", NULL },
	{ "fs.mount", "mount point", NULL },
	{ "fs.options", "mount options", NULL },
	{ "fs.uuid", "file system's UUID", NULL },
	{ "fs.device", "kind of device", NULL },
	{ "fs.devno", "device number", NULL },
	{ "fs.bytes", "size, bytes", NULL },
	{ "fs.free", "free bytes", NULL },
	{ "fs.inodes", "inodes", NULL },
	{ "fs.inodes-free", "free inodes", NULL },
	{ "fs.used-percent", "used, %", NULL },
	{ "host.name", "host", NULL },
	{ "host.kernel", "kernel", NULL },
	{ "host.cpu", "processor", NULL },
	{ "host.cores", "cores", NULL },
	{ "host.memory", "memory, bytes", NULL },
	{ "host.load", "load", NULL },
	{ "host.raid", "RAID rebuild", NULL },
	{ "mpi.version", "MPI", NULL },
	{ "mpi.launcher", "launcher", NULL },
	{ "job.hosts", "hosts of the job", NULL },
	{ "job.ranks", "ranks", NULL },
	{ "job.nodes", "nodes", NULL },
	{ "job.ranks-per-node", "ranks a node", NULL },
	{ "job.cores", "cores this job may use", NULL },
	{ "job.cgroup-cpus", "CPUs of the cgroup", NULL },
	{ "job.scheduler", "scheduler", NULL },
	{ "tool.version", "program's version", NULL },
	{ "tool.format", "output format", NULL },
};

#define FIND(table, code) find(table, sizeof(table) / sizeof *(table), code)
static const struct entry *
find(const struct entry *t, size_t n, const char *code)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(t[i].code, code) == 0)
			return &t[i];
	return NULL;
}

const char *
words_metric(const char *id)
{
	const char *slash = strrchr(id, '/'), *name = slash ? slash + 1 : id;
	const struct entry *m = FIND(metrics, name);

	return m ? m->text : name;
}

char *
words_step(const char *id)
{
	const char *slash = strrchr(id, '/');

	return slash ? mem_fmt("%.*s", (int)(slash - id), id) : mem_dup("");
}

const char *
words_caveat(const char *code)
{
	const struct entry *c = FIND(caveats, code);

	return c ? c->text : code;
}

const char *
words_caveat_help(const char *code)
{
	const struct entry *c = FIND(caveats, code);

	return c ? c->help : "Not the speed of the device.";
}

const char *
words_env(const char *key)
{
	const struct entry *v = FIND(envs, key);

	return v ? v->text : key;
}

char *
words_change(char *buf, size_t size, double ratio)
{
	double percent = (ratio - 1) * 100;

	if (!isfinite(ratio))
		snprintf(buf, size, "-");
	else if (ratio >= 5)
		snprintf(buf, size, "%.3g times", ratio);
	else
		snprintf(buf, size, "%+.1f %%", fabs(percent) < 0.05 ? 0.0 : percent);
	return buf;
}

char *
words_duration(char *buf, size_t size, double seconds)
{
	long s = seconds > 0 ? lround(seconds) : 0;

	if (s < 60)
		snprintf(buf, size, "%ld s", s);
	else if (s < 3600)
		snprintf(buf, size, "%ld min %ld s", s / 60, s % 60);
	else
		snprintf(buf, size, "%ld h %ld min", s / 3600, s / 60 % 60);
	return buf;
}

char *
words_time(char *buf, size_t size, long long t)
{
	time_t clock = (time_t)t;
	struct tm tm;

	if (gmtime_r(&clock, &tm) == NULL || strftime(buf, size, "%Y-%m-%d %H:%M UTC", &tm) == 0)
		snprintf(buf, size, "-");
	return buf;
}
