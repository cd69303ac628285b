# ci/slurm.sh as it is, under a real Slurm: a controller on the login host, a daemon on each of two simulated hosts.
# ci: alone
load ../lib
load ../sim

setup_file() {
	need slurmctld slurmd munged sbatch srun
	sim_up 2
	sim_mpi_vars
	slurm_up 2
	export profile=$BATS_FILE_TMPDIR/tiny.ini target=$BATS_FILE_TMPDIR/target
	mkdir "$target"
	cat >"$profile" <<-'END'
		[profile]
		judged = no
		iterations = 1
		deadline = 3m
		[mdtest-unique]
		tool = mdtest
		args = -d {dir} -n {n} -i {iterations} -u -v
		seconds = 0.1
	END
}

teardown_file() {
	slurm_down
	sim_down
}

slurm_up() {
	local n=$1 d i
	export slurm=$BATS_FILE_TMPDIR/slurm SLURM_CONF=$BATS_FILE_TMPDIR/slurm/slurm.conf
	mkdir -p "$slurm"/{state,spool,log,munge}
	chmod 711 "$slurm/munge"
	head -c 128 /dev/urandom >"$slurm/munge/key"
	chmod 600 "$slurm/munge/key"
	cat >"$SLURM_CONF" <<-END
		ClusterName=sim
		SlurmctldHost=simlogin
		SlurmctldPort=16817
		SlurmdPort=16818
		AuthType=auth/munge
		AuthInfo=socket=$slurm/munge/socket
		CredType=cred/munge
		SlurmUser=root
		SlurmdUser=root
		StateSaveLocation=$slurm/state
		SlurmdSpoolDir=$slurm/spool/%n
		SlurmctldPidFile=$slurm/slurmctld.pid
		SlurmdPidFile=$slurm/slurmd.%n.pid
		SlurmctldLogFile=$slurm/log/slurmctld
		SlurmdLogFile=$slurm/log/slurmd.%n
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		MpiDefault=pmix
		ReturnToService=2
		KillWait=20
		SwitchType=switch/none
		AccountingStorageType=accounting_storage/none
		JobAcctGatherType=jobacct_gather/none
		SlurmdParameters=config_overrides
		NodeName=sim[1-$n] CPUs=4 State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES MaxTime=60 State=UP
	END
	echo 'PMIxCliTmpDirBase=/dev/shm' >"$slurm/mpi.conf" # private to each host; /tmp is not
	munged --force --key-file="$slurm/munge/key" --socket="$slurm/munge/socket" --pid-file="$slurm/munge/pid" \
		--log-file="$slurm/munge/log" --seed-file="$slurm/munge/seed" 3>&-
	sim_login slurmctld -f "$SLURM_CONF" 3>&-
	for ((i = 1; i <= n; i++)); do
		mkdir -p "$slurm/spool/sim$i"
		sim_on "sim$i" slurmd -f "$SLURM_CONF" 3>&-
	done
	for ((i = 0; i < 300; i++)); do
		[ "$(sim_login sinfo -h -N -o %t 2>/dev/null | grep -c '^idle$')" != "$n" ] || return 0
		read -rt 0.1 <> <(:) || true
	done
	skip 'Slurm does not start here'
}

slurm_down() {
	[ -d "${slurm:-}" ] || return 0
	local p
	for p in "$slurm"/slurmd.*.pid; do
		[ ! -e "$p" ] || sim_on "$(sed 's/.*slurmd\.\(.*\)\.pid/\1/' <<<"$p")" sh -c "kill \$(cat $p)" || true
	done
	kill "$(cat "$slurm/slurmctld.pid")" "$(cat "$slurm/munge/pid")" 2>/dev/null || true
}

# submit OPTION...: the script as it is, waited for; its output is job.log.
submit() {
	cd "$top"
	sim_login env TARGET="$target" MACHINE=sim CHECK_FS_BASELINES="$BATS_TEST_TMPDIR/baselines" CHECK_FS_REPORTS="$BATS_TEST_TMPDIR/reports" \
		timeout 150 sbatch -W -o "$BATS_TEST_TMPDIR/job.log" "$@"
}

@test "the job measures with the nodes and tasks of the allocation, and leaves nothing" {
	run submit -N 2 --ntasks-per-node=2 ci/slurm.sh --profile "$profile"
	cat "$BATS_TEST_TMPDIR/job.log"
	[ "$status" = 0 ]
	[[ $(tail -n 1 "$BATS_TEST_TMPDIR/job.log") == 'check-fs: MEASURED (0): '* ]]
	grep -q '4 total task(s) on 2 node(s)' "$BATS_TEST_TMPDIR"/reports/latest/*.log
	[ -z "$(ls -A "$target")" ]
}

@test "the exit status of the job is that of check-fs" {
	run submit -N 1 --ntasks-per-node=1 ci/slurm.sh --profile /nowhere/profile.ini
	cat "$BATS_TEST_TMPDIR/job.log"
	[ "$status" = 2 ]
}

@test "a job that reaches its time limit ends in order: its files are gone, its report is there" {
	sed -i 's/^seconds = .*/seconds = 400/; s/^deadline = .*/deadline = 60m/; s/^iterations = .*/iterations = 5/' "$profile"
	# Slurm sends the signal up to a minute early: a limit of one minute and a signal 50 s before it
	run submit -N 1 --ntasks-per-node=2 -t 1 --signal=B:TERM@50 ci/slurm.sh --profile "$profile"
	cat "$BATS_TEST_TMPDIR/job.log"
	[ "$status" != 0 ]
	[ -z "$(ls -A "$target")" ]
	[ -s "$BATS_TEST_TMPDIR/reports/latest/junit.xml" ]
	[[ $(cat "$BATS_TEST_TMPDIR/reports/latest/verdict") == COULD-NOT-MEASURE* ]]
}
