# From a directory to a verdict with a real measurement: measured, accepted, compared, and red where the baseline is far better.
load ../../lib
load made

setup_file() {
	load ../../lib
	need mpirun jq
	memory_dir home
	export home CHECK_FS_BASELINES=$home/baselines CHECK_FS_REPORTS=$home/reports CHECK_FS_SECOND_LOOK_WAIT=0 CI=
	mkdir "$home/target"
	cat >"$home/tiny.ini" <<-'END'
		[profile]
		judged = yes
		iterations = 2
		deadline = 2m

		[tiny-files]
		tool = mdtest
		args = -d {dir} -n {n} -i {iterations} -u -v
		seconds = 0.05

		[tiny-write]
		tool = ior
		args = -w -F -e -k -t 1m -b {block} -i {iterations} -v -v -o {dir}/data
		seconds = 0.05
	END
	"$bin/check-fs" baseline measure --profile "$home/tiny.ini" --ranks 1 --machine n --target "$home/target" --sessions 2 --every 0 \
		--reason 'first light' >"$home/measured" 2>&1 || true
	# Not judged by default, so that a busy machine cannot keep a session out; judged from here on.
	printf '\n[metric tiny-files/file-*]\njudged = yes\n[metric tiny-write/write]\njudged = yes\n' >>"$home/baselines/n/machine.ini"
}

teardown_file() { lib_clean; }
setup() { [ -x "$bin/check-fs" ] || skip 'check-fs is not built'; }

check() { "$bin/check-fs" run --profile "$home/tiny.ini" --ranks 1 --machine n --target "$home/target"; }
ledger() { ls "$home"/baselines/n/*/sessions.jsonl; }

@test "baseline measure accepts as many sessions as were asked for, of the same commands" {
	cat "$home/measured"
	[ "$(wc -l <"$(ledger)")" = 2 ]
	[ "$(jq -c .recipe "$(ledger)" | sort -u | wc -l)" = 1 ]
	[ "$(jq -r .reason "$(ledger)" | sort -u)" = 'first light' ]
}

@test "measuring a baseline leaves nothing in the target" {
	[ -z "$(ls -A "$home/target")" ]
}

@test "a run after that is compared, with the baseline's commands" {
	# whatever this machine is busy with: a baseline of a tenth is never missed
	jq -c '.metrics[].samples[] /= 10' "$(ledger)" >"$home/new" && cp "$home/new" "$(ledger)"
	run -0 --separate-stderr check
	[[ $output == *'2 sessions in 1 block'* ]]
	[ "$(jq -c .session.recipe "$home/reports/latest/result.json")" = "$(jq -c .recipe "$(ledger)" | head -n 1)" ]
}

@test "a baseline edited to far better figures makes the run red, with metric, measured, baseline and limit in JUnit" {
	jq -c '.metrics[].samples[] *= 1000' "$(ledger)" >"$home/new" && cp "$home/new" "$(ledger)"
	run -1 --separate-stderr check
	[[ ${lines[0]} == SLOWER* && ${lines[-1]} == "check-fs: SLOWER (1): $home/reports/n/"*/report.html ]]
	run -0 grep '<failure' "$home/reports/latest/junit.xml"
	[[ $output == *'tiny-files/'*': measured '*', baseline '*', limit '* ]]
	[ -e "$home/reports/latest/second-tiny-files.log" ]
}

@test "before names the command that measures the same after, and misses no baseline" {
	printf '[profile]\niterations = 2\n[one]\ntool = mdtest\nargs = -d {dir} -n 600 -i {iterations} -u\n' >"$home/one.ini"
	run -0 "$bin/check-fs" before --profile "$home/one.ini" --ranks 2 --machine shift --every 0 "$home/target"
	[[ ${lines[-1]} == "After the maintenance: check-fs after --machine=shift --profile=$home/one.ini --ranks=2 $home/target" ]]
	[[ $output != *'has no baseline'* ]]
	eval "run --separate-stderr $bin/${lines[-1]#*: } --every 0"
	[[ $output == *'3 sessions before'*'day-to-day variation is not covered'* ]]
}
