# The quick profile, everything verified, on a real parallel file system with two clients.  `make e2e` runs it (as root,
# some 5 minutes); the suite does the same with the smoke profile: tests/harness/cmd/gluster.bats.
# ci: alone
load ../lib
load ../sim
load ../gluster

setup_file() {
	[ -n "${CHECK_FS_E2E:-}" ] || skip 'make e2e runs it'
	gluster_measure quick
	gluster_down
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

@test "nothing is left on the file system, and no server, client or mount" {
	gluster_nothing_left
	run gluster_left
	[ -z "$output" ]
	run ! grep gluster /proc/self/mountinfo
}
