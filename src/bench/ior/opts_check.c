#include <errno.h>
#include <string.h>
#include <strings.h>

#include "bench/ior/opts.h"
#include "bench/ior/socket.h"
#include "core/err.h"

#define U(x) ((unsigned long long)(x))

static int
find_backend(struct opts *o, struct err *e)
{
	char names[256] = "";
	size_t n = 0;

	bool aio = strcasecmp(o->api, "aio") == 0;

	/* 4.x's names: DUMMY moves nothing, AIO is POSIX files with Linux's older queue */
	o->ops = io_find(strcasecmp(o->api, "dummy") == 0 ? "NULL" : aio ? "POSIX" : o->api);
	o->label = aio                                ? "AIO"
		   : strcasecmp(o->api, "dummy") == 0 ? "DUMMY"
		   : o->ops != NULL                   ? o->ops->name
						      : o->api;
	if (aio && o->queue_depth == 1)
		o->queue_depth = o->aio_pending;
	if (o->ops != NULL) {
		o->backend = io_cfg(o->backends, o->ops);
		return 0;
	}
	for (const struct io_ops *const *i = io_all(); *i != NULL && n < sizeof names; i++)
		n += (size_t)snprintf(
		    names + n, sizeof names - n, "%s%s", n ? ", " : "", (*i)->name);
	return err_set(
	    e, EINVAL, "-a %s: no such backend is built in; there are: %s", o->api, names);
}

/*
 * 2.10.3's flags for one kind of backend, in the backend's own words.  A backend without that word
 * does without, and the user is told, as 2.10.3 does.
 */
static int
pass_on(struct opts_all *a, struct opts *o, struct err *e)
{
	char align[32];
	const struct {
		bool given;
		const char *flag, *word, *value;
	} row[] = {
		{ o->preallocate, "-p", "preallocate", "1" },
		{ o->file_view, "-V", "useFileView", "1" },
		{ o->show_hints, "-H", "showHints", "1" },
		{ o->no_fill, "-n", "noFill", "1" },
		{ o->strided, "-S", "useStridedDatatype", "1" },
		{ o->individual, "-I", "individualDataSets", "1" },
		{ o->hints_file != NULL, "-U", "hintsFileName", o->hints_file },
		{ o->alignment != 1, "-J", "setAlignment", align },
	};

	snprintf(align, sizeof align, "%llu", U(o->alignment));
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		char name[80];
		int rc;

		if (!row[i].given)
			continue;
		strv_add(&a->pool, "%s", row[i].value);
		snprintf(name, sizeof name, "%s.%s", o->ops->name, row[i].word);
		rc = opt_assign(o->backends, name, a->pool.v[a->pool.n - 1], e);
		if (rc == -ENOENT && strcmp(row[i].flag, "-p") == 0 && o->ops->reserve != NULL)
			continue; /* the phase does it */
		if (rc == -ENOENT)
			strv_add(&a->warnings, "%s: the %s backend has no such thing: no effect",
			    row[i].flag, o->ops->name);
		else if (rc != 0)
			return rc;
	}
	if (o->collective && !(o->ops->caps & IO_COLLECTIVE)) {
		strv_add(&a->warnings, "-c: the %s backend has no collective calls: no effect",
		    o->ops->name);
		o->collective = false;
	}
	return 0;
}

/* Whether a value says that the thing is not wanted, as scripts do for all that they list. */
static bool
declines(const char *v)
{
	return strcmp(v, "0") == 0 || strcmp(v, "-1") == 0 || strcasecmp(v, "false") == 0;
}

/* 2.10.3's and 3.x's words for a layout, in the POSIX backend's own.  Never without effect. */
static int
pass_layouts(struct opts *o, struct err *e)
{
	static const char *const word[OPTS_LAYOUTS][2] = {
		{ "lustreStripeCount", "posix.lustre.stripecount" },
		{ "lustreStripeSize", "posix.lustre.stripesize" },
		{ "lustreStartOST", "posix.lustre.startost" },
		{ "lustreIgnoreLocks", "posix.lustre.ignorelocks" },
		{ "gpfsHintAccess", "posix.gpfs.hintaccess" },
		{ "gpfsReleaseToken", "posix.gpfs.releasetoken" },
		{ "beegfsNumTargets", "posix.beegfs.NumTargets" },
		{ "beegfsChunkSize", "posix.beegfs.ChunkSize" },
	};
	struct err why = { 0, "" };

	for (int i = 0; i < OPTS_LAYOUTS; i++) {
		const char *v = o->layout[i];

		/* -1 stripes are all of them */
		if (v == NULL || (declines(v) && (i > 0 || v[0] != '-')))
			continue;
		if (opt_assign(o->backends, word[i][1], v, &why) != 0)
			return err_set(e, EINVAL, "%s: is %s", word[i][0], why.text);
	}
	return 0;
}

/* What goes with options that the backend's caller has to mind. */
static int
check_needs(struct opts *o, struct err *e)
{
	const char *option = NULL;

	if (io_opts_check(o->backends, o->ops, e) != 0)
		return -EINVAL;
	o->needs = o->ops->needs != NULL ? o->ops->needs(o->backend, &option) : 0;
	if (o->needs & IO_LAYS && o->write && o->existing)
		return err_set(e, EINVAL,
		    "%s: does not go with -E: a file's layout is that of its creation", option);
	if (o->needs & IO_CALLS && o->queue_depth > 1)
		return err_set(e, EINVAL,
		    "%s: does not go with --queue-depth, whose transfers are not calls", option);
	return 0;
}

static int
check_sizes(const struct opts *o, struct err *e)
{
	uint64_t total;

	if (o->transfer == 0)
		return err_set(e, EINVAL, "-t 0: a transfer needs at least one byte");
	if (o->block == 0 || o->block % o->transfer != 0)
		return err_set(e, EINVAL,
		    "-b %llu: the block must be a multiple of the transfer (-t %llu)", U(o->block),
		    U(o->transfer));
	if (__builtin_mul_overflow(o->block, o->segments, &total) || total > (uint64_t)INT64_MAX)
		return err_set(
		    e, EINVAL, "-b %llu -s %llu: too large together", U(o->block), U(o->segments));
	if (o->direct && o->transfer % 512 != 0)
		return err_set(e, EINVAL,
		    "-t %llu: O_DIRECT needs transfers that are multiples of 512 bytes (often "
		    "4096)",
		    U(o->transfer));
	return 0;
}

static int
check_files(const struct opts *o, struct err *e)
{
	if (o->file[0] == '\0')
		return err_set(e, EINVAL, "-o: the name is empty");
	if (o->unique_dir && !o->fpp)
		return err_set(e, EINVAL, "-u: a directory for each file needs -F");
	if (o->unique_dir && strchr(o->file, '@') != NULL)
		return err_set(e, EINVAL, "-o %s: several names (@) do not go with -u", o->file);
	if (o->existing && o->no_clobber)
		return err_set(
		    e, EINVAL, "-E: to use the existing file does not go with --no-clobber");
	if (o->dual_mount && (!o->fpp || o->unique_dir))
		return err_set(
		    e, EINVAL, "-y: a mount for each socket needs -F, and does not go with -u");
	if (o->nfs_count > 0 && (o->nfs_root == NULL || o->nfs_server == NULL))
		return err_set(e, EINVAL, "NFS_serverCount: needs NFS_rootPath and NFS_serverName");
	return 0;
}

/* What happens to a file beside its transfers. */
static int
check_deeds(struct opts_all *a, const struct opts *o, struct err *e)
{
	bool reads = o->read || o->check_read || o->check_write;

	if (o->delete_time && (!o->write || reads || o->keep || o->ops->unlink == NULL))
		return err_set(e, EINVAL,
		    "includeDeleteTime: is for a write test alone, without -r -R -W -k: the file "
		    "is "
		    "gone after it");
	if (o->corrupt && (!o->write || !(o->check_write || o->check_read)))
		return err_set(
		    e, EINVAL, "corruptFile: needs -w, and -W or -R to find what was changed");
	if (o->corrupt && (!(o->ops->caps & IO_PATHS) || o->ops->size == NULL))
		return err_set(e, EINVAL,
		    "corruptFile: the files of the %s backend are not the data alone",
		    o->ops->name);
	if (o->fill_every > 0 && !(o->keep && o->multi_file))
		strv_add(&a->warnings,
		    "fillTheFileSystem: without -k and -m each repetition's file "
		    "makes room for the next: nothing is filled");
	return 0;
}

static int
check_order(const struct opts *o, struct err *e)
{
	if (o->reorder && o->reorder_random)
		return err_set(e, EINVAL, "-C: does not go with -Z: one order or the other");
	if (o->random > 1 && (o->write || o->check_write))
		return err_set(
		    e, EINVAL, "-z -z: reads with repeats only: write the file first, with -w -k");
	if (o->collective && o->random)
		return err_set(
		    e, EINVAL, "-z: does not go with -c: the tasks would not meet at their places");
	if (o->file_view && o->random)
		return err_set(
		    e, EINVAL, "-z: does not go with -V: a task's view holds its own blocks only");
	if (o->prefill > 0 && !o->random)
		return err_set(e, EINVAL, "--randomPrefill: needs -z");
	if (o->prefill > 0 && o->block % o->prefill != 0)
		return err_set(e, EINVAL,
		    "--randomPrefill=%llu: does not divide the block (-b %llu)", U(o->prefill),
		    U(o->block));
	return 0;
}

static int
check_end(struct opts_all *a, struct opts *o, struct err *e)
{
	if (o->wear_out && o->deadline <= 0)
		return err_set(e, EINVAL, "stoneWallingWearOut: needs -D");
	if (o->wear_out_count > 0 && !o->wear_out)
		return err_set(
		    e, EINVAL, "stoneWallingWearOutIterations: needs stoneWallingWearOut");
	if (o->status_file != NULL && o->write && !o->wear_out)
		return err_set(e, EINVAL,
		    "stoneWallingStatusFile: a write test needs stoneWallingWearOut and -D");
	if (o->status_file != NULL && !o->keep)
		return err_set(e, EINVAL, "stoneWallingStatusFile: is of use with -k only");
	if (o->min_time > 0 && o->deadline > 0 && o->min_time > o->deadline)
		return err_set(e, EINVAL, "minTimeDuration: is longer than the deadline (-D)");
	if (o->queue_depth > 1 && !(o->ops->caps & IO_QUEUE))
		return err_set(
		    e, EINVAL, "--queue-depth: the %s backend has no queue", o->ops->name);
	if (!o->fsync || o->ops->sync != NULL)
		return 0;
	strv_add(&a->warnings, "-e: the %s backend has no fsync: no effect", o->ops->name);
	o->fsync = false;
	return 0;
}

static int
check_queue(struct opts_all *a, struct opts *o, struct err *e)
{
	bool aio = strcasecmp(o->api, "aio") == 0;

	if (o->queue_depth == 1)
		return 0;
	if (!(o->ops->caps & IO_QUEUE))
		return err_set(
		    e, EINVAL, "--queue-depth: the %s backend has no queue", o->ops->name);
	if (o->fsync_per_write || o->io_delay > 0)
		return err_set(e, EINVAL,
		    "--queue-depth: does not go with -Y and interIODelay, which want one at a "
		    "time");
	if (o->aio_granularity > o->aio_pending)
		return err_set(e, EINVAL, "--aio.granularity=%d: is more than --aio.max-pending=%d",
		    o->aio_granularity, o->aio_pending);
	if (o->transfer * (uint64_t)o->queue_depth > UINT32_MAX)
		return err_set(e, EINVAL,
		    "--queue-depth=%d: more than 4 GiB of buffers with -t %llu", o->queue_depth,
		    U(o->transfer));
	if (o->aio_granularity != AIO_GRANULARITY)
		strv_add(&a->warnings,
		    "--aio.granularity: what is ready is submitted at once: no effect");
	o->engine = io_queue(aio ? "aio" : NULL);
	if (o->engine == NULL)
		return err_set(
		    e, EINVAL, "--queue-depth: neither io_uring nor Linux AIO works here");
	return 0;
}

/* What the backend has to have for this test. */
static int
check_backend(const struct opts *o, struct err *e)
{
	const char *need[10];
	size_t n = 0;

	need[n++] = "open";
	need[n++] = "close";
	if (o->write)
		need[n++] = "pwrite";
	if (o->read || o->check_read || o->check_write)
		need[n++] = "pread";
	if (o->fsync_per_write)
		need[n++] = "sync";
	if (o->drop_cache)
		need[n++] = "drop";
	if (o->unique_dir)
		need[n++] = "mkdir";
	need[n] = NULL;
	if ((o->check_read || o->check_write) && !(o->ops->caps & IO_DATA))
		return err_set(e, EINVAL, "-a %s: keeps no data that could be verified (-W, -R)",
		    o->ops->name);
	return io_check(o->ops, need, e) != 0 ? -EINVAL : 0;
}

int
opts_check(struct opts_all *a, struct opts *o, struct err *e)
{
	struct err why = { 0, "" };
	int rc;

	if (!o->write && !o->read && !o->check_write && !o->check_read)
		o->read = o->write = true;
	rc = find_backend(o, &why);
	if (rc == 0)
		rc = pass_on(a, o, &why);
	if (rc == 0)
		rc = pass_layouts(o, &why);
	if (rc == 0)
		rc = check_needs(o, &why);
	if (rc == 0)
		rc = check_sizes(o, &why);
	if (rc == 0)
		rc = check_files(o, &why);
	if (rc == 0)
		rc = check_deeds(a, o, &why);
	if (rc == 0)
		rc = check_order(o, &why);
	if (rc == 0)
		rc = check_end(a, o, &why);
	if (rc == 0)
		rc = check_queue(a, o, &why);
	if (rc == 0)
		rc = check_backend(o, &why);
	if (rc == 0 && o->dual_mount)
		o->sockets = socket_new();
	if (rc != 0 && a->ntest > 1)
		return err_set(e, EINVAL, "test %d of the script: %s", o->id, why.text);
	return rc != 0 ? err_set(e, EINVAL, "%s", why.text) : 0;
}

int
opts_check_tasks(const struct opts *o, int ranks, struct err *e)
{
	uint64_t tasks = o->tasks > 0 && o->tasks < ranks ? (uint64_t)o->tasks : (uint64_t)ranks,
		 total;

	if (__builtin_mul_overflow(o->block * o->segments, tasks, &total) ||
	    total > (uint64_t)INT64_MAX)
		return err_set(e, EINVAL, "-b %llu -s %llu: too large for %llu tasks", U(o->block),
		    U(o->segments), U(tasks));
	return 0;
}
