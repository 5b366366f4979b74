#!/usr/bin/env bash
# Explores every schedule of leases.pml with spin: the rules as they are, which
# must hold, and then without one rule at a time, which must fail. README.md says
# what each claim and each rule is. Installs Debian's spin where it is missing.
set -euo pipefail
cd "$(dirname "$0")"
model=$PWD/leases.pml
work=$(mktemp -d)
trap 'wait || true; rm -rf "$work"' EXIT

missing=()
command -v spin >/dev/null || missing+=(spin)
command -v gcc >/dev/null || missing+=(gcc libc6-dev)
if [ ${#missing[@]} -gt 0 ]; then
	as_root=()
	[ "$(id -u)" = 0 ] || as_root=(sudo)
	"${as_root[@]}" apt-get update -qq
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
fi

opt=-O1 # of the compiler; a schedule that breaks a claim is found at once, so there it is -O0

# explore NAME FLAG... leaves spin's verdict in $work/NAME/out.
explore() {
	local dir=$work/$1 cflags=(-w "$opt" -DSAFETY) pan=(-m2000000)
	shift
	mkdir "$dir"
	case " $* " in
	*" -DLIVE "*) cflags=(-w "$opt") pan+=(-a) ;;
	esac
	(
		cd "$dir"
		cp "$model" leases.pml # spin puts its trail beside the model
		spin -a "$@" leases.pml >spin.out
		gcc "${cflags[@]}" -o pan pan.c
		./pan "${pan[@]}" >out
	)
}

# holds NAME FLAG...: no schedule breaks the claim, and spin looked at all of them.
holds() {
	local name=$1
	explore "$@"
	if ! grep -q 'errors: 0$' "$work/$name/out" || grep -qE 'max search depth|not completed' "$work/$name/out"; then
		(cd "$work/$name" && grep -E 'pan:|error' out; spin -t -p "${@:2}" leases.pml) || true
		echo "leases: $name: FAILED" >&2
		return 1
	fi
	echo "leases: $name holds: $(awk '/states, stored/ { print $1; exit }' "$work/$name/out") states"
}

# breaks NAME WANT FLAG...: some schedule breaks the claim, by what WANT says.
breaks() {
	local name=$1 want=$2 opt=-O0
	shift 2
	explore "$name" "$@"
	if ! grep -qF "pan:1: $want" "$work/$name/out"; then
		grep -E 'pan:|errors:' "$work/$name/out" || true
		echo "leases: $name: FAILED: spin found no schedule with $want" >&2
		return 1
	fi
	echo "leases: $name is noticed: $want"
}

{ # in the background; set -e ends either half at its first failure
	holds results -DUNTIMED
	holds live -DLIVE
	for rule in NO_CREATE_ONLY:'assertion violated (results<=1)' \
		ACK_FIRST:'assertion violated (results>0)' \
		RESULT_UNSYNCED:'assertion violated (results>0)'; do
		breaks "${rule%%:*}" "${rule#*:}" -DUNTIMED -D"${rule%%:*}"
	done
	breaks NO_HOP_LIMIT 'acceptance cycle' -DLIVE -DNO_HOP_LIMIT
	breaks NO_REDELIVERY 'acceptance cycle' -DLIVE -DNO_REDELIVERY
} &
others=$!
holds leases -DHOLD
for rule in NAK_UNCHECKED START_UNCHECKED REVIVE FROM_DELIVERY FROM_CONFIRMATION \
	THIEF_ASKS_SERVER VICTIM_KEEPS; do
	breaks "$rule" 'assertion violated (holder==i)' -DHOLD -D"$rule"
done
breaks NAK_ARRIVES_IN_TIME 'assertion violated (holder==nakFrom)' -DHOLD -DNAK_ARRIVES_IN_TIME
wait $others
echo "leases: all as it should be"
