# Which room may include what: the table of CONTRIBUTING.md, held against the #include lines.
load ../lib

# verdict FILE INCLUDE: fail where FILE must not include "INCLUDE" (ours, in quotes) or <INCLUDE> (a library's).
may_include() {
	local own
	own=$(dirname "${1#src/}")
	own=${own#harness/}
	case $1:$2 in
	# Who may see MPI: src/par, and the backends that are made of it.
	src/par/*:'<mpi.h>' | src/io/mpiio.c:'<mpi.h>' | src/io/mpi_hints.[ch]:'<mpi.h>' | src/io/mpi_files.[ch]:'<mpi.h>' | src/io/hdf5.c:'<mpi.h>' | src/io/pnetcdf.c:'<mpi.h>') ;;
	*:'<mpi.h>') return 1 ;;
	*:'<'*) ;;
	*:'"core/'*) ;;
	*:'"registry.h"') ;;
	src/core/*) return 1 ;;
	*:"\"$own/"*) [[ $1 != src/io/* ]] || may_see_backend "$1" "$2" ;;
	src/io/*:'"par/'* | src/bench/*:'"par/'*) ;;
	src/bench/*:'"io/io.h"' | src/bench/*:'"io/ring.h"' | src/bench/*/*:'"bench/bench.h"') ;;
	harness/report/*:'"compare/verdict.h"') ;;
	harness/cmd/*:'"launch/'* | harness/cmd/*:'"plan/'* | harness/cmd/*:'"parse/'* | harness/cmd/*:'"store/'*) ;;
	harness/cmd/*:'"compare/'* | harness/cmd/*:'"report/'*) ;;
	harness/main.c:*) [[ $2 =~ ^\"(cmd|launch|plan|parse|store|compare|report)/ ]] ;;
	*) return 1 ;;
	esac
}

# A backend sees the table and its own header, never another backend.
may_see_backend() {
	case $2 in
	'"io/io.h"' | "\"io/$(basename "${1%.?}").h\"") ;;
	*) [ ! -e "$top/src/${2:1:-3}.c" ] || ! grep -q '^const struct io_ops' "$top/src/${2:1:-3}.c" ;;
	esac
}

# A test of a room may include what the room itself may.
includes() {
	cd "$1" && grep -rEo --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<][^">]*[">]' src harness |
		sed -E 's/:[[:space:]]*#[[:space:]]*include[[:space:]]*/ /'
}

offenders() {
	local file what
	while read -r file what; do
		may_include "$file" "$what" || echo "$file includes $what"
	done < <(includes "$1")
}

@test "no file includes what its room may not" {
	run -0 offenders "$top"
	echo "$output"
	[ -z "$output" ]
}

@test "the harness is compiled without MPI" {
	run -0 make -C "$top" --no-print-directory -n -B BUILD="$BATS_TEST_TMPDIR/build" MPICC=/nowhere/mpicc "$BATS_TEST_TMPDIR/build/bin/check-fs"
	[[ $output == *harness/main.c* ]]
	[[ $output != */nowhere/mpicc* ]]
}

# plant FILE INCLUDE: is it found?
plant() {
	mkdir -p "$BATS_TEST_TMPDIR/src" "$BATS_TEST_TMPDIR/harness" "$BATS_TEST_TMPDIR/$(dirname "$1")"
	echo "#include $2" >"$BATS_TEST_TMPDIR/$1"
	[ "$(offenders "$BATS_TEST_TMPDIR")" = "$1 includes $2" ]
}

@test "core that includes par is found" { plant src/core/x.c '"par/par.h"'; }
@test "a benchmark that includes MPI is found" { plant src/bench/mdtest/x.c '<mpi.h>'; }
@test "a benchmark that includes another benchmark is found" { plant src/bench/ior/x.c '"bench/mdtest/tree.h"'; }
@test "a benchmark that includes a backend is found" { plant src/bench/ior/x.c '"io/posix.h"'; }
@test "a backend that includes another backend is found" { plant src/io/x.c '"io/posix.h"'; }
@test "io that includes a benchmark is found" { plant src/io/x.c '"bench/bench.h"'; }
@test "a parser that includes the store is found" { plant harness/parse/x.c '"store/store.h"'; }
@test "a comparison that includes a report is found" { plant harness/compare/x.c '"report/report.h"'; }
@test "a report that includes more of compare than its verdicts is found" { plant harness/report/x.c '"compare/trend.h"'; }
@test "a subcommand that includes a benchmark is found" { plant harness/cmd/x.c '"bench/bench.h"'; }
@test "a header that reaches up is found" { plant harness/store/x.h '"cmd/cmd.h"'; }
