#!/usr/bin/env bats
# check-fs run on several hosts, simulated on this machine, over the real Open MPI.

load ../../lib
load ../../sim

setup_file() {
	load ../../lib
	load ../../sim
	need_sim
	mpirun --version 2>/dev/null | grep -q 'Open MPI' || skip 'needs Open MPI'
	sim_up 3
	export d=$BATS_FILE_TMPDIR
	printf '[profile]\njudged = no\niterations = 2\n[mdtest-shared]\ntool = mdtest\nseconds = 0.2\n' >"$d/two.ini"
	echo 'args = -d {dir} -n 50 -i {iterations} -N {ranks-per-node} -v' >>"$d/two.ini"
	printf '[ior-fpp-read]\ntool = ior\nargs = -w -r -F -t 64k -b 64k -i {iterations} {reorder} -v -v -o {dir}/data\n' \
		>>"$d/two.ini"
	sed 's/iterations = 2/iterations = 1000/; /ior/,$d' "$d/two.ini" >"$d/long.ini"
}

teardown_file() { sim_down; }

setup() {
	t=$BATS_TEST_TMPDIR/target
	mkdir "$t"
	reports=$BATS_TEST_TMPDIR/reports
}

on_nodes() { # PROFILE WORD...
	local profile=$1
	shift
	sim_login "$bin/check-fs" run --target "$t" --profile "$d/$profile" --reports "$reports" \
		--baselines "$BATS_TEST_TMPDIR/baselines" --launcher-args "--mca plm_rsh_agent $sim_rsh" "$@"
}

failed() { # REASON TEXT: what became of `run`
	[ "$status" = 5 ]
	[[ $output == *"$2"* ]]
	grep -q "\"reason\": *\"$1\"" "$reports/latest/result.json"
	[ -z "$(ls -A "$t")" ]
}

@test "ranks are spread over the nodes, and who ran how many is recorded" {
	run -0 on_nodes two.ini --nodes 3 --ranks 6 --hostfile "$sim_hosts"
	grep -q '"job.hosts": *"sim1:2 sim2:2 sim3:2"' "$reports/latest/result.json"
	grep -q 'was launched with 6 total task(s) on 3 node(s)' "$reports/latest/mdtest-shared.log"
	grep -q 'Command line used: .* -N 2 ' "$reports/latest/mdtest-shared.log"
	grep -q 'Command line used: .* -C ' "$reports/latest/ior-fpp-read.log"
	[ -z "$(ls -A "$t")" ]
}

caveats() { jq -r '[.session.metrics[] | select(.caveat // "" | startswith("local")) | .id] | join(" ")' "$reports/latest/result.json"; }

@test "on two nodes stat with -N is no number of the own cache, but read, which comes round, is" {
	run -0 on_nodes two.ini --nodes 2 --ranks 4 --hostfile "$sim_hosts"
	[ "$(caveats)" = mdtest-shared/file-read ]
}

@test "on three nodes a step without -N works on its own node's items, and says so" {
	printf '[mdtest-unique]\ntool = mdtest\nseconds = 0.1\nargs = -d {dir} -n {n} -i {iterations} -u -v\n' >"$d/unique.ini"
	cat "$d/two.ini" - <"$d/unique.ini" >"$d/three.ini"
	run -0 on_nodes three.ini --nodes 3 --ranks 3 --hostfile "$sim_hosts"
	[ "$(caveats)" = 'mdtest-unique/dir-stat mdtest-unique/file-stat mdtest-unique/file-read' ]
}

@test "a node that has another file system as target is named before anything is measured" {
	sim_on sim2 mount -t tmpfs tmpfs "$t"
	run on_nodes two.ini --nodes 2 --ranks 4 --hostfile "$sim_hosts"
	sim_on sim2 umount "$t"
	failed io-error 'is not the same file system on every node: sim2 does not see'
	[ ! -e "$reports/latest/mdtest-shared.log" ]
}

@test "a host file that names too few nodes is a launch failure" {
	echo 'sim1 slots=8' >"$BATS_TEST_TMPDIR/one"
	run on_nodes two.ini --nodes 2 --ranks 4 --hostfile "$BATS_TEST_TMPDIR/one"
	failed launch 'mpirun'
}

@test "a node that is cut off ends the run, is named, and nothing is left" {
	on_nodes long.ini --nodes 2 --ranks 4 --hostfile "$sim_hosts" >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
	pid=$!
	for ((i = 0; i < 600; i++)); do
		! grep -qs '\* iteration 2' "$reports"/*/*/mdtest-shared.log || break
		read -rt 0.1 <> <(:) || true
	done
	ip -n "$sim_net" link set "v$sim_id-sim2" down
	status=0
	wait "$pid" || status=$?
	ip -n "$sim_net" link set "v$sim_id-sim2" up
	output=$(cat "$BATS_TEST_TMPDIR/out")
	echo "$output"
	failed launch sim2
}
