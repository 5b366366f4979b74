package main

import "strings"

// stage is one way to look for a mutant.
type stage struct {
	build
	name string
	skip string   // tests that are left out
	args []string // of the binary
	env  []string
}

// Tests of the root by what they take. Those of the contract with the compiler build
// the clean tree themselves and see no mutant.
const (
	slow     = "^Test(Idle|Watchdog|Deep|Retention)" // seconds
	medium   = "^Test(Cancel_prom|Same|Try_keeps|Loop_poll|Loop_all|Loop_canc|Resize_|Recover_stolen)"
	contract = "^TestContract"
)

func tests(name, dir, tags, run, skip string) stage {
	return stage{build{dir: dir, tags: tags}, name, skip, []string{"-test.short", "-test.run=" + run}, nil}
}

// explores runs scenarios whose names begin so for a short time in each mode.
func explores(dir, names, budget string) stage {
	return stage{build{dir: dir, tags: "explore", woven: true}, strings.Join(strings.Fields("explore "+dir+" "+names+" "+budget), " "), "",
		[]string{"-test.run=^TestExplore(" + names + ")"}, []string{"SKUA_EXPLORE=" + budget}}
}

// races explores under the race detector, which also sees two plain accesses that
// nothing orders.
func races(dir, names, budget string) stage {
	s := explores(dir, names, budget)
	s.name, s.race = "race "+s.name, true
	return s
}

var (
	quickTests = tests("root, quick", ".", "invariants", "", slow+"|"+medium+"|"+contract+"|^Example")
	rootTests  = tests("root", ".", "invariants", "", slow+"|"+contract)
	slowTests  = tests("root, slow", ".", "invariants", slow, "")
	parTests   = tests("par", "par", "", "", "")
	proofs     = tests("verify", "verify", "", "", "Control")
)

// stress runs random programs from the same seeds.
var stress = stage{build{dir: "verify/stress", command: true}, "stress", "", []string{"-seed", "1", "-for", "10s"}, nil}

// plans says which stages a package goes through, the cheapest first.
var plans = map[string][]stage{
	"deque": {
		tests("deque, but the family", "deque", "invariants", "", "Family|disassembly"),
		explores("deque", "", "10ms"),
		tests("deque, the family", "deque", "invariants", "Family", ""),
		tests("deque, counts", "deque", "counters,invariants", "Count|Example", ""),
		proofs,
		tests("root, deques", ".", "invariants", "Deque|Same|deque", ""),
		explores(".", "Through", "10ms"),
		explores("deque", "", "30ms"),
		races("deque", "", "5ms"),
	},
	"internal/indices": {
		tests("indices", "internal/indices", "invariants", "", ""),
		explores("internal/indices", "", "20ms"),
		tests("span", "span", "invariants", "", ""),
		proofs,
		quickTests,
		rootTests,
		explores(".", "Loop", "20ms"),
		explores("span", "", "20ms"),
		parTests,
		explores("internal/indices", "", "100ms"),
		races("internal/indices", "", "20ms"),
		slowTests,
		stress,
	},
	"span": {
		tests("span", "span", "invariants", "", ""),
		explores("span", "", "20ms"),
		proofs,
		parTests,
		explores("span", "", "100ms"),
		races("span", "", "20ms"),
	},
	"internal/sleep": {
		tests("sleep", "internal/sleep", "invariants", "", ""),
		explores("internal/sleep", "", "20ms"),
		quickTests,
		rootTests,
		explores("internal/sleep", "", "300ms"),
		explores(".", everyRoot, "20ms"),
		slowTests,
		stress,
	},
	"internal/sched": {
		tests("sched", "internal/sched", "invariants", "", ""),
		quickTests,
		rootTests,
		explores(".", everyRoot, "8ms"),
		stress,
		races(".", everyRoot, "4ms"),
		slowTests,
		parTests,
		explores(".", everyRoot, "40ms"),
	},
}

// everyRoot names every scenario of the root.
const everyRoot = ""

func planOf(pkg string) []stage { return plans[pkg] }
