# Two checks of one target exclude each other by a lock that names its holder; before and after need each other.
load ../../lib
load made

setup() {
	made_begin
	need mpirun
	target=$BATS_TEST_TMPDIR/target
	mkdir "$target"
	cat >"$BATS_TEST_TMPDIR/long.ini" <<-'END'
		[profile]
		judged = no
		iterations = 1
		deadline = 1m

		[ior-fpp-write]
		tool = ior
		group = ior-fpp
		args = -w -F -e -t 1m -b {block} -i {iterations} -d 30 -v -v -o {dir}/data
		seconds = 0.1
	END
}

teardown() {
	[ -z "${first:-}" ] || kill "$first" 2>/dev/null || true
	lib_clean
}

# Start a run and wait until it holds the target.
hold() {
	"$check_fs" run --profile "$BATS_TEST_TMPDIR/long.ini" --ranks 1 --machine one --target "$target" >/dev/null 2>&1 3>&- &
	first=$!
	timeout 30 bash -c 'until [ -e "$1/.check-fs.lock" ]; do read -rt 0.05 <> <(:) || :; done' _ "$target"
}

@test "a second check of a target is refused, names the first, and leaves nothing" {
	hold
	run -5 --separate-stderr "$check_fs" run --profile "$BATS_TEST_TMPDIR/long.ini" --ranks 1 --machine two --target "$target"
	[[ $stderr == *"another check measures it"*"pid $first of $(id -un) on $(hostname), since "* ]]
	[ "$(find "$target" -mindepth 1 -maxdepth 1 -name '.check-fs-*' | wc -l)" = 1 ]
	kill "$first"
	wait "$first" || true
	first=
	[ -z "$(ls -A "$target")" ]
}

@test "a check that was killed does not hold the target" {
	hold
	kill -9 "$first"
	wait "$first" || true
	first=
	[ -e "$target/.check-fs.lock" ]
	sed -i 's/-d 30 //' "$BATS_TEST_TMPDIR/long.ini"
	run -0 "$check_fs" run --profile "$BATS_TEST_TMPDIR/long.ini" --ranks 1 --machine two --target "$target"
	[ ! -e "$target/.check-fs.lock" ]
}

@test "after without before says what to do first" {
	run -2 "$check_fs" after --machine nobody "$target"
	[[ $output == *"check-fs before $target first"* && ${#lines[@]} = 1 ]]
}

@test "fewer than three sessions a side are refused" {
	run -2 "$check_fs" before --sessions 2 "$target"
	run -2 "$check_fs" after --sessions 2 "$target"
	[[ $output == *'prove nothing'* ]]
}
