#!/usr/bin/env bash
# Counts the instructions that a fork and its join cost beyond the serial
# function. Two sizes of fib are run under callgrind; the difference of their
# counts, over the difference of their forks, leaves out start and end of the
# program. Repeatable on a busy machine, unlike a time.
#
# The last line is the number for Fork/Join. With the argument deques it counts what a push and
# its pop cost the owner of each deque instead, 256 items at a time, beyond those that do nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v valgrind >/dev/null; then
	as_root=()
	[ "$(id -u)" = 0 ] || as_root=(sudo)
	"${as_root[@]}" apt-get update -qq >&2
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq valgrind >&2
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -o "$tmp/count" ./internal/count

# fib(n) makes fib(n+1)-1 forks.
small=15 small_forks=986
large=25 large_forks=121392

# once runs one mode at one size and prints the instructions it took.
once() {
	GOGC=off GODEBUG=asyncpreemptoff=1 GOMAXPROCS=1 \
		valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		"$tmp/count" "$1" "$2" >"$tmp/out" 2>"$tmp/err" || { cat "$tmp/out" "$tmp/err" >&2; return 1; }
	awk '/Collected/ { n = $NF } END { if (!n) exit 1; print n }' "$tmp/err"
}

# least is the smallest of five runs: the start of a Go program varies by some
# ten thousand instructions, the rest does not vary.
least() {
	for _ in 1 2 3 4 5; do once "$1" "$2"; done | sort -n | head -n 1
}

if [ "${1:-}" = deques ]; then
	small=10 large=1010 # bursts
	printf '%-12s %s\n' deque 'instructions for a push and its pop, beyond none'
	none=
	for mode in nothing chaselev abp stealhalf split bwos locked; do
		a=$(least "$mode" "$small")
		b=$(least "$mode" "$large")
		per=$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.1f", (b - a) / 256000 }')
		none=${none:-$per}
		awk -v d="$mode" -v p="$per" -v n="$none" 'BEGIN { printf "%-12s %.1f\n", d, p - n }'
	done
	exit
fi

printf '%-12s %14s %14s %10s %10s\n' form "fib($small)" "fib($large)" per-fork beyond
serial=
for mode in seq par both; do
	a=$(least "$mode" "$small")
	b=$(least "$mode" "$large")
	per=$(awk -v a="$a" -v b="$b" -v f=$((large_forks - small_forks)) 'BEGIN { printf "%.1f", (b - a) / f }')
	serial=${serial:-$per}
	beyond=$(awk -v p="$per" -v s="$serial" 'BEGIN { printf "%.1f", p - s }')
	case $mode in
	seq) form=serial ;;
	par) form=Fork/Join; fork_join=$beyond ;;
	both) form=Both ;;
	esac
	printf '%-12s %14s %14s %10s %10s\n' "$form" "$a" "$b" "$per" "$beyond"
done
printf '\ninstructions per fork beyond the serial function, Fork/Join:\n%s\n' "$fork_join"
