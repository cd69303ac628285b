load ../../lib
load samples

setup_file() { make_samples; }

path() { xmllint --xpath "$2" "$made/$1/junit.xml"; }

@test "every kind of run gives valid JUnit, also with texts that no XML may hold" {
	need xmllint
	for f in "$made"/*/junit.xml; do
		xmllint --noout --schema "$BATS_TEST_DIRNAME/junit.xsd" "$f"
	done
}

@test "a failure names metric, measured, baseline and limit" {
	need xmllint
	run -0 path failed 'string(//testcase[@name="file-create"]/failure/@message)'
	[[ $output == *mdtest-unique/file-create* ]]
	[[ $output == *'measured 6.672 k ops/s'* ]]
	[[ $output == *'baseline 12.35 k ops/s'* ]]
	[[ $output == *'limit 11.12 k ops/s'* ]]
}

@test "what GitLab shows, the failure's text, has the numbers too" {
	need xmllint
	run -0 path failed 'string(//testcase[@name="file-create"]/failure)'
	[[ $output == *baseline=12350* ]]
	[[ $output == *limit=11115* ]]
}

@test "totals agree with the cases" {
	need xmllint
	for kind in healthy failed noisy cross not-measured first strict; do
		run -0 path $kind 'string(count(//failure) = //testsuite/@failures and count(//error) = //testsuite/@errors and
			count(//testcase/skipped) = //testsuite/@skipped and count(//testcase) = //testsuite/@tests)'
		[ "$output" = true ]
	done
}

@test "a healthy run has no failure and no error" {
	need xmllint
	run -0 path healthy 'count(//failure) + count(//error)'
	[ "$output" = 0 ]
}

@test "a run that could not be measured is an error with its reason" {
	need xmllint
	run -0 path not-measured 'string(//testcase[@name="run"]/error/@type)'
	[ "$output" = launch ]
}

@test "a suspect is skipped, and fails where the run is strict" {
	need xmllint
	run -0 path failed 'count(//testcase[contains(@classname, "ior-small")]/skipped)'
	[ "$output" = 1 ]
	run -0 path strict 'string(//testcase[contains(@classname, "ior-small")]/failure/@type)'
	[ "$output" = inconclusive ]
}

@test "a metric that was not measured is an error, a known issue is skipped" {
	need xmllint
	run -0 path strict 'string(//testcase[@name="dir-remove"]/error/@type)'
	[ "$output" = missing ]
	run -0 path strict 'string(//testcase[@name="file-remove"]/skipped/@message)'
	[[ $output == KNOWN*FS-12* ]]
}

@test "names of cases hold neither figures nor dates: history is kept by them" {
	need xmllint
	run -0 path healthy '//testcase/@name | //testcase/@classname'
	[[ $output != *2026* ]]
	[[ $output == *'name="file-create"'* ]]
}
