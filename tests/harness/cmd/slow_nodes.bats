#!/usr/bin/env bats
# Which node is slow, and whether it is the node or what it works on: four hosts, simulated on this machine, two ranks on
# each, over the real Open MPI.  Every host's metadata calls take some time, so that those that take far longer stand out
# on a machine that has other things to do.

load ../../lib
load ../../sim

setup_file() {
	load ../../lib
	load ../../sim
	need_sim
	need cc
	mpirun --version 2>/dev/null | grep -q 'Open MPI' || skip 'needs Open MPI'
	sim_up 4
	export d=$BATS_FILE_TMPDIR
	cc -shared -fPIC -O2 -o "$d/slowfs.so" "$BATS_TEST_DIRNAME/../../e2e/slowfs.c" -ldl
	printf '[profile]\njudged = no\niterations = 1\n[mdtest-unique]\ntool = mdtest\nseconds = 0.5\n' >"$d/files.ini"
	echo 'args = -d {dir} -n 6 -F -C -r -i {iterations} -u -v' >>"$d/files.ini"
	sed 's/seconds = .*/seconds = 100/; s/-n 6 /-n 20 /' "$d/files.ini" >"$d/long.ini"
	echo 8000 >"$d/usual"
	echo 100000 >"$d/slow"
	mkdir "$d/t" "$d/client" "$d/unplaced" "$d/server" "$d/well"

	# ahead of what else this machine does, where that is allowed
	renice -n -5 -p $BASHPID >/dev/null 2>&1 || true
	# one host's calls are slow, whatever they are about
	slow sim3 slow
	on_nodes client --per-node
	# the same, with a launcher that cannot place the ranks
	printf '#!/bin/bash\ncase "$*" in *" seq "*) echo no mapper of that name >&2; exit 9 ;; esac\nexec mpirun "$@"\n' >"$d/mpirun"
	chmod +x "$d/mpirun"
	on_nodes unplaced --launcher "$d/mpirun"
	# calls about the files of ranks 4 and 5 are slow, whoever makes them
	slow '' slow 'mdtest\.[45]\.|data\.0*[45]$'
	on_nodes server
	shifted
	# all are alike, for long enough that what else runs here is spread over all; what the profile says it takes leaves no time for more than one node alone
	slow '' usual
	on_nodes well --profile "$d/long.ini" --per-node --deadline 60
	renice -n 0 -p $BASHPID >/dev/null 2>&1 || true
}

teardown_file() { sim_down; }

# slow HOST FILE [PATHS]: as tests/e2e/slowfs.c says; no HOST: all of them.
slow() {
	local host words
	for host in sim1 sim2 sim3 sim4; do
		words=("LD_PRELOAD=$d/slowfs.so" "SLOWFS=$d/usual" "SLOWFS_UNDER=$d/t")
		if [ -z "$1" ] || [ "$1" = "$host" ]; then words[1]=SLOWFS=$d/$2; fi
		if [ -n "${3:-}" ]; then words+=("SLOWFS_ONLY=$3"); fi
		sim_env "$host" "${words[@]}"
	done
}

on_nodes() { # NAME WORD...
	local name=$1
	shift
	mkdir "$d/t/$name"
	sim_login "$bin/check-fs" run --target "$d/t/$name" --profile "$d/files.ini" --reports "$d/$name/reports" \
		--baselines "$d/baselines" --launcher-args "--mca plm_rsh_agent $sim_rsh" --hostfile "$sim_hosts" --nodes 4 --ranks 8 "$@" \
		>"$d/$name/out" 2>"$d/$name/err" || true
}

# mdtest -N and ior -C by themselves: who works on the slow files of ranks 4 and 5 is slow.
shifted() {
	mkdir "$d/t/shifted"
	sim_mpi_vars
	sim_login mpirun --hostfile "$sim_hosts" --map-by ppr:2:node -np 8 "$bin/mdtest" -d "$d/t/shifted" -n 2 -F -N 2 -v \
		"--saveRankPerformanceDetails=$d/mdtest.csv" >"$d/mdtest.log" 2>&1 || true
	sim_login mpirun --hostfile "$sim_hosts" --map-by ppr:2:node -np 8 "$bin/ior" -a POSIX -w -r -F -C -t 4k -b 4k -v -v \
		-o "$d/t/shifted/data" "--saveRankPerformanceDetailsCSV=$d/ior.csv" >"$d/ior.log" 2>&1 || true
}

setup() { load ../../lib; }

report() { cat "$d/$1/reports/latest/$2"; }

# The words of a report that may be wrapped, on one line.
words() { tr -s ' \n' ' ' <"$d/$1/$2"; }

@test "ranks and nodes are those asked for" {
	grep -q '"job.hosts": *"sim1:2 sim2:2 sim3:2 sim4:2"' "$d/well/reports/latest/result.json"
	grep -q 'was launched with 8 total task(s) on 4 node(s)' "$d/well/reports/latest/mdtest-unique.log"
}

# slowest PHASE: the two ranks of mdtest.csv that were slowest in a phase
slowest() {
	awk -F, -v want="rate-$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == want) at = i; next } $1 != "all" { print $at, $1 }' \
		"$d/mdtest.csv" | two
}

# The second words of the two lines with the smallest numbers.
two() { sort -g | sed -n 's/.* //; 1,2p' | sort | xargs; }

@test "with mdtest -N the ranks of each next node work on what a node has made" {
	cat "$d/mdtest.log" "$d/mdtest.csv"
	grep -q 'was launched with 8 total task(s) on 4 node(s)' "$d/mdtest.log"
	[ "$(slowest 'File creation')" = '4 5' ]
	[ "$(slowest 'File stat')" = '2 3' ]
	[ "$(slowest 'File read')" = '0 1' ]
	[ "$(slowest 'File removal')" = '6 7' ]
}

@test "with ior -C the ranks of another node read what a node has written, and each rank's host is told" {
	cat "$d/ior.log" "$d/ior.csv"
	grep -Eq 'clients += 8 \(2 per node\)' "$d/ior.log"
	for rank in 0 1 2 3 4 5 6 7; do grep -qx "task $rank on sim$((rank / 2 + 1))" "$d/ior.log"; done
	[ "$(awk -F, '$1 == "write" { print $5, $2 }' "$d/ior.csv" | two)" = '4 5' ]
	[ "$(awk -F, '$1 == "read" { print $5, $2 }' "$d/ior.csv" | two)" = '2 3' ]
}

@test "where all nodes are alike none is named, and nothing is run again" {
	cat "$d/well/out" "$d/well/err"
	jq -e '.verdicts.slow_nodes == [] and .session.rotated == null' \
		"$d/well/reports/latest/result.json"
	run ! grep -q 'node sim' "$d/well/out"
	[ ! -e "$d/well/reports/latest/rotated-mdtest-unique.log" ]
}

@test "a host that is slow is named, with its rate and that of the median node" {
	cat "$d/client/out" "$d/client/err"
	jq -e '.verdicts.slow_nodes | length == 1 and .[0].node == "sim3" and .[0].job < 0.25' \
		"$d/client/reports/latest/result.json"
	[[ $(words client out) =~ 'node sim3 ran mdtest-unique/file-'[a-z]+' at '[0-9.]+' % of the median node ('[0-9.]+' ops/s a rank against '[0-9.]+' ops/s)' ]]
}

@test "a host that is slow with other ranks and alone is slow itself" {
	cat "$d/client/out" "$d/client/err"
	jq -e '.verdicts.slow_nodes[0] | .side == "node" and .alone < 0.25 and .rotated < 0.25 and .heir == "sim4" and .heir_rotated > 2 * .rotated' \
		"$d/client/reports/latest/result.json"
	[[ $(words client out) =~ '; alone it was slow too ('[0-9.]+' %); with' ]]
	[[ $(words client out) =~ 'it was slow again ('[0-9.]+' %), and sim4, which then ran its ranks, was not' ]]
	[[ $(words client out) == *'the slowness stays with the node'* ]]
}

@test "slowness that goes along with the ranks is the storage's" {
	cat "$d/server/out" "$d/server/err"
	jq -e '.verdicts.slow_nodes | length == 1 and .[0].node == "sim3" and .[0].side == "storage" and .[0].heir == "sim4"' \
		"$d/server/reports/latest/result.json"
	[[ $(words server out) == *'which then ran its ranks, was slow ('*'the slowness goes with the files, not with the node'* ]]
}

@test "where the ranks cannot be moved the run stands, the node is named, and why nothing more is known" {
	cat "$d/unplaced/out" "$d/unplaced/err"
	jq -e '.verdicts.code == 0 and .session.rotated == null and (.verdicts.slow_nodes[0] | .node == "sim3" and .side == "unknown")' \
		"$d/unplaced/reports/latest/result.json"
	[[ $(words unplaced out) == *'whether the slowness of node sim3 goes with its files was not tried'*'no mapper of that name'* ]]
}

@test "each rank of the job has moved on by one node" {
	jq -e '[.session.rotated.metrics[].ranks // empty | .[] | select(.rank == 4 or .rank == 7) | .host] | unique == ["sim1", "sim4"]' \
		"$d/server/reports/latest/result.json"
}

@test "the node strip has each node's own rate, alone and in the job" {
	local n='[0-9.]+ (k )?ops/s +[0-9]+ %'
	grep -Eq "^! sim3 +$n +$n  mdtest-unique/" "$d/client/out"
	[ "$(grep -Ec "^[! ] sim[1-4] +$n +$n  mdtest-unique/" "$d/client/out")" = 4 ]
	grep -q '<th scope="row">sim4</th>' "$d/client/reports/latest/report.html"
	grep -q 'in the job</th>' "$d/client/reports/latest/report.html"
	jq -e '[.session.alone.metrics[] | select(.id == "mdtest-unique/file-create") | .ranks[] | "\(.host) \(.rank)"] == 
		["sim1 0", "sim1 1", "sim2 2", "sim2 3", "sim3 4", "sim3 5", "sim4 6", "sim4 7"]' "$d/client/reports/latest/result.json"
	run ! grep -q 'Nodes:' "$d/server/out"
}

@test "every report says which node and which side" {
	local f
	for f in report.txt report.html report.md junit.xml; do
		report client $f | tr -s ' \n' ' ' >"$BATS_TEST_TMPDIR/$f"
		grep -q 'node sim3 ran .*the slowness stays with the node' "$BATS_TEST_TMPDIR/$f"
		report server $f | tr -s ' \n' ' ' >"$BATS_TEST_TMPDIR/$f"
		grep -q 'node sim3 ran .*the slowness goes with the files' "$BATS_TEST_TMPDIR/$f"
	done
	[ "$(xmllint --xpath 'string(//testcase[@name="run"]/system-out)' "$d/client/reports/latest/junit.xml" | grep -c 'node sim3')" = 1 ]
}

@test "nothing is left on the target, and no log of a node alone in the report" {
	for f in client unplaced server well; do
		[ -z "$(ls -A "$d/t/$f")" ]
		[ -z "$(find "$d/$f/reports/" -name 'alone-*' -o -name '*.hosts')" ]
	done
	# a log of what went well says nothing
	[ ! -e "$d/client/reports/latest/nodes.log" ]
	grep -q 'no mapper of that name' "$d/unplaced/reports/latest/nodes.log"
}

@test "what --per-node cannot do is refused before anything is started" {
	run -2 "$bin/check-fs" run --target "$BATS_TEST_TMPDIR" --nodes 1 --per-node
	[[ $output == *'--per-node: compares nodes'* ]]
	run -2 "$bin/check-fs" run --target "$BATS_TEST_TMPDIR" --nodes 2 --ranks 2 --hostfile "$sim_hosts" --per-node --print-command
	[[ $output == *'--print-command: cannot show what --per-node runs'* ]]
}

@test "a deadline that is too near for all nodes alone leaves the job its time, and that is said" {
	[[ $(words well out) == *'only 1 of 4 nodes were run alone, the deadline left no time for more: give a longer --deadline'* ]]
	jq -e '[.session.alone.metrics[].ranks // empty | .[].host] | unique == ["sim1"]' "$d/well/reports/latest/result.json"
}
