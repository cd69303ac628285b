# The quick profile, everything verified, on a real parallel file system with two clients.  `make e2e` runs it (as root,
# some 5 minutes); the suite does the same with the smoke profile: tests/harness/cmd/gluster.bats.
# ci: alone
load ../lib
load ../sim
load ../gluster

setup_file() {
	[ -n "${CHECK_FS_E2E:-}" ] || skip 'make e2e runs it'
	gluster_measure quick
}

teardown_file() {
	gluster_down
	sim_down
	lib_clean
}

@test "the quick profile is measured to its end, and everything read back is what was written" { gluster_ended_well; }

@test "the report names the file system and both hosts" {
	grep -q '"fs.type": "fuse.glusterfs"' "$BATS_FILE_TMPDIR/reports/latest/result.json"
	grep -q '"job.hosts": "sim1:2 sim2:2"' "$BATS_FILE_TMPDIR/reports/latest/result.json"
}

@test "nothing is left on the file system" { gluster_nothing_left; }

@test "servers that die in the middle of a run end it, and say which operation failed where" {
	rm -r "$BATS_FILE_TMPDIR/reports"
	gluster_run smoke >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
	pid=$!
	for ((i = 0; i < 600; i++)); do
		! grep -qs 'Entering file-create' "$BATS_FILE_TMPDIR"/reports/*/*/mdtest-shared.log || break
		read -rt 0.1 <> <(:) || true
	done
	kill -9 "$(cat "$gluster/brick1.pid")" "$(cat "$gluster/brick2.pid")" # disperse does without one
	start=$SECONDS status=0
	wait "$pid" || status=$?
	cat "$BATS_TEST_TMPDIR/out"
	[ "$status" = 5 ]
	[ $((SECONDS - start)) -lt 120 ]
	grep -qE 'check-fs: mdtest-shared: .*: (Transport endpoint is not connected|Input/output error).* \(rank [0-3] on sim[12]' \
		"$BATS_TEST_TMPDIR/out"
}

@test "no server, client or mount is left" {
	rm "$gluster"/brick[12].pid
	gluster_down
	run gluster_left
	[ -z "$output" ]
	run ! grep -F "$BATS_FILE_TMPDIR/target" /proc/self/mountinfo
}
