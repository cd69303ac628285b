# bash completion for check-fs, mdtest and ior.  The words come from the programs' own --help, which is made from their
# option tables: nothing here has to be kept up to date.
# shellcheck shell=bash

# Options of a program (and subcommand) as --help lists them.
_check_fs_options() {
	"$@" --help 2>/dev/null | sed -nE 's/^  +(-[^ ].*)/\1/p' | sed -E 's/   .*//' | grep -oE -- '(^|[ ,])--?[A-Za-z0-9][A-Za-z0-9-]*' | tr -d ' ,'
}

_check_fs_commands() {
	"$1" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'
}

_check_fs() {
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words
	COMPREPLY=()
	case $previous in
	--target | -t | --baselines | --reports)
		mapfile -t COMPREPLY < <(compgen -d -- "$current")
		return
		;;
	--profile | -p) words='smoke quick standard' ;;
	--launcher) words='mpirun srun local' ;;
	*)
		if [ "$COMP_CWORD" = 1 ]; then
			words="$(_check_fs_commands "${COMP_WORDS[0]}") --help --version"
		elif [[ $current == -* ]]; then
			words=$(_check_fs_options "${COMP_WORDS[0]}" "${COMP_WORDS[1]}")
		fi
		;;
	esac
	if [ -n "${words:-}" ]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
	fi
}

_check_fs_benchmark() {
	local current=${COMP_WORDS[COMP_CWORD]}
	if [[ $current == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_check_fs_options "${COMP_WORDS[0]}")" -- "$current")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
	fi
}

complete -o filenames -F _check_fs check-fs
complete -o filenames -F _check_fs_benchmark mdtest ior IOR
