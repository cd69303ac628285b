# Completion takes its words from the programs' own help.
load ../lib

setup() {
	PATH=$bin:$PATH
	[ -x "$bin/check-fs" ] || skip 'check-fs is not built'
	source "$top/ci/completion.bash"
}

# complete_words FUNCTION WORD...: what is offered for the last word.
complete_words() {
	local f=$1
	shift
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	"$f"
	printf '%s\n' "${COMPREPLY[@]}"
}

@test "the first word is a subcommand, and every one is offered" {
	run -0 complete_words _check_fs check-fs ''
	for c in "$top"/harness/cmd/*.c; do
		name=$(sed -nE 's/^const struct cmd_ops cmd_([a-z]+) .*/\1/p' "$c")
		[ -z "$name" ] || grep -qx "$name" <<<"$output"
	done
}

@test "a subcommand's own options are offered" {
	run -0 complete_words _check_fs check-fs run --tar
	[ "$output" = --target ]
}

@test "every option of mdtest's help is offered" {
	[ -x "$bin/mdtest" ] || skip 'mdtest is not built'
	run -0 complete_words _check_fs_benchmark mdtest -
	for o in -n -I -z -b -d -u; do grep -qx -- "$o" <<<"$output"; done
}

@test "a directory is offered after --target" {
	cd "$top"
	run -0 complete_words _check_fs check-fs run --target har
	[ "$output" = harness ]
}
