# Several hosts on one machine, for tests:  load ../../sim   (after lib)
#
#   sim_up N             hosts sim1 .. simN, each with its own name, network, processes, /dev/shm; and a login host
#   sim_on HOST CMD...   run CMD on a host
#   sim_login CMD...     run CMD on the login host, from which the others can be reached
#   $sim_rsh             the remote shell that launchers are told to use: sim_rsh HOST COMMAND
#   $sim_hosts           a host file for Open MPI (NAME slots=4)
#   sim_env HOST NAME=VALUE...
#                        set in the environment of what the remote shell starts on a host from now on
#   sim_down             end everything; call it in teardown_file
#
# All hosts see the same files: what is mounted before sim_up, or on the machine later, is a shared file system.
# Names and addresses are taken from a random number, so that two test files do not get in each other's way.
# shellcheck shell=bash

need_sim() {
	need_root
	need ip unshare nsenter
	unshare --net --uts --ipc --pid --mount --fork true 2>/dev/null || skip 'namespaces are not allowed here'
	# a namespace is entered at its own root, which is not that of a chroot
	nsenter --mount=/proc/self/ns/mnt test -e "$BATS_TEST_FILENAME" 2>/dev/null || skip 'not from within a chroot'
	ip link add "lp$$" type veth peer name "lq$$" 2>/dev/null || skip 'virtual network links are not allowed here'
	ip link del "lp$$"
}

# One host: an init that sleeps, in namespaces of its own.
sim_host() {
	local host=$1 address=$2 dir=$sim/$1 outer pid i
	mkdir -p "$dir"
	# The single quotes are for the inner shell.
	# shellcheck disable=SC2016
	unshare --net --uts --ipc --pid --mount --propagation slave --fork --kill-child --mount-proc bash -c '
		hostname "$1"
		ip link set lo up
		mount --bind "$2/hosts" /etc/hosts
		mount -t tmpfs -o size=512m tmpfs /dev/shm
		: >"$2/$1/ready"
		exec sleep infinity' sim "$host" "$sim" </dev/null >/dev/null 2>&1 3>&- &
	outer=$!
	echo $outer >"$dir/outer"
	for ((i = 0; i < 200; i++)); do
		[ ! -e "$dir/ready" ] || break
		read -rt 0.02 <> <(:) || true
	done
	pid=$(ps -o pid= --ppid $outer | tr -d ' ')
	[ -n "$pid" ] || return 1
	echo "$pid" >"$dir/pid"
	ip link add "v$sim_id-$host" netns "$sim_net" type veth peer name eth0 netns "/proc/$pid/ns/net" &&
		ip -n "$sim_net" link set "v$sim_id-$host" master br0 up &&
		nsenter -t "$pid" -n ip addr add "$address/24" dev eth0 &&
		nsenter -t "$pid" -n ip link set eth0 up
}

sim_up() {
	local n=$1 i
	need_sim
	sim=$(lib_tmp)/sim
	# The bridge is in a namespace of its own: nothing is added to the machine's network.
	for ((i = 0; i < 50; i++)); do
		sim_id=$((RANDOM % 200 + 20))
		sim_net=simnet$sim_id
		! ip netns add "$sim_net" 2>/dev/null || break
	done
	sim_hosts=$sim/hostfile
	sim_rsh=$sim/rsh
	export sim sim_id sim_net sim_hosts sim_rsh
	mkdir -p "$sim"
	{
		echo '127.0.0.1 localhost'
		echo "10.$sim_id.0.254 simlogin"
		for ((i = 1; i <= n; i++)); do echo "10.$sim_id.0.$i sim$i"; done
	} >"$sim/hosts"
	for ((i = 1; i <= n; i++)); do echo "sim$i slots=4"; done >"$sim_hosts"
	cat >"$sim_rsh" <<-END
		#!/bin/bash
		while [ "\${1#-}" != "\$1" ]; do shift; done
		host=\$1
		shift
		pid=\$(cat "$sim/\$host/pid") || exit 255
		words=()
		[ ! -e "$sim/\$host/env" ] || mapfile -t words <"$sim/\$host/env"
		exec nsenter -t "\$pid" -n -u -i -p -m --wd=/ -- env "\${words[@]}" /bin/sh -c "\$*"
	END
	chmod +x "$sim_rsh"
	ip -n "$sim_net" link add br0 type bridge
	ip -n "$sim_net" addr add "10.$sim_id.0.254/24" dev br0
	ip -n "$sim_net" link set br0 up
	ip -n "$sim_net" link set lo up
	for ((i = 1; i <= n; i++)); do sim_host "sim$i" "10.$sim_id.0.$i" || return; done
}

sim_on() {
	local host=$1 pid
	shift
	pid=$(cat "$sim/$host/pid")
	nsenter -t "$pid" -n -u -i -p -m --wd=/ -- "$@"
}

sim_env() {
	local host=$1
	shift
	printf '%s\n' "$@" >"$sim/$host/env"
}

# The network of the bridge, a name and /etc/hosts of its own; the machine's processes, so that sim_rsh works.
sim_login() {
	# shellcheck disable=SC2016
	nsenter --net="/run/netns/$sim_net" unshare --uts --mount bash -c '
		hostname simlogin
		mount --bind "$1" /etc/hosts
		shift
		exec "$@"' sim "$sim/hosts" "$@"
}

# Open MPI over the simulated hosts; ranks that wait give way, there are more of them than cores.
sim_mpi_vars() {
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm_rsh_agent=$sim_rsh OMPI_MCA_mpi_yield_when_idle=1
	export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_MCA_plm_ssh_agent=$sim_rsh
}

sim_down() {
	local f
	[ -d "${sim:-}" ] || return 0
	for f in "$sim"/*/outer; do
		[ -e "$f" ] || continue
		kill -9 "$(cat "${f%outer}pid" 2>/dev/null)" "$(cat "$f")" 2>/dev/null || true
	done
	ip netns del "$sim_net" 2>/dev/null || true
	rm -rf "$sim"
}
