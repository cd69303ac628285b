/* Numbers are printed as printf("%.15g") prints them, and every byte gets through. */
#include <stdint.h>
#include <stdlib.h>

#include "core/out.h"
#include "tests/unit.h"

/* What out writes for v. */
static void
text_of(double v, char *to, size_t size)
{
	FILE *f = fmemopen(to, size, "w");
	struct out *o = out_new(f);

	out_number(o, v);
	out_free(o);
	fclose(f);
}

static void
is_as_printf(double v)
{
	char got[64] = "", want[64];

	snprintf(want, sizeof want, "%.15g", v == 0 ? 0.0 : v);
	text_of(v, got, sizeof got);
	if (strcmp(got, want) != 0)
		CHECK_TEXT(got, want);
}

static uint64_t
next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 11;
}

static void
decimals_of_every_length_are_as_printf_has_them(void)
{
	uint64_t state = 1;

	for (int i = 0; i < 200000; i++) {
		char text[64];
		uint64_t n = next(&state) >> next(&state) % 53;

		snprintf(
		    text, sizeof text, "%llue-%d", (unsigned long long)n, (int)(next(&state) % 20));
		is_as_printf(strtod(text, NULL));
		is_as_printf(strtod(text, NULL) * 1048576);
	}
	CHECK(1);
}

static void
any_bits_of_a_double_are_as_printf_has_them(void)
{
	uint64_t state = 2;

	for (int i = 0; i < 100000; i++) {
		uint64_t bits = next(&state) << 11 ^ next(&state);
		double v;

		memcpy(&v, &bits, sizeof v);
		is_as_printf(v);
	}
	CHECK(1);
}

static void
the_edges_are_as_printf_has_them(void)
{
	const double edge[] = { 0, -0.0, 1, -1, 0.1, 0.001, 0.0009995, 0.0001, 0.00009999, 1e-5,
		9.5, 999999999999999, 1e15, 1e16, 99999999999999.9, 999999999999.9995, 1e300,
		INFINITY, -INFINITY, 0.5, 0.05, 10, 100, 1024, 877822371.4304, 5667585890.7136 };

	for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++)
		is_as_printf(edge[i]);
	CHECK(1);
}

static void
texts_longer_than_its_buffer_get_through(void)
{
	size_t len = 300000;
	char *text = malloc(len), *got = malloc(3 * len + 1);
	FILE *f = fmemopen(got, 3 * len + 1, "w");
	struct out *o = out_new(f);

	for (size_t i = 0; i < len; i++)
		text[i] = (char)('a' + i % 23);
	out_bytes(o, text, len);
	for (size_t i = 0; i < len; i++)
		out_char(o, text[i]);
	for (size_t i = 0; i < len; i += 100)
		out_bytes(o, text + i, 100);
	out_free(o);
	fclose(f);
	for (size_t k = 0; k < 3; k++)
		CHECK(memcmp(got + k * len, text, len) == 0);
	free(text);
	free(got);
}

int
main(void)
{
	decimals_of_every_length_are_as_printf_has_them();
	any_bits_of_a_double_are_as_printf_has_them();
	the_edges_are_as_printf_has_them();
	texts_longer_than_its_buffer_get_through();
	return unit_end();
}
