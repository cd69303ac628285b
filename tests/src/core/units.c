#include <errno.h>
#include <math.h>

#include "core/err.h"
#include "core/units.h"
#include "tests/unit.h"

static void
sizes_are_powers_of_1024_in_either_case(void)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} row[] = { { "0", 0 }, { "1", 1 }, { "1k", 1024 }, { "1K", 1024 }, { "4m", 4194304 },
		{ "1g", 1073741824 }, { "2t", 2199023255552 }, { "1p", 1125899906842624 }, { "1MiB", 1048576 },
		{ "1mb", 1048576 }, { "7B", 7 }, { "1.5m", 1572864 }, { "0.5k", 512 }, { "0.1k", 102 },
		{ "8589934591g", 9223372035781033984ULL } };
	uint64_t got;

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		CHECK(units_size(row[i].text, &got, NULL) == 0);
		CHECK(got == row[i].bytes);
	}
}

static void
what_is_no_size_is_refused(void)
{
	static const char *const bad[] = { "", "-1", "+1", " 1", "1 k", "k", "1x", "1kx", "0x10", "1.", ".5m",
		"1.5.5", "1e3", "true", "1kk", "abc" };
	uint64_t got;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (!CHECK(units_size(bad[i], &got, NULL) == -EINVAL))
			printf("  accepted: '%s'\n", bad[i]);
}

static void
sizes_that_do_not_fit_63_bits_are_refused(void)
{
	static const char *const bad[] = { "8589934592g", "17179869184g", "9223372036854775808",
		"99999999999999999999", "8192p" };
	uint64_t got;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK(units_size(bad[i], &got, NULL) == -ERANGE);
}

static void
integers_are_read_whole_or_not_at_all(void)
{
	long long n;

	CHECK(units_int("-5", -10, 10, &n, NULL) == 0 && n == -5);
	CHECK(units_int("11", -10, 10, &n, NULL) == -ERANGE);
	CHECK(units_int("1k", 0, 10, &n, NULL) == -EINVAL);
	CHECK(units_int("", 0, 10, &n, NULL) == -EINVAL);
	CHECK(units_int(" 1", 0, 10, &n, NULL) == -EINVAL);
	CHECK(units_int("99999999999999999999", 0, 10, &n, NULL) == -ERANGE);
}

static void
times_take_s_m_and_h(void)
{
	double s;

	CHECK(units_seconds("90", &s, NULL) == 0 && s == 90);
	CHECK(units_seconds("1.5m", &s, NULL) == 0 && s == 90);
	CHECK(units_seconds("2h", &s, NULL) == 0 && s == 7200);
	CHECK(units_seconds("20ms", &s, NULL) == 0 && fabs(s - 0.02) < 1e-12);
	CHECK(units_seconds("200us", &s, NULL) == 0 && fabs(s - 0.0002) < 1e-12);
	CHECK(units_seconds("3 us", &s, NULL) == -EINVAL && units_seconds("", &s, NULL) == -EINVAL);
	CHECK(units_seconds("-1", &s, NULL) == -EINVAL);
	CHECK(units_seconds("5 m", &s, NULL) == -EINVAL);
	CHECK(units_seconds("inf", &s, NULL) == -EINVAL);
}

static void
ior_form_knows_no_kib_and_no_tib(void)
{
	char b[64];

	CHECK_TEXT(units_ior(b, sizeof b, 262144), "262144 bytes");
	CHECK_TEXT(units_ior(b, sizeof b, 1048576), "1 MiB");
	CHECK_TEXT(units_ior(b, sizeof b, 1572864), "1.50 MiB");
	CHECK_TEXT(units_ior(b, sizeof b, 1073741824), "1 GiB");
	CHECK_TEXT(units_ior(b, sizeof b, 1099511627776), "1024 GiB");
}

static void
human_form_has_about_four_digits(void)
{
	char b[64];

	CHECK_TEXT(units_human(b, sizeof b, 1536.0 * 1024 * 1024, "B/s"), "1.500 GiB/s");
	CHECK_TEXT(units_human(b, sizeof b, 12345, "ops/s"), "12.35 k ops/s");
	CHECK_TEXT(units_human(b, sizeof b, 12, "ops/s"), "12.00 ops/s");
	CHECK_TEXT(units_human(b, sizeof b, 0.5, "s"), "0.5 s");
	CHECK_TEXT(units_human(b, sizeof b, NAN, "B/s"), "-");
}

int
main(void)
{
	sizes_are_powers_of_1024_in_either_case();
	what_is_no_size_is_refused();
	sizes_that_do_not_fit_63_bits_are_refused();
	integers_are_read_whole_or_not_at_all();
	times_take_s_m_and_h();
	ior_form_knows_no_kib_and_no_tib();
	human_form_has_about_four_digits();
	return unit_end();
}
