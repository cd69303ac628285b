# make install, make dist, and the packages' files.
load ../lib

setup_file() {
	export root=$BATS_FILE_TMPDIR/root
	[ -x "$bin/check-fs" ] || return 0
	make -C "$top" -s --no-print-directory install DESTDIR="$root" PREFIX=/opt/check-fs >"$BATS_FILE_TMPDIR/log" 2>&1
}

setup() { [ -x "$bin/check-fs" ] || skip 'check-fs is not built'; }

@test "the programs are installed, and IOR is another name of ior" {
	for p in check-fs mdtest ior IOR; do [ -x "$root/opt/check-fs/bin/$p" ]; done
	[ "$(readlink "$root/opt/check-fs/bin/IOR")" = ior ]
}

@test "the profiles, the charts and the published figures are installed" {
	cd "$root/opt/check-fs/share/check-fs"
	for f in quick smoke standard; do [ -s "profiles/$f.ini" ]; done
	[ -n "$(ls charts)" ]
	[ -s baselines/workstation/machine.ini ]
	[ -s baselines/raid6/machine.ini ]
}

@test "an installed check-fs finds its own profiles" {
	run -2 "$root/opt/check-fs/bin/check-fs" run --target "$BATS_TEST_TMPDIR" --profile there-is-none --reports "$BATS_TEST_TMPDIR/r"
	[[ $output == *quick* ]]
}

@test "the module file names the place and the version" {
	[[ $(cat "$root"/opt/check-fs/share/modulefiles/check-fs/*) == *'prepend-path PATH "/opt/check-fs/bin"'* ]]
	run ! grep -r @ "$root/opt/check-fs/share/modulefiles"
}

@test "nothing that is installed names the staging directory or the checkout" {
	run ! grep -rIF -e "$root" -e "$top/" "$root/opt/check-fs/share"
}

@test "all packages and the change log have the program's version" {
	cd "$top"
	v=$("$bin/check-fs" --version | awk '{ print $2 }')
	grep -q "^check-fs ($v) " ci/debian/changelog
	grep -qE "^Version: +$v\$" ci/check-fs.spec
	grep -qE "^## \[($v|Unreleased)\]" CHANGELOG.md
}

@test "the source archive holds what is tracked" {
	need git
	git -C "$top" rev-parse -q --verify HEAD >/dev/null 2>&1 || skip 'not a git checkout'
	make -C "$top" -s --no-print-directory dist BUILD="$BATS_TEST_TMPDIR/build" >/dev/null
	tar -tzf "$BATS_TEST_TMPDIR"/build/check-fs-*.tar.gz | sed 's,^[^/]*/,,' | grep -v '/$' | grep . | sort >"$BATS_TEST_TMPDIR/packed"
	git -C "$top" ls-tree -r --name-only HEAD | sort | diff - "$BATS_TEST_TMPDIR/packed"
}

@test "rpm reads the spec file" {
	need rpmspec
	run -0 rpmspec -q --qf '%{name} %{version}\n' "$top/ci/check-fs.spec"
	[[ $output == *"check-fs $("$bin/check-fs" --version | awk '{ print $2 }')"* ]]
}

# Spack as far as the recipe uses it: what it declares is noted; its make is the checkout's.
spack() { # OUTPUT PREFIX
	mkdir -p "$BATS_TEST_TMPDIR/mock/spack"
	: >"$BATS_TEST_TMPDIR/mock/spack/__init__.py"
	cat >"$BATS_TEST_TMPDIR/mock/spack/package.py" <<-'END'
		import os, subprocess
		noted = {"version": [], "depends_on": [], "license": []}
		def version(name, **how): noted["version"].append(name)
		def license(name, **how): noted["license"].append(name)
		def depends_on(name, type=("build", "link"), **how): noted["depends_on"].append(name)
		def make(*words): subprocess.check_call(["make", "-s", "-C", os.environ["top"], *words])
		class MakefilePackage:
		    def __init__(self, spec): self.spec = spec
	END
	cat >"$BATS_TEST_TMPDIR/mock/use.py" <<-'END'
		import importlib.util, json, sys, types
		import spack.package
		at = importlib.util.spec_from_file_location("package", sys.argv[1])
		recipe = importlib.util.module_from_spec(at)
		at.loader.exec_module(recipe)
		spec = {"mpi": types.SimpleNamespace(mpicc="mpicc")}
		package = recipe.CheckFs(spec)
		spack.package.make(*package.build_targets)
		package.install(spec, sys.argv[2])
		json.dump(spack.package.noted, sys.stdout)
	END
	PYTHONPATH=$BATS_TEST_TMPDIR/mock PYTHONDONTWRITEBYTECODE=1 python3 "$BATS_TEST_TMPDIR/mock/use.py" "$top/ci/spack.py" "$2" >"$1"
}

@test "the Spack recipe builds and installs, by make's own targets and variables" {
	need python3 mpicc
	unset DESTDIR PREFIX
	spack "$BATS_TEST_TMPDIR/noted" "$BATS_TEST_TMPDIR/prefix"
	for p in check-fs mdtest ior IOR; do [ -x "$BATS_TEST_TMPDIR/prefix/bin/$p" ]; done
}

@test "the Spack recipe depends on every library that ci/install knows to be needed" {
	need python3 mpicc jq
	spack "$BATS_TEST_TMPDIR/noted" "$BATS_TEST_TMPDIR/prefix"
	for l in $(sed -n "s/^.library \([a-z]*\).*/\1/p" "$top/ci/install"); do
		[ "$l" != zlib ] || l=zlib-api
		[ "$l" != libxml ] || l=libxml2
		jq -e --arg l "$l" '.depends_on | index($l)' "$BATS_TEST_TMPDIR/noted"
	done
	jq -e '.license == ["GPL-3.0-or-later"]' "$BATS_TEST_TMPDIR/noted"
}
