# The habits of CONTRIBUTING.md that a program can check.
load ../lib

setup_file() {
	export objects=$BATS_FILE_TMPDIR/objects
	(cd "$top" && find "${BUILD:-build}/src" "${BUILD:-build}/harness" -name '*.o' 2>/dev/null) | while read -r o; do
		source=${o#"${BUILD:-build}"/}
		[ -e "$top/${source%.o}.c" ] && echo "$o"
	done >"$objects"
	export gen=$BATS_FILE_TMPDIR/gen
	make -C "$top" -s --no-print-directory BUILD="$BATS_FILE_TMPDIR" "$gen/registry.h"
}

setup() { cd "$top"; }

sources() { find src harness -name '*.[ch]'; }

@test "a file exports only names that begin with its own" {
	need nm
	[ -s "$objects" ] || skip 'nothing is built'
	while read -r o; do
		base=$(basename "$o" .o) room=$(basename "$(dirname "$o")")
		# foo.c: foo...; foo_part.c: foo_...; otherwise a noun of the room: its own name, a header, a struct S: S_...
		dir=$(dirname "${o#"${BUILD:-build}"/}")
		nouns=$(cat "$dir"/*.[ch] | sed -nE 's/^struct ([a-z0-9_]+) \{.*/\1/p'; basename -s .h "$dir"/*.h)
		nm -g --defined-only "$o" | awk -v b="$base" -v n="${base%%_*}" -v r="$room" -v o="$o" -v nouns="$(tr '\n' ' ' <<<"$nouns")" '
			BEGIN { count = split(nouns, s, " ") }
			b == "main" && $3 == "main" { next }
			o ~ /src\/bench\// && $3 == "bench" { next }
			index($3, b) == 1 || index($3, n "_") == 1 || index($3, r "_") == 1 { next }
			{ for (i = 1; i <= count; i++) if (index($3, s[i] "_") == 1) next }
			NF == 3 { print o ": " $3 }'
	done <"$objects" >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

@test "no variable outside a function can change, but for the signal flag" {
	need objdump
	[ -s "$objects" ] || skip 'nothing is built'
	while read -r o; do
		[[ $o != */core/stop.o ]] || continue
		objdump -t "$o" | awk -v o="$o" '$3 == "O" && $4 ~ /^\.(bss|data$|data\.rel$|data\.rel\.local)/ && $NF !~ /\.[0-9]+$/ { print o ": " $NF }
			$2 == "O" && $3 ~ /^\.(bss|data$|data\.rel$|data\.rel\.local)/ { print o ": " $NF }'
	done <"$objects" >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

@test "no unbounded string function is called" {
	need nm
	[ -s "$objects" ] || skip 'nothing is built'
	run ! bash -c 'xargs nm -uA <"$objects" | grep -E " U (__)?(sprintf|vsprintf|strcpy|strcat|strncat|gets|strtok|stpcpy)(_chk)?(@|$)"'
}

@test "no conditional compilation inside a function" {
	sources | xargs awk 'FNR == 1 { body = 0 } /^{/ { body = 1 } /^}/ { body = 0 }
		body && /^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif)/ { print FILENAME ":" FNR ": " $0 }' >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

@test "every header has a guard that is named for its path" {
	sources | grep '\.h$' | while read -r h; do
		guard=$(sed -E 's,^(src|harness)/(bench/)?,,; s,[/.-],_,g' <<<"$h" | tr a-z A-Z)
		grep -qE "^#ifndef (BENCH_)?$guard$" "$h" || echo "$h: no guard $guard"
	done >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

@test "every header compiles by itself" {
	need cc mpicc
	sources | grep '\.h$' | while read -r h; do
		compile=cc
		[[ $h != src/par/* && $h != src/io/* && $h != src/bench/* ]] || compile=mpicc
		echo "#include \"${h#*/}\"" | $compile -std=c11 -Wall -Wextra -fsyntax-only -D_XOPEN_SOURCE=700 -Isrc -Iharness \
			-I"$gen" $(pkg-config --cflags gsl jansson libxml-2.0 inih) -x c - 2>&1 || true
	done >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

@test "nothing is left for later in a comment" {
	run ! grep -rnE '(/\*|\*|//|^[[:space:]]*#).*\b(TODO|FIXME|XXX)\b' src harness ci Makefile README.md --include='*' --exclude='*.o'
}

@test "no tracked file names a place on the machine it was written on" {
	need git
	git rev-parse -q --is-inside-work-tree >/dev/null 2>&1 || skip 'not a git checkout'
	run ! git grep -nIF -e "$top/" -e "$HOME/" -- ':!tests/fixtures' ':!tests/*/fixtures'
}

@test "every source file compiles without a warning" {
	need cc mpicc
	sources | grep '\.c$' | xargs -P 2 -I{} sh -c '
		case $1 in src/core/* | harness/*) c=cc ;; *) c=mpicc ;; esac
		$c -std=c11 -Wall -Wextra -Wshadow -Wstrict-prototypes -O1 -fsyntax-only -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 \
			-Isrc -Iharness -I"$gen" $(pkg-config --cflags gsl jansson libxml-2.0 inih) "$1" 2>&1 || true' sh {} \
		>"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}
