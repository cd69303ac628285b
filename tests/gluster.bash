# GlusterFS on this machine, for tests:  load ../../gluster   (after lib and sim)
#
#   gluster_up DIR KIND                three bricks in DIR, joined as KIND (disperse, replicate, distribute), on the login host
#                                      of sim_up
#   gluster_mount MOUNT                mount it there and on every host, each with a client of its own
#   gluster_down                       unmount it, end the servers; call it in teardown_file before sim_down
#   gluster_left                       what of it still runs
#   verified PROFILE                   a profile of ours in which everything read or written is verified
#   gluster_measure PROFILE            all of that for setup_file, and a run of it with two ranks on each of two hosts;
#                                      then gluster_ended_well, gluster_nothing_left: tests of that run
#
# No management daemon: the bricks and the clients read volume files that are written here.
# What lib.bash and sim.bash set is used here.
# shellcheck shell=bash disable=SC2154

need_gluster() {
	need_root
	need glusterfsd glusterfs setfattr
	[ -c /dev/fuse ] || skip 'there is no FUSE here'
}

gluster_brick() { # DIR NUMBER
	cat <<-END
		volume files
		  type storage/posix
		  option directory $1/brick$2
		  option volume-id 00000000-0000-0000-0000-00000000000$2
		end-volume
		volume locks
		  type features/locks
		  subvolumes files
		end-volume
		volume brick$2
		  type performance/io-threads
		  subvolumes locks
		end-volume
		volume server
		  type protocol/server
		  option transport-type socket
		  option transport.address-family inet
		  option transport.socket.bind-address $gluster_address
		  option transport.socket.listen-port $((gluster_port + $2))
		  option auth.addr.brick$2.allow *
		  subvolumes brick$2
		end-volume
	END
}

gluster_remote() { # NUMBER
	cat <<-END
		volume remote$1
		  type protocol/client
		  option transport-type socket
		  option transport.address-family inet
		  option ping-timeout 10
		  option remote-host $gluster_address
		  option remote-port $((gluster_port + $1))
		  option remote-subvolume brick$1
		end-volume
	END
}

gluster_joined() { # KIND
	local option=
	case $1 in
	replicate) option='option afr-pending-xattr remote1,remote2,remote3' ;;
	disperse) option='option redundancy 1' ;;
	esac
	cat <<-END
		volume joined
		  type cluster/$1
		  $option
		  subvolumes remote1 remote2 remote3
		end-volume
	END
	[ "$1" != distribute ] || return 0
	printf 'volume whole\n  type cluster/distribute\n  subvolumes joined\nend-volume\n'
}

# On the login host's network, but with the mounts of the machine: what is mounted here, all hosts see.
gluster_at_login() { nsenter --net="/run/netns/$sim_net" "$@" 3>&-; }

gluster_up() {
	local dir=$1 n
	need_gluster
	export gluster=$dir gluster_address=10.$sim_id.0.254 gluster_port=26000
	mkdir -p "$dir/log"
	: >"$dir/client.vol"
	for n in 1 2 3; do
		mkdir "$dir/brick$n"
		setfattr -n trusted.glusterfs.volume-id -v "0x0000000000000000000000000000000$n" "$dir/brick$n" 2>/dev/null ||
			skip 'no extended attributes of root here'
		gluster_brick "$dir" $n >"$dir/brick$n.vol"
		gluster_remote $n >>"$dir/client.vol"
		gluster_at_login glusterfsd -f "$dir/brick$n.vol" -l "$dir/log/brick$n" -p "$dir/brick$n.pid" || return
	done
	gluster_joined "$2" >>"$dir/client.vol"
}

# gluster_client NAME MOUNT COMMAND...: mount, and wait until the servers answer.
gluster_client() {
	local name=$1 mount=$2 i
	shift 2
	"$@" glusterfs -f "$gluster/client.vol" -l "$gluster/log/$name" -p "$gluster/$name" "$mount" 3>&- || return
	for ((i = 0; i < 200; i++)); do
		! "$@" df "$mount" >/dev/null 2>&1 || return 0
		read -rt 0.05 <> <(:) || true
	done
	tail -n 5 "$gluster/log"/*
	return 1
}

gluster_mount() { # MOUNT
	local host
	export gluster_mounted=$1
	gluster_client login "$1" gluster_at_login || return
	for host in "$sim"/*/; do
		host=$(basename "$host")
		gluster_client "$host" "$1" sim_on "$host" || return
	done
}

# A client ends when it is unmounted; a server when it is told to.
gluster_down() {
	local f i
	[ -d "${gluster:-}" ] || return 0
	for f in "$sim"/*/; do
		sim_on "$(basename "$f")" umount "$gluster_mounted" || true
	done
	umount "$gluster_mounted" || umount -l "$gluster_mounted" || true
	for f in "$gluster"/brick*.pid; do
		[ ! -e "$f" ] || kill "$(cat "$f")" || true
	done
	# whoever still tries to clean up after a run has to give up first
	for ((i = 0; i < 600; i++)); do
		gluster_left >/dev/null || return 0
		read -rt 0.05 <> <(:) || true
	done
}

# gluster_left: the servers and clients that still run here.
gluster_left() { pgrep -a -f "(^|/)glusterfsd? .*$gluster/"; }

verified() {
	sed -E '/^args = -d /s/$/ -w 4k -e 4k -X/; s/^args = -a POSIX -w /&-W -G 77 /; s/^args = -a POSIX -r /&-R -G 77 /' \
		"$top/harness/plan/$1.ini"
}

gluster_run() { # PROFILE
	verified "$1" >"$BATS_FILE_TMPDIR/$1-verified.ini"
	sim_login "$bin/check-fs" run --target "$BATS_FILE_TMPDIR/target" --profile "$BATS_FILE_TMPDIR/$1-verified.ini" \
		--reports "$BATS_FILE_TMPDIR/reports" --baselines "$BATS_FILE_TMPDIR/baselines" --nodes 2 --ranks 4 \
		--hostfile "$sim_hosts"
}

gluster_measure() {
	local servers target=$BATS_FILE_TMPDIR/target status=0
	need_sim
	need_gluster
	mpirun --version 2>/dev/null | grep -q 'Open MPI' || skip 'needs Open MPI'
	mount_tmpfs servers size=6g
	sim_up 2
	gluster_up "$servers/g" disperse
	mkdir "$target"
	gluster_mount "$target"
	sim_mpi_vars
	gluster_run "$1" >"$BATS_FILE_TMPDIR/out" 2>&1 || status=$?
	echo "$status" >"$BATS_FILE_TMPDIR/status"
	ls -A "$target" >"$BATS_FILE_TMPDIR/left"
}

gluster_ended_well() {
	cat "$BATS_FILE_TMPDIR/out"
	[ "$(cat "$BATS_FILE_TMPDIR/status")" = 0 ]
}

gluster_nothing_left() {
	run cat "$BATS_FILE_TMPDIR/left"
	[ -z "$output" ]
}
