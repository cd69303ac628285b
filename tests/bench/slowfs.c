/*
 * A file system in memory, through FUSE, that holds every reply back: it stands in for a metadata
 * server that is far away and serves any number of requests at a time.
 *
 *   slowfs MOUNTPOINT MICROSECONDS
 *
 * Directories whose parent lies near the root are cached by the kernel, deeper ones and files are
 * looked up each time.  What is removed stays in memory until the end.
 */
#define FUSE_USE_VERSION 312
#define _GNU_SOURCE
#include <errno.h>
#include <fuse_lowlevel.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

enum { BUCKETS = 1 << 18, CACHED_DEPTH = 2, SERVERS = 512 };

struct node {
	struct node *next, *parent;
	mode_t mode;
	int depth;
	long entries;
	off_t size;
	char name[];
};

struct tree {
	pthread_mutex_t lock;
	struct node *bucket[BUCKETS], *root;
	struct timespec delay;
};

static struct tree *
tree(void)
{
	static struct tree t = { .lock = PTHREAD_MUTEX_INITIALIZER };

	return &t;
}

static void
wait_a_while(void)
{
	nanosleep(&tree()->delay, NULL);
}

static struct node *
node_of(fuse_ino_t ino)
{
	return ino == FUSE_ROOT_ID ? tree()->root : (struct node *)(uintptr_t)ino;
}

static struct node **
place(const struct node *parent, const char *name)
{
	size_t h = (size_t)(uintptr_t)parent * 0x9e3779b97f4a7c15u;
	struct node **at;

	for (const char *c = name; *c; c++)
		h = (h ^ (unsigned char)*c) * 0x100000001b3u;
	at = &tree()->bucket[(h >> 20) % BUCKETS];
	while (*at != NULL && ((*at)->parent != parent || strcmp((*at)->name, name) != 0))
		at = &(*at)->next;
	return at;
}

static void
attributes(const struct node *n, struct stat *st)
{
	memset(st, 0, sizeof *st);
	st->st_ino = (ino_t)(uintptr_t)n;
	st->st_mode = n->mode;
	st->st_nlink = S_ISDIR(n->mode) ? 2 : 1;
	st->st_size = n->size;
}

static void
entry(struct node *n, struct fuse_entry_param *e)
{
	memset(e, 0, sizeof *e);
	e->ino = (fuse_ino_t)(uintptr_t)n;
	attributes(n, &e->attr);
	e->attr_timeout = 1;
	e->entry_timeout = S_ISDIR(n->mode) && n->depth <= CACHED_DEPTH ? 1e6 : 0;
}

/* Make a node; NULL where one of that name is there. */
static struct node *
make(fuse_ino_t parent, const char *name, mode_t mode)
{
	struct node *p = node_of(parent), **at = place(p, name), *n;

	if (*at != NULL)
		return NULL;
	n = calloc(1, sizeof *n + strlen(name) + 1);
	memcpy(n->name, name, strlen(name) + 1);
	n->parent = p;
	n->mode = mode;
	n->depth = p->depth + 1;
	p->entries++;
	return *at = n;
}

static int
removed(fuse_ino_t parent, const char *name)
{
	struct node *p = node_of(parent), **at = place(p, name);

	if (*at == NULL)
		return ENOENT;
	if ((*at)->entries > 0)
		return ENOTEMPTY;
	*at = (*at)->next;
	p->entries--;
	return 0;
}

static void
op_lookup(fuse_req_t q, fuse_ino_t parent, const char *name)
{
	struct fuse_entry_param e;
	struct node *n;

	wait_a_while();
	pthread_mutex_lock(&tree()->lock);
	n = *place(node_of(parent), name);
	if (n != NULL)
		entry(n, &e);
	pthread_mutex_unlock(&tree()->lock);
	if (n != NULL)
		fuse_reply_entry(q, &e);
	else
		fuse_reply_err(q, ENOENT);
}

static void
op_getattr(fuse_req_t q, fuse_ino_t ino, struct fuse_file_info *fi)
{
	struct stat st;

	(void)fi;
	wait_a_while();
	attributes(node_of(ino), &st);
	fuse_reply_attr(q, &st, 1);
}

static void
op_mkdir(fuse_req_t q, fuse_ino_t parent, const char *name, mode_t mode)
{
	struct fuse_entry_param e;
	struct node *n;

	wait_a_while();
	pthread_mutex_lock(&tree()->lock);
	n = make(parent, name, S_IFDIR | mode);
	if (n != NULL)
		entry(n, &e);
	pthread_mutex_unlock(&tree()->lock);
	if (n != NULL)
		fuse_reply_entry(q, &e);
	else
		fuse_reply_err(q, EEXIST);
}

static void
op_create(fuse_req_t q, fuse_ino_t parent, const char *name, mode_t mode, struct fuse_file_info *fi)
{
	struct fuse_entry_param e;
	struct node *n;

	wait_a_while();
	pthread_mutex_lock(&tree()->lock);
	n = make(parent, name, S_IFREG | mode);
	if (n != NULL)
		entry(n, &e);
	pthread_mutex_unlock(&tree()->lock);
	if (n != NULL)
		fuse_reply_create(q, &e, fi);
	else
		fuse_reply_err(q, EEXIST);
}

static void
op_open(fuse_req_t q, fuse_ino_t ino, struct fuse_file_info *fi)
{
	(void)ino;
	wait_a_while();
	fuse_reply_open(q, fi);
}

static void
op_release(fuse_req_t q, fuse_ino_t ino, struct fuse_file_info *fi)
{
	(void)ino, (void)fi;
	fuse_reply_err(q, 0);
}

static void
op_remove(fuse_req_t q, fuse_ino_t parent, const char *name)
{
	int code;

	wait_a_while();
	pthread_mutex_lock(&tree()->lock);
	code = removed(parent, name);
	pthread_mutex_unlock(&tree()->lock);
	fuse_reply_err(q, code);
}

static void
op_readdir(fuse_req_t q, fuse_ino_t ino, size_t size, off_t off, struct fuse_file_info *fi)
{
	(void)ino, (void)size, (void)off, (void)fi;
	fuse_reply_buf(q, NULL, 0);
}

static void
op_statfs(fuse_req_t q, fuse_ino_t ino)
{
	const struct statvfs st = { .f_bsize = 4096,
		.f_frsize = 4096,
		.f_blocks = 1 << 28,
		.f_bfree = 1 << 28,
		.f_bavail = 1 << 28,
		.f_namemax = 255 };

	(void)ino;
	fuse_reply_statfs(q, &st);
}

static void
op_init(void *user, struct fuse_conn_info *c)
{
	(void)user;
	c->max_background = c->congestion_threshold = 1024;
}

static const struct fuse_lowlevel_ops ops = {
	.init = op_init,
	.lookup = op_lookup,
	.getattr = op_getattr,
	.mkdir = op_mkdir,
	.create = op_create,
	.open = op_open,
	.release = op_release,
	.unlink = op_remove,
	.rmdir = op_remove,
	.readdir = op_readdir,
	.statfs = op_statfs,
};

int
main(int argc, char **argv)
{
	char *words[] = { argv[0], "-o", "fsname=slowfs", NULL };
	struct fuse_args args = FUSE_ARGS_INIT(3, words);
	struct fuse_loop_config *cfg = fuse_loop_cfg_create();
	struct fuse_session *se;
	int rc;

	if (argc != 3)
		return 2;
	tree()->delay.tv_nsec = atol(argv[2]) * 1000;
	tree()->root = calloc(1, sizeof *tree()->root + 1);
	tree()->root->mode = S_IFDIR | 0777;
	prctl(PR_SET_TIMERSLACK, 1); /* the servers' threads inherit it */
	se = fuse_session_new(&args, &ops, sizeof ops, NULL);
	if (se == NULL || fuse_session_mount(se, argv[1]) != 0)
		return 1;
	fuse_set_signal_handlers(se);
	fuse_loop_cfg_set_max_threads(cfg, SERVERS);
	fuse_loop_cfg_set_idle_threads(cfg, SERVERS);
	rc = fuse_session_loop_mt(se, cfg);
	fuse_session_unmount(se);
	return rc;
}
