/* The distribution functions against R's (package r-mathlib), where that library is there. */
#include <dlfcn.h>
#include <stdlib.h>

#include "../../unit.h"
#include "compare/dist.h"

typedef double pt_function(double q, double nu, int lower, int log);
enum { SKIPPED = 77 };

static int
agree(double got, double want)
{
	return fabs(got - want) <= 1e-10 * fmax(1e-300, fabs(want));
}

int
main(void)
{
	static const double nus[] = { 1, 4, 5, 6, 8, 13, 23, 100, 7.3 };
	void *lib = dlopen("libRmath.so.1", RTLD_NOW), *p, *q;
	pt_function *pt, *qt;

	if (lib == NULL && (lib = dlopen("libRmath.so", RTLD_NOW)) == NULL) {
		puts("skip: r-mathlib is not installed");
		return SKIPPED;
	}
	p = dlsym(lib, "pt");
	q = dlsym(lib, "qt");
	if (!CHECK(p != NULL && q != NULL))
		return unit_end();
	memcpy(&pt, &p, sizeof pt);
	memcpy(&qt, &q, sizeof qt);
	for (size_t i = 0; i < sizeof nus / sizeof *nus; i++) {
		for (double t = -12; t <= 12; t += 0.37)
			if (!CHECK(agree(dist_t(t, nus[i]), pt(t, nus[i], 1, 0))))
				printf("  P(%g; %g) = %.17g, R: %.17g\n", t, nus[i],
				    dist_t(t, nus[i]), pt(t, nus[i], 1, 0));
		for (double x = 0.0005; x < 1; x += 0.0173)
			if (!CHECK(agree(dist_t_at(x, nus[i]), qt(x, nus[i], 1, 0))))
				printf("  t(%g; %g) = %.17g, R: %.17g\n", x, nus[i],
				    dist_t_at(x, nus[i]), qt(x, nus[i], 1, 0));
	}
	dlclose(lib);
	return unit_end();
}
