#include "report/kinds.h"

enum kind
kinds_run(const struct verdicts *v)
{
	switch (v->word) {
	case WORD_COULD_NOT_MEASURE:
	case WORD_NOT_COMPARABLE:
		return KIND_ERROR;
	case WORD_NO_BASELINE:
		return v->code == 0 ? KIND_PASSED : KIND_ERROR;
	case WORD_INCONCLUSIVE:
		return v->code == 0 ? KIND_PASSED : KIND_FAILED;
	case WORD_HEALTHY:
	case WORD_SLOWER: /* its metrics fail */
	case WORD_MEASURED:
		break;
	}
	return KIND_PASSED;
}

enum kind
kinds_metric(const struct verdicts *vs, const struct verdict *v)
{
	switch (v->outcome) {
	case OUT_FAIL:
		return KIND_FAILED;
	case OUT_SUSPECT:
		return vs->word == WORD_INCONCLUSIVE && vs->code != 0 ? KIND_FAILED : KIND_SKIPPED;
	case OUT_MISSING:
	case OUT_INVALID:
		return v->judged ? KIND_ERROR : KIND_SKIPPED;
	case OUT_NOT_COMPARABLE:
	case OUT_KNOWN:
	case OUT_TOO_SHORT:
		return KIND_SKIPPED;
	case OUT_PASS:
	case OUT_UNPROVEN:
	case OUT_IMPROVED:
	case OUT_NEW:
	case OUT_WATCHED:
		break;
	}
	return KIND_PASSED;
}
