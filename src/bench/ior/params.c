#include "bench/ior/params.h"

enum { BOTH = PARAMS_2 | PARAMS_4 };

void
params_each(const struct print_trial *t, enum params_of of,
    void (*put)(void *to, const char *key, long long value), void *to)
{
	const struct opts *o = t->o;
	/* what this program has no option for is at its one value */
	const struct {
		unsigned of;
		const char *key;
		long long value;
	} row[] = {
		{ PARAMS_2, "deadlineForStonewall", (long long)o->deadline },
		{ PARAMS_2, "maxTimeDuration", o->max_minutes },
		{ PARAMS_2, "outlierThreshold", (long long)o->outlier },
		{ PARAMS_2, "options", -1 },
		{ PARAMS_4, "dryRun", o->dry_run },
		{ BOTH, "nodes", t->nodes },
		{ PARAMS_4, "memoryPerTask", (long long)o->memory_task },
		{ PARAMS_4, "memoryPerNode", (long long)o->memory_node },
		{ BOTH, "tasksPerNode", t->per_node },
		{ BOTH, "repetitions", o->repetitions },
		{ BOTH, "multiFile", o->multi_file },
		{ BOTH, "interTestDelay", (long long)o->delay },
		{ BOTH, "fsync", o->fsync },
		{ PARAMS_2, "fsYncperwrite", o->fsync_per_write },
		{ PARAMS_4, "fsyncperwrite", o->fsync_per_write },
		{ BOTH, "useExistingTestFile", o->existing },
		{ PARAMS_2, "showHints", o->show_hints },
		{ BOTH, "uniqueDir", o->unique_dir },
		{ PARAMS_2, "showHelp", 0 },
		{ PARAMS_2, "individualDataSets", o->individual },
		{ BOTH, "singleXferAttempt", o->single_attempt },
		{ BOTH, "readFile", o->read },
		{ BOTH, "writeFile", o->write },
		{ BOTH, "filePerProc", o->fpp },
		{ BOTH, "reorderTasks", o->reorder },
		{ BOTH, "reorderTasksRandom", o->reorder_random },
		{ BOTH, "reorderTasksRandomSeed", o->reorder_seed },
		{ BOTH, "randomOffset", o->random },
		{ BOTH, "checkWrite", o->check_write },
		{ BOTH, "checkRead", o->check_read },
		{ PARAMS_4, "dataPacketType", (long long)o->packet },
		{ PARAMS_2, "preallocate", o->preallocate },
		{ PARAMS_2, "useFileView", o->file_view },
		{ PARAMS_2, "setAlignment", (long long)o->alignment },
		{ PARAMS_2, "storeFileOffset", o->packet == PACKET_OFFSET },
		{ PARAMS_2, "useSharedFilePointer", 0 },
		{ PARAMS_2, "useO_DIRECT", o->direct },
		{ PARAMS_2, "useStridedDatatype", o->strided },
		{ BOTH, "keepFile", o->keep },
		{ BOTH, "keepFileWithError", o->keep_error },
		{ PARAMS_2, "quitOnError", o->quit_error },
		{ PARAMS_4, "warningAsErrors", o->warn_errors },
		{ BOTH, "verbose", o->verbose },
		{ PARAMS_2, "setTimeStampSignature", (long long)o->signature },
		{ PARAMS_2, "collective", o->collective },
		{ PARAMS_2, "segmentCount", (long long)o->segments },
		{ PARAMS_2, "transferSize", (long long)o->transfer },
		{ PARAMS_2, "blockSize", (long long)o->block },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		if (row[i].of & of)
			put(to, row[i].key, row[i].value);
}
