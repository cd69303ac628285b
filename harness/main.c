#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "core/err.h"
#include "core/version.h"

static void
usage(FILE *f)
{
	fputs("usage: check-fs COMMAND [options]\n\n"
	      "Is this file system as fast as it was, and if not, where is it slow?\n\nCommands:\n",
	    f);
	for (const struct cmd_ops *const *c = cmd_all(); *c != NULL; c++)
		fprintf(f, "  %-10s %s\n", (*c)->name, (*c)->help);
	fputs("\ncheck-fs COMMAND --help tells more.  Start with: check-fs run --target DIR\n", f);
}

int
main(int argc, char *argv[])
{
	const struct cmd_ops *c;
	struct err e = { 0, "" };
	int rc;

	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
			    strcmp(argv[1], "help") == 0)) {
		usage(stdout);
		return 0;
	}
	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		puts("check-fs " VERSION_TEXT);
		return 0;
	}
	if (argc < 2 || (c = cmd_find(argv[1])) == NULL) {
		if (argc < 2)
			usage(stderr);
		else
			err_set(&e, EINVAL, "%s: no such command, see check-fs --help", argv[1]);
		if (e.code != 0)
			fprintf(stderr, "check-fs: %s\n", e.text);
		return 2;
	}
	rc = c->run(argc - 1, argv + 1, &e);
	if (rc >= 0)
		return rc;
	fprintf(stderr, "check-fs: %s\n", e.text[0] ? e.text : strerror(-rc));
	return rc == -EINVAL ? 2 : 5;
}
