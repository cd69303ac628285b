#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ior/job.h"
#include "bench/ior/status.h"
#include "core/err.h"
#include "core/file.h"
#include "core/mem.h"
#include "core/str.h"
#include "core/units.h"
#include "par/par.h"

/* Rank 0 reads and says what it found, whatever that is: nobody waits in vain. */
static int
load(struct job *j, struct err *e)
{
	struct err why = { 0, "" };
	long long n = 0;
	size_t len;
	char *text;
	int rc = file_read(j->o->status_file, &text, &len, &why);

	if (rc == -ENOENT) {
		print_warn(j->print, "status-file", "%s: is not there: the read has no limit",
		    j->o->status_file);
		return 0;
	}
	if (rc == 0) {
		rc = units_int(str_trim(text), 0, INT64_MAX, &n, &why);
		free(text);
	}
	if (rc != 0)
		return err_set(
		    e, -rc, "stoneWallingStatusFile: %s: %s", j->o->status_file, why.text);
	j->most = (uint64_t)n;
	return 0;
}

int
status_load(struct job *j, struct err *e)
{
	int rc = 0;

	if (j->o->status_file == NULL || j->o->write)
		return 0;
	if (j->rank == 0)
		rc = -load(j, e);
	par_bcast(j->par, &rc, sizeof rc);
	par_bcast(j->par, &j->most, sizeof j->most);
	return -rc;
}

int
status_save(struct job *j, struct err *e)
{
	int rc = 0;

	if (j->o->status_file == NULL || !j->o->write)
		return 0;
	if (j->rank == 0) {
		char *text = mem_fmt("%llu", (unsigned long long)j->worn);

		rc = -file_write(j->o->status_file, text, strlen(text), e);
		free(text);
	}
	par_bcast(j->par, &rc, sizeof rc);
	return -rc;
}
