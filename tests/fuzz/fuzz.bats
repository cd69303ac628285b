# The log reader under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer: a small count on every run of the
# suite; `make fuzz FUZZ_RUNS=1000000` for a long one.
# ci: alone
load ../lib

setup() {
	need clang make
	cd "$BATS_TEST_TMPDIR"
	echo 'int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return p && n > 99 ? 0 : 0; }' >try.c
	clang -fsanitize=fuzzer,address try.c -o try 2>/dev/null || skip 'clang has no libFuzzer (libclang-rt)'
}

@test "no mutated log of any dialect brings the reader down" {
	run make -s -C "$top" fuzz FUZZ_RUNS=800 BUILD="$BATS_TEST_TMPDIR/build"
	echo "$output"
	[ "$status" = 0 ]
	[ "$(grep -c ': 800 runs' <<<"$output")" = "$(ls "$top/tests/fuzz/corpus" | wc -l)" ]
}

@test "every dialect has a corpus to start from" {
	for d in $("$bin/check-fs" parse --dialects | awk '{ print $1 }'); do
		case $d in mdtest | ior | json) continue ;; esac # headers and containers, in the corpus of the others
		[ -n "$(ls "$top/tests/fuzz/corpus/$d")" ]
	done
}
