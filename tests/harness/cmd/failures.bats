load ../../lib

# A launcher in front of the real one that does something to the target when a step is started.
before_step() {
	real=$(command -v mpirun) || skip 'mpirun is not installed'
	mkdir -p "$BATS_TEST_TMPDIR/path"
	cat >"$BATS_TEST_TMPDIR/path/mpirun" <<-END
		#!/bin/bash
		case "\$*" in *$1*) $2 ;; esac
		exec $real "\$@"
	END
	chmod +x "$BATS_TEST_TMPDIR/path/mpirun"
	PATH=$BATS_TEST_TMPDIR/path:$PATH
}

smoke() {
	"$bin/check-fs" run --machine m --profile smoke --ranks 2 --target "$target" --baselines "$BATS_TEST_TMPDIR/b" \
		--reports "$BATS_TEST_TMPDIR/r" 2>&1
}

setup() { memory_dir target; }

@test "a target that is removed while it is measured is named as gone, not a note of mdtest as the reason" {
	before_step mdtest-shared "rm -rf '$target'"
	run -5 smoke
	[[ $output == *"$target/.check-fs-"*' is gone: was the target removed or unmounted'* ]]
	[[ ${lines[-1]} == 'check-fs: COULD-NOT-MEASURE (5): '* ]]
}

@test "the reason of a failed step is the program's error and not the note before it" {
	before_step mdtest-shared "rmdir '$target'/.check-fs-*/mdtest-shared && touch \"\$(echo '$target'/.check-fs-*)/mdtest-shared\""
	run -5 smoke
	[[ $output == *'check-fs: pilot of mdtest-shared: -d '*'/mdtest-shared: '* ]]
	[[ $output != *"items that the task's own node made"* ]]
}
