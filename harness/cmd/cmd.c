#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "registry.h"

#define X(n) extern const struct cmd_ops cmd_##n;
CMD_LIST(X)
#undef X

#define X(n) &cmd_##n,
static const struct cmd_ops *const all[] = { CMD_LIST(X) NULL };
#undef X

const struct cmd_ops *const *
cmd_all(void)
{
	return all;
}

const struct cmd_ops *
cmd_find(const char *name)
{
	for (size_t i = 0; all[i] != NULL; i++)
		if (strcmp(all[i]->name, name) == 0)
			return all[i];
	return NULL;
}

void
cmd_help(const struct cmd_ops *c, const struct opt_set *sets)
{
	printf("usage: check-fs %s %s\n\n%s.\n", c->name, c->synopsis, c->help);
	opt_help(stdout, sets);
	if (c->details != NULL)
		printf("\n%s", c->details);
}
