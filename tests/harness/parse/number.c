/* Numbers of tables: glued columns, decimal commas, and what stands for no value. */
#include "parse/number.h"
#include "tests/unit.h"

static void
a_number_ends_at_a_blank_or_is_none(void)
{
	struct number v;
	const char *text = "12.5 x";

	CHECK(number_read(&text, 2, false, &v) && v.value == 12.5 && !v.absent && text[0] == ' ');
	text = "12.5x";
	CHECK(!number_read(&text, 2, false, &v) && text[0] == '1');
	text = "1.2.3.4 an address";
	CHECK(number_read(&text, 9, false, &v) == false || text[0] == '.');
	text = "";
	CHECK(!number_read(&text, 2, false, &v));
	text = "-";
	CHECK(number_read(&text, 2, false, &v) && v.absent && isnan(v.value));
	text = "--";
	CHECK(!number_read(&text, 2, false, &v));
}

static void
words_for_numbers_are_values_or_absent(void)
{
	struct number v[6];

	CHECK(number_list("inf -inf nan -nan NA -", 3, v, 6, NULL) == 6);
	CHECK(isinf(v[0].value) && v[1].value < 0 && isnan(v[2].value) && !v[2].absent &&
	      isnan(v[3].value));
	CHECK(v[4].absent && v[5].absent);
	CHECK(number_list("nano info", 3, v, 6, NULL) == 0);
}

static void
glued_columns_are_cut_after_their_decimals(void)
{
	struct number v[4];
	const char *rest;

	CHECK(number_list("1.2345.67-3.00nan", 2, v, 4, &rest) == 4);
	CHECK(v[0].value == 1.23 && v[1].value == 45.67 && v[2].value == -3 && isnan(v[3].value));
	CHECK(number_list("261.851234567.89", 2, v, 4, NULL) == 2 && v[0].value == 261.85 &&
	      v[1].value == 1234567.89);
	CHECK(number_list("0.0010000.00000   EXCEL", 2, v, 4, &rest) == 2 && v[1].value == 10000 &&
	      rest[0] == 'E');
}

static void
a_comma_is_a_decimal_point_only_between_digits(void)
{
	struct number v[4];
	const char *rest;

	CHECK(number_list("601,274 489,456", 3, v, 4, NULL) == 2 && v[0].value == 601.274 &&
	      v[1].value == 489.456);
	CHECK(number_list("4.778 sec, 5", 3, v, 4, &rest) == 1 && rest[0] == 's');
	CHECK(number_list("4, 5", 3, v, 4, NULL) == 1 && v[0].value == 4);
}

static void
values_are_the_nearest_double(void)
{
	CHECK(number_at("123456789012.345") == 123456789012.345);
	CHECK(number_at("0.1") == 0.1);
	CHECK(number_at("9007199254740993") == 9007199254740993.0);
	CHECK(number_at("1.4509691361e+04") == 14509.691361);
	CHECK(number_at(" : 1e308") == 1e308);
	CHECK(number_at("99999999999999999999999.5") == 99999999999999999999999.5);
	CHECK(isnan(number_at("x")));
	CHECK(number_at("313s") == 313);
}

static void
numbers_of_309_digits_are_read(void)
{
	char text[320];

	memset(text, '1', sizeof text);
	snprintf(text + 309, sizeof text - 309, ".000");
	CHECK(number_at(text) > 1e308 && isfinite(number_at(text)));
}

static void
counts_are_whole_and_bounded(void)
{
	CHECK(number_count(3) == 3 && number_count(-1) == -1 && number_count(NAN) == -1 &&
	      number_count(1e300) == -1);
}

int
main(void)
{
	a_number_ends_at_a_blank_or_is_none();
	words_for_numbers_are_values_or_absent();
	glued_columns_are_cut_after_their_decimals();
	a_comma_is_a_decimal_point_only_between_digits();
	values_are_the_nearest_double();
	numbers_of_309_digits_are_read();
	counts_are_whole_and_bounded();
	return unit_end();
}
