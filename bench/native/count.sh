#!/usr/bin/env bash
# Counts the instructions that a fork and its join cost beyond the serial function
# of the same language, as internal/count/count.sh does for skua: two sizes of fib
# under callgrind, on one worker; the difference of their counts, over the
# difference of their forks, leaves out start and end of the program. Repeatable on
# a busy machine, unlike a time.
#
# What a compiler makes of the serial function differs. A program of Java cannot be
# counted, and of chili other threads decide when a fork is public. OpenMP runs a task at once if there is one thread.
set -euo pipefail
cd "$(dirname "$0")"
command -v valgrind >/dev/null || { echo "valgrind is missing; make -C bench/native deps"; exit 1; }

# fib(n) makes fib(n+1)-1 forks, and each run does it twice: to warm up, and once more.
small=15 small_forks=986
large=25 large_forks=121392

said=$(mktemp)
trap 'rm -f "$said"' EXIT

# once runs one case at one size and prints the instructions it took.
once() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		"bin/$1" "$2" "n=$3" workers=1 ms=0 >/dev/null 2>"$said" || { cat "$said" >&2; return 1; }
	awk '/Collected/ { n = $NF } END { if (!n) exit 1; print n }' "$said"
}

# least is the smallest of three runs: threads that wait for each other vary a little.
least() {
	for _ in 1 2 3; do once "$@"; done | sort -n | head -n 1
}

# per_fork prints the instructions of a case for each fork.
per_fork() {
	awk -v a="$(least "$1" "$2" $small)" -v b="$(least "$1" "$2" $large)" \
		-v forks=$((2 * (large_forks - small_forks))) 'BEGIN { printf "%.1f", (b - a) / forks }'
}

printf '%-10s %10s %10s %10s\n' program serial fib beyond
for program in rayon tbb openmp rayon-now lace parlay; do
	[ -x "bin/$program" ] || { echo "$program: not built"; continue; }
	serial=$(per_fork $program serial-fib)
	fib=$(per_fork $program fib)
	printf '%-10s %10s %10s %10s\n' $program "$serial" "$fib" "$(awk -v s="$serial" -v f="$fib" 'BEGIN { printf "%.1f", f - s }')"
done
