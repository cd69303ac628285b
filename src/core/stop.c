#include <signal.h>
#include <string.h>

#include "core/hot.h"
#include "core/stop.h"

static volatile sig_atomic_t arrived;

static void
note(int sig)
{
	if (arrived == 0)
		arrived = sig;
}

void
stop_install(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2 };
	struct sigaction sa;

	memset(&sa, 0, sizeof sa);
	sigemptyset(&sa.sa_mask);
	sa.sa_handler =
	    note; /* no SA_RESTART: a blocking call returns EINTR and its loop looks at the flag */
	for (size_t i = 0; i < sizeof sigs / sizeof *sigs; i++)
		sigaction(sigs[i], &sa, NULL);
	sa.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &sa, NULL);
}

HOT int
stop_asked(void)
{
	return arrived;
}
