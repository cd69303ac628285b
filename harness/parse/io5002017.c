/* The first IO500 scripts: "1/ior-easy-write BW:794393.97 MB/s time: 420s", "IO-500 score: ...". */
#include <math.h>
#include <string.h>

#include "core/str.h"
#include "parse/io500.h"
#include "parse/number.h"

static int
phase(struct reader *r, const struct line *l, enum mark mark, const char *word)
{
	const char *at = strstr(LINE_AT(l, mark), word), *name = at, *value = at + strlen(word),
		   *time = strstr(at, "time:");
	struct run *run;
	double v = number_at(value);

	while (name > l->text && name[-1] != '/' && name[-1] != ' ')
		name--;
	if (isnan(v) || name == at)
		return 0;
	run = reader_run(r, TOOL_IO500, "io500", "io5002017", l->no);
	run->table = true;
	io500_value(
	    run, name, (size_t)(at - name), v, mark == MARK_2017_BW ? "MB/s" : "IOPS", l->no);
	if (time != NULL && number_at(time + 5) > 0)
		io500_seconds(run, name, (size_t)(at - name), number_at(time + 5), l->no);
	return 1;
}

static int
score(struct reader *r, const struct line *l)
{
	static const struct {
		const char *text, *name, *unit;
	} scores[] = { { "IO-500 bw score:", "score-bandwidth", "MB/s" },
		{ "IO-500 md score:", "score-iops", "IOPS" }, { "IO-500 score:", "score", "" } };
	const char *at = LINE_AT(l, MARK_2017_SCORE);

	for (size_t i = 0; i < sizeof scores / sizeof scores[0]; i++)
		if (str_starts(at, scores[i].text)) {
			double v = number_at(at + strlen(scores[i].text));

			if (isnan(v))
				return 0;
			io500_value(reader_run(r, TOOL_IO500, "io500", "io5002017", l->no),
			    scores[i].name, strlen(scores[i].name), v, scores[i].unit, l->no);
			return 1;
		}
	return 0;
}

static int
line(struct reader *r, struct line *l)
{
	if (LINE_HAS(l, MARK_2017_BW))
		return phase(r, l, MARK_2017_BW, " BW:");
	if (LINE_HAS(l, MARK_2017_IOPS))
		return phase(r, l, MARK_2017_IOPS, " IOPs:");
	return LINE_HAS(l, MARK_2017_SCORE) ? score(r, l) : 0;
}

const struct parse_ops parse_io5002017 = { "io5002017", "what the IO500 scripts of 2017 printed",
	line };
