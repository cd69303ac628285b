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

@test "Python reads the Spack recipe" {
	need python3
	python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$top/ci/spack.py"
}
