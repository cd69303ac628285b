# The ready pipelines of ci/: they only call what they may, and linters find nothing where there are any.
load ../lib

setup() {
	cd "$top/ci"
	PATH=$BATS_TEST_TMPDIR/bin:$PATH:${bin%/bin}/npm/node_modules/.bin
	mkdir "$BATS_TEST_TMPDIR/bin"
}

# A check-fs that says how it was called, and ends with STATUS.
fake_check_fs() {
	printf '#!/bin/sh\necho "pid $$ called with: $*"\nexit %d\n' "${1:-0}" >"$BATS_TEST_TMPDIR/bin/check-fs"
	chmod +x "$BATS_TEST_TMPDIR/bin/check-fs"
}

only() { grep -vE '^(ci/install (build|test)|ci/test|make( -s| test)*|bin/check-fs (run|baseline accept) .*|git (add|diff) .*)$' || true; }

@test "the GitLab jobs call only ci/install, make, bin/check-fs and git" {
	run only < <(sed -n 's/^    - \([a-z].*\)/\1/p' gitlab-ci.yml | grep -v '^if:')
	[ -z "$output" ]
}

@test "the GitHub steps call only ci/install, make, bin/check-fs and git" {
	run only < <(sed -n 's/^ *- run: \(.*\)/\1/p; /run: |$/,/^ *- /s/^          *\([a-z].*\)/\1/p' github.yml |
		grep -vE '^(if git diff --quiet .*|env:|name:|uses:|with:)')
	[ -z "$output" ]
}

@test "the Jenkins stages call only ci/install, make, bin/check-fs and git" {
	run only < <(grep -oE "(sh |command = )'[^']*'" Jenkinsfile | sed -E "s/^[^']*'//; s/'$//; s/ && git diff.*//")
	[ -z "$output" ]
}

@test "no pipeline calls make check-fs, whose exit status says nothing" {
	run ! grep -nE '^[^#]*make (-s )?check-fs' gitlab-ci.yml github.yml Jenkinsfile slurm.sh check-fs@.service check-fs.cron Containerfile
}

@test "action-validator finds nothing in the GitHub workflow" {
	need action-validator
	action-validator github.yml
}

@test "gitlab-ci-local reads the GitLab pipeline and finds the jobs" {
	need gitlab-ci-local git
	cd "$BATS_TEST_TMPDIR"
	git init -q .
	git remote add origin https://gitlab.example/group/check-fs.git
	cp "$top/ci/gitlab-ci.yml" .gitlab-ci.yml
	git add .
	git -c user.name=t -c user.email=t@localhost commit -qm x
	run -0 gitlab-ci-local --list --variable CHECK=after-maintenance
	[[ $output == *after-maintenance*on_success* ]]
	[[ $output == *accept*manual* ]]
}

@test "yamllint finds no error in the pipelines" {
	need yamllint
	yamllint -d '{extends: relaxed, rules: {line-length: disable}}' gitlab-ci.yml github.yml
}

@test "npm-groovy-lint finds no warning in the Jenkinsfile" {
	need npm-groovy-lint java
	# without its server, which would stay for an hour
	npm-groovy-lint --noserver --failon warning Jenkinsfile
}

@test "hadolint finds nothing in the container recipe" {
	need hadolint
	hadolint Containerfile
}

@test "systemd accepts the service and the timer" {
	need systemd-analyze
	fake_check_fs
	for u in service timer; do
		sed "s,/usr/bin/check-fs,$BATS_TEST_TMPDIR/bin/check-fs," "check-fs@.$u" >"$BATS_TEST_TMPDIR/check-fs@mnt-scratch.$u"
	done
	run -0 systemd-analyze verify --man=no "$BATS_TEST_TMPDIR/check-fs@mnt-scratch.service" "$BATS_TEST_TMPDIR/check-fs@mnt-scratch.timer"
	[ -z "$output" ]
}

@test "the timer's calendar is a time of every night" {
	need systemd-analyze
	run -0 systemd-analyze calendar "$(sed -n 's/^OnCalendar=//p' check-fs@.timer)"
	[[ $output == *'03:30:00'* ]]
}

cron_line() { sed -n 's/^30 3 \* \* \* check-fs //p' check-fs.cron | sed 's/\\%/%/g'; }

@test "cron mails nothing for a healthy run" {
	fake_check_fs 0
	run -0 sh -c "$(cron_line)"
	[ -z "$output" ]
}

@test "cron mails all that a slower run said" {
	fake_check_fs 1
	run -0 sh -c "$(cron_line)"
	[[ $output == *'called with: run --target /mnt/scratch'* ]]
}

@test "the Slurm script passes nodes, ranks and further options on" {
	fake_check_fs
	run -0 env TARGET='/mnt/a b' CHECK_FS="$BATS_TEST_TMPDIR/bin/check-fs" SLURM_JOB_NUM_NODES=4 SLURM_NTASKS=32 \
		SLURM_CLUSTER_NAME=big bash slurm.sh --strict
	[[ $output == *'called with: run --target /mnt/a b --machine big --nodes 4 --ranks 32 --strict' ]]
}

@test "the Slurm script ends with the exit status of check-fs, and gets its signals" {
	fake_check_fs 5
	run -5 bash -c 'echo "me $$"; TARGET=/x CHECK_FS=$(command -v check-fs) exec bash slurm.sh'
	[ "$(sed -n 's/^me //p' <<<"$output")" = "$(sed -n 's/^pid \([0-9]*\).*/\1/p' <<<"$output")" ]
}

@test "the Slurm script without TARGET is one clear line" {
	run -1 --separate-stderr env -u TARGET bash slurm.sh
	[[ $stderr == *'set TARGET to the directory to measure'* ]]
}
