# ci/install with package managers that only write down what they were told to do.
load ../lib

# A PATH in which nothing but a shell and a few tools exist; `tool NAME [BODY]` adds one.
setup() {
	box=$BATS_TEST_TMPDIR/box
	mkdir "$box"
	local t
	for t in sh dirname sed tr grep cat mkdir printf env; do ln -s "$(command -v $t)" "$box/$t"; done
	cp -r "$top/ci" "$BATS_TEST_TMPDIR/ci"
	uid 1000
}

tool() { printf '#!/bin/sh\n%s\n' "${2:-:}" >"$box/$1" && chmod +x "$box/$1"; }
uid() { tool id "echo $1"; }

# A manager that notes its arguments and then brings the tools named after it.
manager() {
	local m=$1 body="echo $1 \"\$@\" >>'$BATS_TEST_TMPDIR/calls'"
	shift
	[ $# = 0 ] || body="$body; case \$* in *install*) for t in $*; do printf '#!/bin/sh\\n:\\n' >'$box'/\$t; /bin/chmod +x '$box'/\$t; done ;; esac"
	tool "$m" "$body"
}

all_build() { echo cc make pkg-config mpicc mpirun gnuplot; }
all_test() { echo bats jq xmllint git shellcheck strace mkfs.ext4 mount ps ip python3; }
there() { local t; for t; do tool "$t"; done; }

# The script adds /usr/sbin and /sbin to PATH: a mount of nothing is not needed, only their tools must not be seen.
install() {
	sed 's,^PATH=\$PATH.*,:,' "$BATS_TEST_TMPDIR/ci/install" >"$BATS_TEST_TMPDIR/ci/install.t"
	env -i PATH="$box" HOME=/ CHECK_FS_MPI_ROOT="$BATS_TEST_TMPDIR/lib64" "${@:2}" "$box/sh" "$BATS_TEST_TMPDIR/ci/install.t" "$1"
}

calls() { cat "$BATS_TEST_TMPDIR/calls" 2>/dev/null; }

@test "where everything is there nothing is said and no package manager is asked" {
	there $(all_build)
	manager apt-get
	run -0 install build
	[ -z "$output" ]
	[ -z "$(calls)" ]
}

@test "root with apt: what is missing is installed in one go" {
	uid 0
	there make
	manager apt-get $(all_build)
	run -0 install build
	[[ $(calls) == *'apt-get update -q'* ]]
	[[ $(calls) == *'apt-get install -y -q --no-install-recommends gcc libc6-dev pkg-config libopenmpi-dev openmpi-bin libgsl-dev libjansson-dev libxml2-dev zlib1g-dev libinih-dev gnuplot-nox'* ]]
}

@test "an ordinary user gets the one command and exit 1" {
	manager apt-get
	run -1 --separate-stderr install build
	[ "${#lines[@]}" = 1 ]
	[[ $output == 'sudo apt-get update -q; sudo apt-get install -y -q --no-install-recommends gcc libc6-dev make pkg-config libopenmpi-dev openmpi-bin '* ]]
	[[ $stderr == *'missing: cc make pkg-config mpicc mpirun gsl jansson libxml-2.0 zlib inih'* ]]
	[ -z "$(calls)" ]
}

@test "a sudo that asks for a password is not used" {
	manager apt-get
	tool sudo 'exit 1'
	run -1 install build
	[ -z "$(calls)" ]
}

@test "a sudo that does not ask is used" {
	manager apt-get $(all_build)
	tool sudo '[ "$1" = -n ] && shift; [ "$1" = true ] || exec "$@"'
	run -0 install build
	[[ $(calls) == *'apt-get install'* ]]
}

@test "CHECK_FS_INSTALL=no: root gets the command too, and nothing is installed" {
	uid 0
	manager apt-get $(all_build)
	run -1 --separate-stderr install build CHECK_FS_INSTALL=no
	[[ $output == 'apt-get update -q; apt-get install '* ]]
	[ -z "$(calls)" ]
}

@test "dnf is given libraries by their pkg-config name" {
	uid 0
	there cc make pkg-config gnuplot
	tool pkg-config 'exit 1'
	tool cc 'case $* in *-E*) /bin/grep -q stdio.h ;; esac'
	manager dnf
	run -1 install build
	[[ $(calls) == *'dnf install -y openmpi-devel openmpi pkgconfig(gsl) pkgconfig(jansson) pkgconfig(libxml-2.0) pkgconfig(zlib) pkgconfig(inih)'* ]]
	[[ $output == *"dnf install -y openmpi-devel openmpi 'pkgconfig(gsl)' "* ]]
}

@test "an MPI that lies outside PATH is pointed to" {
	there cc make pkg-config gnuplot
	mkdir -p "$BATS_TEST_TMPDIR/lib64/openmpi/bin"
	cp "$box/id" "$BATS_TEST_TMPDIR/lib64/openmpi/bin/mpicc"
	manager dnf
	run -1 --separate-stderr install build
	[ "$output" = "export PATH=$BATS_TEST_TMPDIR/lib64/openmpi/bin:\$PATH" ]
}

@test "what takes several packages gets each of them, from every package manager" {
	there $(all_build) $(all_test)
	manager dnf
	run -0 install test CI=true CHECK_FS_INSTALL=no
	[[ $output == *' man-db groff '* ]]
	[[ $output == *' glusterfs-server glusterfs-fuse attr '* ]]
}

@test "zypper is run without questions" {
	uid 0
	there cc make mpicc mpirun gnuplot
	manager zypper pkg-config
	run -0 install build
	[[ $(calls) == 'zypper --non-interactive install pkg-config' ]]
}

@test "brew is run by an ordinary user" {
	there cc make pkg-config mpicc mpirun
	manager brew gnuplot
	run -0 install build
	[ "$(calls)" = 'brew install gnuplot' ]
}

@test "without a known package manager the missing things are named" {
	there cc make
	run -1 install build
	[[ $output == *'no package manager is known here'*'pkg-config mpicc mpirun'* ]]
}

@test "gnuplot alone does not stop a build" {
	there cc make pkg-config mpicc mpirun
	manager apt-get
	run -0 install build
	[[ $output == *'note: done without: gnuplot'*'apt-get install'*'gnuplot-nox'* ]]
}

@test "gnuplot that cannot be installed is tried once, not in every run" {
	uid 0
	there cc make pkg-config mpicc mpirun
	tool apt-get "echo apt-get \"\$@\" >>'$BATS_TEST_TMPDIR/calls'; exit 100"
	run -0 install build
	run -0 install build
	[ "$(calls | grep -c 'apt-get install')" = 1 ]
	[[ $output == *'note: done without: gnuplot'* ]]
}

@test "where the wish for gnuplot breaks the installation the rest is installed alone" {
	uid 0
	there cc make pkg-config mpicc
	tool apt-get "echo apt-get \"\$@\" >>'$BATS_TEST_TMPDIR/calls'; case \$* in *gnuplot*) exit 100 ;; *install*) printf '#!/bin/sh\\n' >'$box/mpirun'; /bin/chmod +x '$box/mpirun' ;; esac"
	run -0 install build
	[[ $(calls) == *'install -y -q --no-install-recommends openmpi-bin'* ]]
}

@test "an MPI compiler that is there is kept: only its own launcher is added" {
	uid 0
	there cc make pkg-config gnuplot
	tool mpicc 'echo gcc -lmpich'
	manager apt-get mpirun
	run -0 install build
	[[ $(calls) == *'install -y -q --no-install-recommends mpich' ]]
}

@test "MPI_CC names the compiler to keep" {
	there cc make pkg-config gnuplot mpirun mpicc.mpich
	run -0 install build MPI_CC=mpicc.mpich
	[ -z "$output" ]
}

@test "an MPI_CC that does not exist is one clear line" {
	there $(all_build)
	run -1 install build MPI_CC=mpicc.none
	[ "${#lines[@]}" = 1 ]
	[[ $output == *'MPI_CC=mpicc.none: there is no such program'* ]]
}

@test "test asks for what the tests need as well" {
	uid 0
	there $(all_build)
	manager apt-get $(all_test)
	run -0 install test
	[[ $(calls) == *'bats jq libxml2-utils git shellcheck strace e2fsprogs mount procps iproute2'* ]]
}

@test "in CI test asks for what only some tests need as well" {
	uid 0
	there $(all_build) $(all_test)
	manager apt-get
	run -0 install test CI=true
	[[ $(calls) == *'chromium clang'*'slurm-wlm munge'* ]]
}

@test "tests are not stopped by a missing shellcheck" {
	there $(all_build) bats jq xmllint git strace mkfs.ext4 mount ps ip
	manager apt-get
	run -0 install test
	[[ $output == *'note: done without: shellcheck'* ]]
}

@test "another word than build and test is refused" {
	run -2 install docs
	[[ $output == *'docs: what to install for? build or test'* ]]
}

@test "with everything there it takes less than a tenth of a second, or little more on a busy machine" {
	"$top/ci/install" build >/dev/null 2>&1 || skip 'something is missing here'
	best=999
	for _ in 1 2 3 4 5; do
		t=$(date +%s%N)
		"$top/ci/install" build
		t=$((($(date +%s%N) - t) / 1000000))
		[ $t -ge $best ] || best=$t
	done
	[ $best -lt 150 ]
}
