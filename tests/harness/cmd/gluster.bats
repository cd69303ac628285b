#!/usr/bin/env bats
# check-fs run on a real parallel file system, everything verified: GlusterFS, three servers and a client on each of two
# simulated hosts.  The quick profile is measured so by tests/e2e/gluster.bats.
# ci: alone

load ../../lib
load ../../sim
load ../../gluster

setup_file() {
	load ../../lib
	load ../../sim
	load ../../gluster
	need jq
	gluster_measure smoke
	gluster_down
}

teardown_file() {
	gluster_down
	sim_down
	lib_clean
}

setup() { r=$BATS_FILE_TMPDIR/reports/latest; }

@test "the run ends well" { gluster_ended_well; }

@test "the report names the file system" {
	grep -q '"fs.type": "fuse.glusterfs"' "$r/result.json"
	grep -q "fuse.glusterfs on" <<<"$(tr "\n" " " <"$r/report.txt")"
	grep -q 'fuse.glusterfs' "$r/report.html"
}

@test "both hosts measured, each with its ranks" {
	grep -q '"job.hosts": "sim1:2 sim2:2"' "$r/result.json"
}

@test "every step has its metrics" {
	for m in mdtest-unique/file-create mdtest-shared/dir-stat ior-fpp/write ior-fpp/read ior-shared/write ior-shared/read ior-small/write; do
		jq -e --arg m "$m" '.session.metrics[] | select(.id == $m).samples | length > 0' "$r/result.json"
	done
}

@test "everything that was written was verified, and nothing was wrong" {
	[ "$(grep -l 'Command line used: .* -X' "$r"/mdtest-*.log | wc -l)" = 2 ]
	[ "$(grep -l 'Command line used: .* -[RW] -G 77' "$r"/ior-*.log | wc -l)" = 5 ]
	[ "$(grep -liE 'incorrect|mismatch|differs|wrong' "$r"/*.log | wc -l)" = 0 ]
}

@test "data that was read on the other host did not come from its page cache" {
	run -0 cat "$r/ior-fpp-read.log"
	[[ $output == *' 0.0 % of the data was in the page cache'* ]]
}

@test "nothing is left on the file system" { gluster_nothing_left; }

@test "no server, no client and no mount is left" {
	run gluster_left
	[ -z "$output" ]
	run ! grep -F "$BATS_FILE_TMPDIR/target" /proc/self/mountinfo
}
