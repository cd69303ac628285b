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

# DIR NOUN for every struct and header of each room: what else than foo_* its files may export.
nouns() {
	local dir
	while read -r dir; do
		cat "$dir"/*.[ch] | sed -nE "s|^struct ([a-z0-9_]+) \\{.*|$dir \\1|p"
		find "$dir" -maxdepth 1 -name '*.h' | sed -E 's|^(.*)/([^/]*)\.h$|\1 \2|'
	done < <(sources | sed 's|/[^/]*$||' | sort -u)
}

# Fail where the file has a line, and show it.
nothing_found() {
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

@test "a file exports only names that begin with its own" {
	need nm
	[ -s "$objects" ] || skip 'nothing is built'
	# foo.c: foo...; foo_part.c: foo_...; otherwise a noun of the room: its own name, a header, a struct S: S_...
	xargs nm -gA --defined-only <"$objects" | awk -v build="${BUILD:-build}/" -v nouns="$(nouns | tr '\n' ';')" '
		BEGIN { count = split(nouns, n, ";") }
		{
			split($0, part, ":"); file = substr(part[1], length(build) + 1); name = $NF
			k = split(file, dir, "/"); base = dir[k]; sub(/\.o$/, "", base); room = dir[k - 1]
			path = file; sub(/\/[^\/]*$/, "", path); first = base; sub(/_.*/, "", first)
			if (base == "main" && name == "main" || file ~ /^src\/bench\// && name == "bench") next
			if (index(name, base) == 1 || index(name, first "_") == 1 || index(name, room "_") == 1) next
			for (i = 1; i <= count; i++) { split(n[i], w, " "); if (w[1] == path && index(name, w[2] "_") == 1) next }
			print file ": " name
		}' >"$BATS_TEST_TMPDIR/found"
	nothing_found
}

@test "no variable outside a function can change, but for the signal flag" {
	need objdump
	[ -s "$objects" ] || skip 'nothing is built'
	grep -v '/core/stop\.o$' "$objects" | xargs objdump -t | awk '/file format/ { o = $1 }
		/ O \.(bss|data|data\.rel|data\.rel\.local)[ \t]/ && $NF !~ /\.[0-9]+$/ { print o " " $NF }' >"$BATS_TEST_TMPDIR/found"
	nothing_found
}

@test "no unbounded string function is called" {
	need nm
	[ -s "$objects" ] || skip 'nothing is built'
	run ! bash -c 'xargs nm -uA <"$objects" | grep -E " U (__)?(sprintf|vsprintf|strcpy|strcat|strncat|gets|strtok|stpcpy)(_chk)?(@|$)"'
}

@test "no conditional compilation inside a function" {
	sources | xargs awk 'FNR == 1 { body = 0 } /^{/ { body = 1 } /^}/ { body = 0 }
		body && /^[ \t]*#[ \t]*(if|ifdef|ifndef|else|elif)/ { print FILENAME ":" FNR ": " $0 }' >"$BATS_TEST_TMPDIR/found"
	nothing_found
}

@test "every header has a guard that is named for its path" {
	sources | grep '\.h$' | while read -r h; do
		guard=$(sed -E 's,^(src|harness)/(bench/)?,,; s,[/.-],_,g' <<<"$h" | tr a-z A-Z)
		grep -qE "^#ifndef (BENCH_)?$guard$" "$h" || echo "$h: no guard $guard"
	done >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}

# How the Makefile compiles a file, up to the file: ours, and through MPI's wrapper (spelled out: it is slow).
compilers() {
	flags="-std=c11 -Wall -Wextra -Wshadow -Wstrict-prototypes -fsyntax-only -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64"
	flags="$flags -Isrc -Iharness -I$gen -I. $(pkg-config --cflags gsl jansson libxml-2.0 inih zlib)"
	plain="cc $flags"
	with_mpi="$(mpicc -show | sed -E 's/ -(l|L|Wl,)[^ ]*//g') $flags"
}

@test "every header compiles by itself" {
	need cc mpicc
	compilers
	sources | grep '\.h$' | while read -r h; do
		case $h in src/core/* | harness/*) c=$plain ;; *) c=$with_mpi ;; esac
		echo "#include \"${h#*/}\"" | $c -x c - 2>&1 || true
	done >"$BATS_TEST_TMPDIR/found"
	nothing_found
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
	compilers
	sources | grep '\.c$' | grep -E '^(src/core|harness)/' | xargs $plain >"$BATS_TEST_TMPDIR/found" 2>&1 || true
	# a backend that needs a library is looked at where that is
	for f in $(grep -l '^/\* needs: ' src/io/*.c); do
		read -ra packages <<<"$(sed -n '1s,^/\* needs: \(.*\) \*/$,\1,p' "$f")"
		if pkg-config --exists "${packages[@]}"; then
			with_mpi+=" $(pkg-config --cflags "${packages[@]}")"
		else
			echo "$f"
		fi
	done >"$BATS_TEST_TMPDIR/absent"
	sources | grep '\.c$' | grep -vE '^(src/core|harness)/' | grep -vxFf "$BATS_TEST_TMPDIR/absent" | xargs $with_mpi >>"$BATS_TEST_TMPDIR/found" 2>&1 || true
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}
