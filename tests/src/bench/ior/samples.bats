# The command lines of recorded runs of IOR 2.10.3, run again: the same parameters, table rows and exit meaning.
load ../../../lib

samples() { echo "${CHECK_FS_SHARED:-$top/../shared}/samples/ior"; }

setup() {
	[ -e "$(samples)/INDEX.tsv" ] || skip 'the recorded runs are not here'
	cd "$BATS_TEST_TMPDIR"
	mkdir scratch datadir
}

# Where we differ on purpose: NAME REASON.
different() {
	case $1 in
	04-v2-seed-read-literal-typo) echo 'a missing directory is said before anything is printed' ;;
	05-v2-unknown-option) echo 'unknown options are refused' ;;
	11-v2-stonewall-write-read) echo 'the read stops where the write did, instead of at the end of the file' ;;
	07-* | 08-* | 09-* | 10-* | 18-* | 19-* | 21-* | 16-* | 03-*) echo 'about a fault or its own surroundings' ;;
	esac
}

# The parameters of a log, one a line; blanks collapsed, the scratch directory made one.
parameters() {
	awk '/^Summary:/ { on = 1; next } on && !NF { on = 0 } on' "$1" | sed -E "s,$BATS_TEST_TMPDIR/scratch,/scratch,g; s/[ \t]+/ /g" |
		grep -v -e '^task' # another task's line in between
}

# The tables of a log with every number made N: what is compared is which rows there are, and of what form.
tables() {
	grep -v 'performance test' "$1" | grep -E '^(Operation|access|write|read|Max|-----) ?' | sed -E 's/[0-9]+\.[0-9]+/N/g; s/^(read|write)( +)[0-9]+ /\1\2N /; s/ +/ /g; s/ N$//' | cut -c1-120
}

replay() {
	local name=$1 np=$2 words
	shift 2
	words=("${@//\/scratch/$BATS_TEST_TMPDIR/scratch}")
	# reads of files that an earlier run left
	case $name in *seed-read) mpi "$np" "$bin/ior" -w -k -F -b 128m -t 1m -o ./datadir/file >/dev/null 2>&1 ;; esac
	case $name in *fakenodes) export CHECK_FS_FAKE_NODES=$np ;; *) unset CHECK_FS_FAKE_NODES ;; esac
	mpi "$np" "$bin/ior" "${words[@]}" >out 2>err
}

@test "every recorded 2.10.3 run of a built option prints the same parameters and tables" {
	local name rc line np words n=0 bad=0 got
	while IFS=$'\t' read -r -u 9 name rc line; do
		[[ $line == *' ./IOR '* && -z $(different "$name") ]] || continue
		np=$(sed -E 's/.*-np ([0-9]+).*/\1/' <<<"$line")
		read -ra words <<<"${line#*./IOR }"
		# scripts name files of their own
		[[ $line != *multi2.ior* ]] || sed "s,/scratch,$BATS_TEST_TMPDIR/scratch,g" "$(samples)/multi2.ior" >multi2.ior
		got=0
		replay "$name" "$np" "${words[@]}" || got=$?
		if grep -q 'unknown option' err; then
			echo "# $name: option not built: $(head -1 err)"
			continue
		fi
		n=$((n + 1))
		((got == 0)) && [ "$rc" != 0 ] && echo "$name: status $got, recorded $rc" && bad=1
		((got != 0)) && [ "$rc" = 0 ] && echo "$name: status $got, recorded $rc" && cat err && bad=1
		diff <(parameters "$(samples)/$name.out") <(parameters out) || { echo "^ parameters of $name" && bad=1; }
		[ "$rc" != 0 ] || diff <(tables "$(samples)/$name.out") <(tables out) || { echo "^ tables of $name" && bad=1; }
	done 9<"$(samples)/INDEX.tsv"
	echo "$n runs"
	[ "$bad" = 0 ]
	((n >= 9))
}
