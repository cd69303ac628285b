# The helpers of tests/lib.bash do what their list says.
load ../lib

@test "need skips where the command is missing" {
	printf '%s\n' "load '$top/tests/lib'" '@''test "x" { need there-is-no-such-command; false; }' >"$BATS_TEST_TMPDIR/x.bats"
	run -0 bats --tap "$BATS_TEST_TMPDIR/x.bats"
	[[ $output == *'# skip there-is-no-such-command is not installed'* ]]
}

@test "an image is mounted, and lib_clean leaves neither mount nor loop device" {
	mount_image m ext4 16M
	[ "$(stat -f -c %T "$m")" = ext2/ext3 ]
	lib_clean
	run ! mountpoint -q "$m"
	[ -z "$(losetup -j "$m.img")" ]
}

@test "a tmpfs has the size that was asked for" {
	mount_tmpfs m size=8m
	[ "$(($(stat -f -c "%b*%S" "$m")))" = 8388608 ]
}

@test "memory_dir is on a tmpfs, disk_dir is not" {
	memory_dir m
	disk_dir d
	[ "$(stat -f -c %T "$m")" = tmpfs ]
	[ "$(stat -f -c %T "$d")" != tmpfs ]
	lib_clean
	[ ! -e "$m" ]
	[ ! -e "$d" ]
}

@test "as_user is an ordinary user who can read the checkout and write to user_dir" {
	need_user
	user_dir d
	run -0 as_user sh -c 'id -u; cat "$top/Makefile" >/dev/null && touch "$1/x"' sh "$d"
	[ "$output" = 65534 ]
	[ -e "$d/x" ]
}

@test "mpi runs as many ranks as it is told" {
	need mpirun
	run -0 mpi 5 sh -c 'echo a rank'
	[ "$(grep -c 'a rank' <<<"$output")" = 5 ]
}

@test "need in setup_file skips every test of the file" {
	printf '%s\n' "load '$top/tests/lib'" 'setup_file() { need there-is-no-such-command; false; }' 'teardown_file() { true; }' \
		'setup() { false; }' '@''test "x y" { false; }' '@''test "y z" { false; }' >"$BATS_TEST_TMPDIR/x.bats"
	run -0 bats --tap "$BATS_TEST_TMPDIR/x.bats"
	[ "$(grep -c '^ok . . . # skip there-is-no-such-command is not installed' <<<"$output")" = 2 ]
}
