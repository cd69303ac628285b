#ifndef CMD_VALUESFORM_H
#define CMD_VALUESFORM_H

#include <jansson.h>

#include "core/out.h"
#include "core/result.h"

struct values;

/* One value: what every format prints in its own way. */
struct values_one {
	const struct result *r;
	size_t serial;
	const struct metric *m;
	const char *statistic;
	double value;
	const char *unit;
	int line;
};

/* One output format. */
struct values_format {
	const char *name;
	void (*begin)(struct values *v);
	void (*file)(struct values *v);
	void (*run)(struct values *v, size_t serial, const struct result *r);
	void (*condition)(struct values *v, const struct warning *w);
	void (*end)(struct values *v);
};

struct values {
	const struct values_format *format;
	struct out *out;
	const char *path;
	char *head; /* text: what every line of this run begins with */
	size_t files, runs, conditions, found;
	json_t *pending; /* json: conditions of this file; openmetrics: how often each */
};

/* Call put for every value of every metric, in a fixed order. */
void values_each(struct values *v, size_t serial, const struct result *r,
    void (*put)(struct values *, const struct values_one *));

/* For a format that has nothing to say there. */
void values_nothing(struct values *v);

extern const struct values_format valuestext_format, valuescsv_format, valuesjson_format,
    valuesmetrics_format;

#endif
