# The command lines of recorded runs of mdtest 1.9.3 and 4.x, run again with ours: the same counts, rows, layout on
# disk and meaning of the exit status, but where the recorded run shows one of their faults: then what is right.
# Needs the recorded runs: CHECK_FS_SHARED, or ../shared beside the checkout.
load ../../../lib

# Recorded runs that only a fault, a file or a machine of theirs explains; each of these has a test of its own in
# mdtest.bats or faults.bats.
skipped='^(33-help|57-run-cmd|60-n-and-I-tree-i2|E11|E15|E22|E24|E26|E28|F01|F02|F07|F08|F09|F12|F14|F15.*v41|F16|F18|F19|F20|F21|F22|F23|F24|F25|F26|F27|F28|F29|F30|F31|F33|F34|F36-packet-Z|G0.|H01|H02|H03|H06|61|62|63|64|65|66|67|68)'

# NAME.VERSION|status|what: where ours differs, and rightly so.  status: ours; "-": as theirs.
# what: tasks=LINE the tasks line; other: more lines (-f alone goes up to all tasks); refused: nothing is run.
differs='
06-leaf-I.v193|-|tasks=2 tasks, 90 files/directories
09-shared.v193|-|tasks=2 tasks, 10 files
09-shared.v41|-|tasks=2 tasks, 10 files
30-shared-C.v193|-|tasks=2 tasks, 3 files
30-shared-C.v41|-|tasks=2 tasks, 3 files
49-verify-shared-X.v41|-|tasks=2 tasks, 10 files
58-n-and-I.v193|0|
60-n-and-I.v193|0|tasks=2 tasks, 40 files/directories
23-v2.v193|2|refused
23-v2.v41|2|refused
37-nobarrier-B.v41|0|tasks=2 tasks, 20 files/directories
54-a-MPIIO.v41|2|refused
55-a-MMAP.v41|2|refused
E09-unknown.v193|2|refused
E10-missing-arg.v193|2|refused
E12-positional.v193|2|refused
E13-f3-l2.v193|2|refused
E19-r-missing.v41|1|refused
E20-T-missing.v41|1|refused
E23-none.v193|2|refused
E23-none.v41|2|refused
F04-parse-w1k.v41|0|tasks=1 tasks, 2 files
F17-rerun-C2.v41|1|refused
F32-X-N1.v41|0|
F35-G-seed-c.v41|1|
S3-seed001-r-bytes.v193|0|tasks=2 tasks, 20 files/directories
S3-seed001-r-bytes.v41|0|tasks=2 tasks, 20 files/directories
29-leaf-C.v193|-|tasks=2 tasks, 16 files
H04-f1-alone.v193|-|other
H12-L-n-small.v193|2|refused
H12-L-n-small.v41|2|refused
'

shared() { echo "${CHECK_FS_SHARED:-$top/../shared}/samples/mdtest"; }
tasks_lines() { grep -E '^[0-9]+ tasks, ' "$1"; }
# The labels of the first table, in order.
labels() { awk '/^SUMMARY/ { if (n++) exit; on = 1; next } on && /^$|^-- / { exit } on && /^   [DFT]/ { sub(/ *:? +[0-9.naiNA-]+ .*/, ""); sub(/ *:.*/, ""); print }' "$1"; }
field() { sed -n "s/^$2: //p" "$1"; }

# One task needs no launcher, and the others need only shared memory: most of the time here is start-up.
start() {
	local n=$1
	shift
	if [ "$n" = 1 ]; then
		"$bin/mdtest" "$@"
	else
		# several start at once: two mpirun that make one directory in the same moment fail
		local own rc=0
		own=$(mktemp -d "${OMPI_MCA_orte_tmpdir_base:-$BATS_FILE_TMPDIR}/XXXXXX")
		OMPI_MCA_orte_tmpdir_base=$own OMPI_MCA_btl=self,vader OMPI_MCA_pml=ob1 mpi "$n" "$bin/mdtest" "$@" || rc=$?
		rm -rf "$own"
		return "$rc"
	fi
}

# Run one recorded command line in its own directory (those of one number, and of F17 and F35, share one).
again() {
	local meta=$1 name version group words np=1 dir rc=0
	name=$(basename "$meta" .meta) version=${meta%.meta}
	version=${version##*.}
	group=$name
	case $name in 16*) group=16.$version ;; F17* | F35*) group=${name:0:3}.$version ;; esac
	dir=$runs/$group.dir
	mkdir -p "$dir"
	words=$(field "$meta" cmd)
	case $words in *-np\ *) np=${words#*-np } ;; *mpiexec\ -n\ *) np=${words#*-n } ;; esac
	np=${np%% *}
	words=$(sed -E 's/^(mpi[a-z]*( --oversubscribe)?( -np| -n) [0-9]+ )?\S*mdtest //; s/-p [0-9]+/-p 0/; s,/scratch,.,g; s,/tmp/,./,g' <<<"$words")
	case $version in v41) words="--format=4 $words" ;; esac
	# shellcheck disable=SC2086
	(cd "$dir" && start "$np" $words >"$runs/$name.out" 2>"$runs/$name.err") || rc=$?
	echo "$rc" >"$runs/$name.rc"
	(cd "$dir" && find . -mindepth 1 | LC_ALL=C sort) >"$runs/$name.left"
}

setup_file() {
	export runs=$BATS_FILE_TMPDIR/runs
	[ -d "$(shared)" ] && [ -x "$bin/mdtest" ] || return 0
	mkdir "$runs"
	local meta
	for meta in "$(shared)"/*.meta; do
		[[ ! $(basename "$meta") =~ $skipped ]] || continue
		# of a command line that both versions were given, 4.x's is run again for its layout and for a few others
		case $meta in
		*/16*.v41.meta | */2[7-9]*.v41.meta | */3[0-2]*.v41.meta | */0[135]*.v41.meta | */E[12]*.v41.meta) ;;
		*.v41.meta) [ ! -e "${meta%.v41.meta}.v193.meta" ] || continue ;;
		esac
		case $(basename "$meta") in
		16* | F17* | F35*) again "$meta" ;; # one after the other
		*)
			again "$meta" &
			while [ "$(jobs -r | wc -l)" -ge 4 ]; do wait -n; done
			;;
		esac
	done
	wait
}

setup() {
	[ -d "$(shared)" ] || skip 'there are no recorded runs here'
	[ -x "$bin/mdtest" ] || skip 'mdtest is not built'
	[ "$(find "$runs" -name '*.rc' | wc -l)" -gt 90 ]
}

# each NAME-FUNCTION: call it as FUNCTION NAME META WANT-STATUS WHAT for every run; print what it prints.
each() {
	local rc name line status what
	for rc in "$runs"/*.rc; do
		name=$(basename "$rc" .rc) status=- what=
		line=$(grep "^$name|" <<<"$differs") && IFS='|' read -r _ status what <<<"$line"
		"$1" "$name" "$(shared)/$name.meta" "$status" "$what"
	done >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

status_agrees() {
	local theirs ours
	theirs=$(field "$2" rc) ours=$(cat "$runs/$1.rc")
	[ "$3" = - ] || {
		[ "$ours" = "$3" ] || echo "$1: status $ours, not $3: $(tail -1 "$runs/$1.err")"
		return 0
	}
	[ "$((${theirs%% *} != 0))" = "$((ours != 0))" ] || echo "$1: status $ours, theirs $theirs: $(grep mdtest: "$runs/$1.err" | head -1)"
}
@test "a run that succeeded still does, a run that was refused still is" { each status_agrees; }

counts_agree() {
	local want
	case $4 in refused | other) return 0 ;; tasks=*) want=${4#tasks=} ;; *) want=$(tasks_lines "$(shared)/$1.out") || : ;; esac
	[ "$(cat "$runs/$1.rc")" = 0 ] || return 0
	[ "$(tasks_lines "$runs/$1.out")" = "$want" ] || echo "$1: $(tasks_lines "$runs/$1.out" | head -3), not $want"
}
@test "tasks and items are counted alike" { each counts_agree; }

rows_agree() {
	[ "$(cat "$runs/$1.rc")" = 0 ] || return 0
	[ -n "$(labels "$(shared)/$1.out")" ] || return 0
	[ "$(labels "$runs/$1.out")" = "$(labels "$(shared)/$1.out")" ] || echo "$1: rows differ: $(labels "$runs/$1.out" | tr '\n' ',')"
}
@test "the tables have the same rows in the same order" { each rows_agree; }

# What the recorded run left, without base directories: ours removes those that it made.
layout_agrees() {
	local theirs ours
	[ "$(field "$2" rc)" = 0 ] && [ "$4" != refused ] && [ "$(cat "$runs/$1.rc")" = 0 ] || return 0
	case $1 in S* | 47*) return 0 ;; esac
	theirs=$(sed -n '/^left_behind:/,$ { s/^ *\(\.\/.*\)/\1/p }' "$2" | grep -v '^\./[^/]*$' | grep -vE 'rank.csv|perop|sw.txt' | LC_ALL=C sort)
	ours=$(grep -v '^\./[^/]*$' "$runs/$1.left") || :
	# long lists were cut when they were recorded
	[ "$(wc -l <<<"$theirs")" -lt 58 ] || ours=$(head -58 <<<"$ours") theirs=$(head -58 <<<"$theirs")
	[ "$ours" = "$theirs" ] || {
		echo "$1: left behind:"
		diff <(echo "$ours") <(echo "$theirs") | head -5
	}
}
@test "what -C leaves lies where the recorded run left it, and other runs leave nothing" { each layout_agrees; }

leaves_nothing() {
	case $1 in F17-rerun* | F35*) return 0 ;; esac
	[ "$(cat "$runs/$1.rc")" != 0 ] || return 0
	[ ! -s "$runs/$1.left" ] || echo "$1: failed and left $(head -1 "$runs/$1.left")"
}
@test "a run that fails leaves nothing" { each leaves_nothing; }
