#!/usr/bin/env bash
# check.sh [PROGRAM…] runs every case at a tiny size on every program that is built,
# or on those that are named, and compares the answers with those on the right, which
# other programs have computed: formulas, the published sizes of the trees,
# lab/workload, and for loops and sorts a serial program. Exit code 1 if one differs.
set -uo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- rayon tbb openmp java vqsort ips4o libstdcxx rayon-now chili lace forkunion parlay

checks() {
	cat <<'END'
serial-fib n=15 = 610
fib n=15 = 610
fib n=15 workers=1 = 610
treesum nodes=1 = 1
treesum nodes=4095 = 8386560
treesum-small = 523776
nqueens n=1 = 1
nqueens n=8 = 92
uts tree=T1 ms=0 = 4130071
uts tree=T3 ms=0 = 4112897
matmul n=100 = 86767ee90278e693
mandelbrot width=30 height=20 limit=200 = b32f67d9584bb769
for n=0 = 0
for n=1 = 0
for n=1000 = 499500
for-skewed n=500 shape=triangular = 16380154055242987217
for-skewed n=500 shape=power = 11968484044958741307
for-skewed n=500 shape=one = 14156935632528034476
for-skewed n=500 shape=front = 553375936642383098
regions = 32640
regions n=100 steps=0 gap=5 = 4950
regions-dynamic = 32640
regions-dynamic n=100 steps=0 gap=5 = 4950
sum n=0 = 0
sum n=10000 = 8131843141097308729
scan n=10000 = 11612908318557824676
filter n=10000 = 9356321092593124484
find n=1000 where=first = 0
find n=1000 where=mid = 500
find n=1000 where=last = 999
find n=1000 where=none = -1
sort n=0 = 0
sort n=1000 = 8239231684107931980
sort n=1000 order=sorted = 8239231684107931980
sort n=1000 order=few = 65124882
integer-sort n=0 = 0
integer-sort n=1000 = 8239231684107931980
integer-sort n=1000 order=few = 65124882
sort n=1000 type=string = 1748151225350367168
sort n=1000 type=string order=few = 65124882
sort n=1000 type=struct = 8239231684107931980
sort n=1000 type=struct order=few stable=1 = 65124882
skynet k=0 = 0
skynet k=3 = 499500
skynet-iterator k=3 = 499500
flat n=1000 = 499500
flat n=100 steps=1000 = 4950
wake wakes=3 = 3
idle seconds=0 = 0
deque n=1000 how=alone = 499500
deque n=1000 how=steal = 499500
END
}

# answer runs one check on one program. Nothing is printed if it lacks the case.
answer() {
	local said code
	said=$("bin/$1" ${2%% = *} ms=1)
	code=$?
	[ $code = 3 ] && return
	[ $code = 0 ] || { echo "exit code $code"; return; }
	sed 's/.*"answer":"\([^"]*\)".*/\1/' <<<"$said"
}

bad=0
for program in "$@"; do
	[ -x "bin/$program" ] || continue
	count=0
	while read -r check; do
		got=$(answer "$program" "$check" 2>/dev/null)
		[ -n "$got" ] || continue
		count=$((count + 1))
		[ "$got" = "${check##* = }" ] || { echo "$program ${check%% = *}: $got, want ${check##* = }"; bad=1; }
	done < <(checks)
	echo "$program: $count answers compared"
done
exit $bad
