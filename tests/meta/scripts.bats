# The shell scripts of the project.
load ../lib

setup() { cd "$top"; }

@test "shellcheck finds nothing in the scripts" {
	need shellcheck
	mapfile -t scripts < <(grep -lE '^#! ?/(usr/)?bin/(env )?(ba)?sh' ci/* tests/*.bash 2>/dev/null; find tests ci -name '*.bash')
	shellcheck "${scripts[@]}"
	shellcheck -s bash .ci/run
}

@test "ci/install is a POSIX shell script: dash reads it" {
	need dash
	dash -n ci/install
}

@test "no Bats file has an error that shellcheck knows" {
	need shellcheck
	find tests -name '*.bats' -print0 | xargs -0 shellcheck -S error -s bats
}

@test "every Bats test has a name that is a sentence and is used once in its file" {
	for f in $(find tests -name '*.bats'); do
		sed -n 's/^@test "\(.*\)" {.*/\1/p' "$f" | sort | uniq -d | sed "s,^,$f: twice: ,"
		sed -n 's/^@test "\(.*\)" {.*/\1/p' "$f" | grep -vE ' ' | sed "s,^,$f: one word: ,"
	done >"$BATS_TEST_TMPDIR/found"
	cat "$BATS_TEST_TMPDIR/found"
	[ ! -s "$BATS_TEST_TMPDIR/found" ]
}
