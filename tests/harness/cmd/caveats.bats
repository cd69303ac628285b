load ../../lib

# One smoke run on each kind of target; the tests read its report.
setup_file() {
	export OMPI_MCA_mpi_yield_when_idle=1
	memory_dir memory
	"$bin/check-fs" run --machine m --profile smoke --ranks 2 --target "$memory" --baselines "$BATS_FILE_TMPDIR/b" \
		--reports "$BATS_FILE_TMPDIR/memory" >"$BATS_FILE_TMPDIR/memory.out" 2>&1
}

teardown_file() { lib_clean; }

report() { COLUMNS=1000 "$bin/check-fs" report "$BATS_FILE_TMPDIR/$1/latest" --output -; }

@test "a run on a tmpfs is told to be in memory, not on a device called tmpfs" {
	run -0 report memory
	[[ $output == *', tmpfs in memory, '* ]]
}

@test "reads on a tmpfs carry the caveat that there is no device, and no advice to drop the cache" {
	run -0 report memory
	[[ $output == *'* memory: there is no device: '*'ior-fpp/read'* ]]
	[[ $output != *'page cache'* ]]
}

@test "on one node mdtest's read is told to be a cache number in words about reading, not about stat" {
	run -0 report memory
	[[ $output == *'* read is a cache number: items of its own node: '*'mdtest-unique/file-read'* ]]
	stat=$(grep -F 'stat is a cache number' <<<"$output")
	[[ $stat == *file-stat* ]]
	[[ $stat != *file-read* ]]
}
