# The manual page of ior, held against the option table.
load ../../../lib

page() { sed 's/\\-/-/g; s/\\f[A-Z]//g' "$top/src/bench/ior/ior.1"; }

@test "every option of the help is in the manual page" {
	"$bin/ior" -h | grep -oE '(^  -[A-Za-z],?|--[A-Za-z0-9_.-]+)' | tr -d ' ,' | sort -u >"$BATS_TEST_TMPDIR/help"
	page | grep -oE -e '(^|[ "(])-[A-Za-z]\b' -e '--[A-Za-z0-9_.-]+' | tr -d ' "(' | sort -u >"$BATS_TEST_TMPDIR/man"
	run comm -23 "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/man"
	echo "$output"
	[ -z "$output" ]
}

@test "every long option of the manual page is taken by the program" {
	for o in $(page | sed '/^.SH OUTPUT/,$d' | grep -oE -e '--[A-Za-z0-9_.-]+' | sort -u); do
		"$bin/ior" -h | grep -qF -- "$o" || case $o in
		# only where their library is
		--hdf5.* | --ncmpi.* | --mpiio.*) ;;
		*) echo "$o"; false ;;
		esac
	done
}

@test "the manual page is free of formatting mistakes" {
	need groff
	run -0 groff -man -t -Tutf8 -ww -z "$top/src/bench/ior/ior.1"
	echo "$output"
	[ -z "$output" ]
}

@test "the defaults that the manual page names are the program's" {
	cd "$BATS_TEST_TMPDIR"
	"$bin/ior" --dryRun >out 2>/dev/null
	grep -q 'xfersize           = 262144 bytes' out
	grep -q 'blocksize          = 1 MiB' out
	grep -q 'test filename      = testFile' out
	grep -q 'repetitions        = 1' out
}

@test "what the manual page says is refused is refused by name" {
	for o in -P --allocateBufferOnGPU=1 --GPUDirect --debug=x; do
		run -2 "$bin/ior" $o -o f
		[[ $output == *"${o%%=*}: is not built into this program: "* ]]
	done
	# a script that says it does not want them is fine
	run -0 "$bin/ior" -O lustreStripeCount=0,individualDataSets=0,allocateBufferOnGPU=0 --dryRun
}
