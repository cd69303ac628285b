/* Text from outside, as every format may carry it. */
#include <stdlib.h>

#include "report/clean.h"
#include "tests/unit.h"

static void
text(const char *raw, size_t len, const char *want)
{
	char *got = clean_text(raw, len);

	unit_text(got, want, raw, (int)len);
	free(got);
}

static void
line(const char *raw, size_t most, const char *want)
{
	char *got = clean_line(raw, most);

	unit_text(got, want, raw, (int)most);
	free(got);
}

#define TEXT(raw, want) text(raw, sizeof(raw) - 1, want)

int
main(void)
{
	TEXT("plain \303\274ber", "plain \303\274ber");
	TEXT("a\033[31;1mred\033[0mb", "aredb");
	TEXT("a\033]0;title\007b", "ab");
	TEXT("a\033]8;;http://x\033\\b", "ab");
	TEXT("a\033]open to the end of the line\nnext", "a\nnext");
	TEXT("a\033(Bb\033", "aBb");
	TEXT("a\000b\001c\177d", "abcd");
	TEXT("dos\r\nbar\r50%\r", "dos\nbar\n50%\n");
	TEXT("\377\200", "\357\277\275\357\277\275");
	TEXT("cut \303", "cut \357\277\275");
	TEXT("\355\240\200", "\357\277\275\357\277\275\357\277\275"); /* a surrogate */
	TEXT("\300\257", "\357\277\275\357\277\275");                 /* overlong '/' */
	TEXT("\357\277\276x\342\200\256y\302\205z", "xyz");           /* U+FFFE, an override, C1 */
	TEXT("\360\237\230\200", "\360\237\230\200");
	line("one\ttwo\nthree", 0, "one two three");
	line("abcdefghijklmnop", 9, "abc...nop");
	line("\303\244\303\244\303\244\303\244\303\244\303\244\303\244\303\244", 7,
	    "\303\244\303\244...\303\244\303\244");
	line("short", 9, "short");
	line(NULL, 0, "");
	CHECK(clean_length("\303\274ber") == 4);
	return unit_end();
}
