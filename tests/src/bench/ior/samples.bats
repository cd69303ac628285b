# The command lines of recorded runs of IOR 2.10.3 and 4.x, run again: the same parameters, table rows and exit meaning.
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

# 4.x: where we differ on purpose.
different4() {
	case $1 in
	02-v4-verbose4) echo 'lines of several tasks are mixed in it' ;;
	11-v4-stonewall-write-read) echo 'what the deadline found is said here without a wear-out too' ;;
	03-v4-err-R-without-G) echo '-R needs no -G here: the default is always the same' ;;
	04-v4-seed-read-literal-typo) echo 'a missing directory is said before anything is printed' ;;
	05-v4-unknown-option) echo '-q is understood again' ;;
	10-* | 07-* | 08-* | 09-* | 16-* | 18-* | 19-v4-mpiio-strided | 21-*) echo 'about a fault or its own surroundings' ;;
	13-v4-json-err | 13-v4-json-stonewall | 13-v4-json-warning | 12-*) echo 'needs what an earlier run left, or time' ;;
	esac
}

options4() {
	awk '/^Options:/ { on = 1; next } on && !NF { on = 0 } on' "$1" | sed -E "s,$BATS_TEST_TMPDIR/scratch,/scratch,g; s/[ \t]+/ /g" |
		grep -v '^apiVersion' # of the library that there is
}

tables4() {
	awk '$1 == "access" || $1 == "write" || $1 == "read" || $1 == "Operation" { $1 = $1; print }' "$1" |
		grep -vE '^(write|read) (open|start|stop|close)' | sed -E 's/ ([0-9]+\.[0-9]+|inf|-)/ N/g; s/^(write|read) [0-9]+ /\1 N /; s/^((write|read) N) [0-9]+ /\1 N /'
}

replay4() {
	local name=$1 np=$2 words
	shift 2
	words=("${@//\/scratch/$BATS_TEST_TMPDIR/scratch}")
	case $name in
	*seed-read) mpi "$np" "$bin/ior" -w -k -F -b 128m -t 1m -o ./datadir/file >/dev/null 2>&1 ;;
	*R-without* | *W-without*) ;;
	esac
	case $name in *fakenodes) export CHECK_FS_FAKE_NODES=$np ;; *) unset CHECK_FS_FAKE_NODES ;; esac
	mpi "$np" "$bin/ior" --format=4 "${words[@]}" >out 2>err
}

# keys FILE: every path of a JSON document, without the numbers of list elements.
keys() { jq -r 'paths | map(if type == "number" then "*" else . end) | join("/")' "$1" | sort -u; }

@test "every recorded 4.x run of a built backend prints the same parameters and tables" {
	local name rc line np words n=0 bad=0 got
	cp "$(samples)/19-hints.txt" hints.txt
	while IFS=$'\t' read -r -u 9 name rc line; do
		[[ $name == *-v4-* && -z $(different4 "$name") ]] || continue
		np=$(sed -E 's/.*-np ([0-9]+).*/\1/' <<<"$line")
		line=$(sed -E 's,.* \./ior(-all|-mpiio)? ,,; s/"/\\"/g' <<<"$line")
		read -ra words <<<"$line"
		[[ $line != *multi4.ior* ]] || sed "s,/scratch,$BATS_TEST_TMPDIR/scratch,g" "$(samples)/multi4.ior" >multi4.ior
		got=0
		replay4 "$name" "$np" "${words[@]}" || got=$?
		if grep -q 'no such backend is built in' err; then
			echo "# $name: $(grep -m1 'no such backend' err)"
			continue
		fi
		n=$((n + 1))
		[ "$((got != 0))" = "$((rc != 0))" ] || { echo "$name: status $got, recorded $rc: $(head -2 err)" && bad=1; }
		case $name in
		13-*)
			# valid here even where it was not there
			cp out doc.json
			[ ! -e 13-v4-json-summaryfile.json ] || mv 13-v4-json-summaryfile.json doc.json
			jq -e .tests doc.json >/dev/null || { echo "^ $name" && bad=1; }
			! jq -e . "$(samples)/$name.out" >/dev/null 2>&1 ||
				[ -z "$(comm -23 <(keys "$(samples)/$name.out" | grep -v -e Capacity -e Inodes) <(keys doc.json))" ] || { echo "^ keys of $name" && bad=1; }
			;;
		14-*)
			cp out doc.csv
			[ ! -e 14-v4-csv-summaryfile.csv ] || mv 14-v4-csv-summaryfile.csv doc.csv
			diff <(grep -E '^(access|write|read),' "$(samples)/$name.out" "$(samples)/$name.csv" 2>/dev/null | sed 's/.*:\([a-z]*,\)/\1/; s/[0-9.e+-]*,/N,/g') \
				<(sed 's/[0-9.e+-]*,/N,/g' doc.csv) || { echo "^ rows of $name" && bad=1; }
			;;
		*)
			[ "$rc" != 0 ] || diff <(options4 "$(samples)/$name.out") <(options4 out) || { echo "^ options of $name" && bad=1; }
			[ "$rc" != 0 ] || diff <(tables4 "$(samples)/$name.out") <(tables4 out) || { echo "^ tables of $name" && bad=1; }
			;;
		esac
	done 9<"$(samples)/INDEX.tsv"
	echo "$n runs"
	[ "$bad" = 0 ]
	((n >= 30))
}
