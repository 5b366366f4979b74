package main

import (
	"slices"
	"strings"
)

// stage is one way to look for a mutant.
type stage struct {
	build
	name string
	skip string   // tests that are left out
	args []string // of the binary
	env  []string
}

// Tests of the public API by what they take. Those of the contract with the compiler build
// the clean tree themselves and see no mutant.
const (
	slow     = "^Test(Idle|Watchdog|Deep|Retention)" // seconds
	medium   = "^Test(Cancel_prom|Same|Try_keeps|Loop_poll|Loop_all|Loop_canc|Resize_|Recover_stolen)"
	contract = "^TestContract"
)

func tests(name, dir, tags, run, skip string) stage {
	return stage{build{dir: dir, tags: tags}, name, skip, []string{"-test.short", "-test.run=" + run}, nil}
}

// behaves runs the tests of the public API, one concern after the other.
func behaves(name, run, skip string) (out []stage) {
	for _, concern := range []string{"fork", "scope", "loop", "failure", "pool", "misuse"} {
		dir := "internal/behaviour/" + concern
		out = append(out, tests(concern+", "+name, dir, "invariants", run, skip))
	}
	return out
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
	quickTests = behaves("quick", "", slow+"|"+medium+"|"+contract)
	rootTests  = append(behaves("all", "", slow+"|"+contract), tests("examples", ".", "invariants", "", ""))
	slowTests  = behaves("slow", slow, "")
	parTests   = tests("par", "par", "", "", "")
	proofs     = tests("verify", "internal/verify", "", "", "Control")
)

// stress runs random programs from the same seeds.
var stress = stage{build{dir: "internal/verify/stress", command: true}, "stress", "", []string{"-seed", "1", "-for", "10s"}, nil}

// algorithms is the plan of package par and of what it is made of.
var algorithms = []stage{parTests, {build{dir: "par", race: true}, "race par", "", []string{"-test.short"}, nil}}

// plans says which stages a package goes through, the cheapest first.
var plans = map[string][]stage{
	"deque": slices.Concat([]stage{
		tests("deque, but the family", "deque", "invariants", "", "Family|disassembly"),
		explores("deque", "", "10ms"),
		tests("deque, the family", "deque", "invariants", "Family", ""),
		tests("deque, counts", "deque", "counters,invariants", "Count|Example", ""),
		proofs,
	}, behaves("deques", "Deque|Same|deque", ""), []stage{
		explores(scenarios, "Through", "10ms"),
		explores("deque", "", "30ms"),
		races("deque", "", "5ms"),
	}),
	"internal/indices": slices.Concat([]stage{
		tests("indices", "internal/indices", "invariants", "", ""),
		explores("internal/indices", "", "20ms"),
		tests("span", "span", "invariants", "", ""),
		proofs,
	}, quickTests, rootTests, []stage{
		explores(scenarios, "Loop", "20ms"),
		explores("span", "", "20ms"),
		parTests,
		explores("internal/indices", "", "100ms"),
		races("internal/indices", "", "20ms"),
	}, slowTests, []stage{stress}),
	"span": {
		tests("span", "span", "invariants", "", ""),
		explores("span", "", "20ms"),
		proofs,
		parTests,
		explores("span", "", "100ms"),
		races("span", "", "20ms"),
	},
	"internal/sleep": slices.Concat([]stage{
		tests("sleep", "internal/sleep", "invariants", "", ""),
		explores("internal/sleep", "", "20ms"),
	}, quickTests, rootTests, []stage{
		explores("internal/sleep", "", "300ms"),
		explores(scenarios, every, "20ms"),
	}, slowTests, []stage{stress}),
	"par":                algorithms,
	"par/internal/call":  algorithms,
	"par/internal/feed":  algorithms,
	"par/internal/order": algorithms,
	"par/internal/radix": algorithms,
	"internal/crew":      scheduler("internal/crew"),
	"internal/fork":      scheduler("internal/fork"),
	"internal/loop":      scheduler("internal/loop"),
	"internal/spawn":     scheduler("internal/spawn"),
	"internal/sched":     scheduler("internal/sched"),
}

// scheduler is the plan of one package of the scheduler.
func scheduler(dir string) []stage {
	return slices.Concat([]stage{
		tests(strings.TrimPrefix(dir, "internal/"), dir, "invariants", "", ""),
		tests("sched", "internal/sched", "invariants", "", ""),
	}, quickTests, rootTests, []stage{
		explores(scenarios, every, "8ms"),
		stress,
		races(scenarios, every, "4ms"),
	}, slowTests, []stage{
		parTests,
		explores(scenarios, every, "40ms"),
	})
}

// scenarios is the package of the scheduler's scenarios, and every names all of them.
const (
	scenarios = "internal/explore/scenario"
	every     = ""
)

func planOf(pkg string) []stage { return plans[pkg] }
