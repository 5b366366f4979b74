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

// explores runs scenarios whose names begin so for some steps in each mode.
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
	parLines   = tests("par in line", "internal/behaviour/pool", "", "Line_context", "")
	proofs     = tests("verify", "verify", "", "", "Control")
)

// stress runs random programs from the same seeds.
var stress = stage{build{dir: "verify/stress", command: true}, "stress", "", []string{"-seed", "1", "-for", "10s"}, nil}

// algorithms is the plan of package par and of what it is made of.
var algorithms = []stage{parTests, parLines, {build{dir: "par", race: true}, "race par", "", []string{"-test.short"}, nil}}

// plans says which stages a package goes through, the cheapest first.
var plans = map[string][]stage{
	"deque": slices.Concat([]stage{
		tests("deque, but the family", "deque", "invariants", "", "Family|disassembly"),
		explores("deque", "", "30000"),
		tests("deque, the family", "deque", "invariants", "Family", ""),
		tests("deque, counts", "deque", "counters,invariants", "Count|Example", ""),
		proofs,
	}, behaves("deques", "Deque|Same|deque", ""), []stage{
		explores(scenarios, "Through", "30000"),
		explores("deque", "", "90000"),
		races("deque", "", "1500"),
	}),
	"internal/indices": slices.Concat([]stage{
		tests("indices", "internal/indices", "invariants", "", ""),
		explores("internal/indices", "", "60000"),
		tests("span", "span", "invariants", "", ""),
		proofs,
	}, quickTests, rootTests, []stage{
		explores(scenarios, "Loop", "60000"),
		explores("span", "", "60000"),
		parTests,
		explores("internal/indices", "", "300000"),
		races("internal/indices", "", "6000"),
	}, slowTests, []stage{stress}),
	"span": {
		tests("span", "span", "invariants", "", ""),
		explores("span", "", "60000"),
		proofs,
		parTests,
		explores("span", "", "300000"),
		races("span", "", "6000"),
	},
	"internal/sleep": slices.Concat([]stage{
		tests("sleep", "internal/sleep", "invariants", "", ""),
		explores("internal/sleep", "", "60000"),
	}, quickTests, rootTests, []stage{
		explores("internal/sleep", "", "900000"),
		explores(scenarios, every, "60000"),
	}, slowTests, []stage{stress}),
	"internal/park": {
		tests("park", "internal/park", "invariants", "", ""),
		explores(scenarios, "Lookout", "60000"),
	},
	"par":                algorithms,
	"par/internal/call":  algorithms,
	"par/internal/feed":  algorithms,
	"par/internal/order": algorithms,
	"par/internal/radix": algorithms,
	"internal/line":      scheduler("internal/line"),
	"internal/crew":      scheduler("internal/crew"),
	"internal/fork":      scheduler("internal/fork"),
	"internal/loop":      scheduler("internal/loop"),
	"internal/roster": {
		tests("roster", "internal/roster", "invariants", "", ""),
		explores(scenarios, "Number|Guests|Close", "60000"),
	},
	"internal/tally": {
		tests("tally", "internal/tally", "", "", ""),
		explores(scenarios, "Loop", "60000"),
	},
	"internal/views/left": {
		tests("left", "internal/views/left", "", "", ""),
		explores(scenarios, "Views", "60000"),
	},
	"internal/loop/cost": slices.Concat([]stage{tests("cost", "internal/loop/cost", "", "", "")}, quickTests),
	"internal/loop/tray": {
		tests("tray", "internal/loop/tray", "", "", ""),
		explores(scenarios, "LoopDealt", "60000"),
	},
	"internal/spawn": scheduler("internal/spawn"),
	"internal/sched": scheduler("internal/sched"),
}

// scheduler is the plan of one package of the scheduler.
func scheduler(dir string) []stage {
	return slices.Concat([]stage{
		tests(strings.TrimPrefix(dir, "internal/"), dir, "invariants", "", ""),
		tests("sched", "internal/sched", "invariants", "", ""),
	}, quickTests, rootTests, []stage{
		explores(scenarios, every, "24000"),
		stress,
		races(scenarios, every, "1200"),
	}, slowTests, []stage{
		parTests,
		explores(scenarios, every, "120000"),
	})
}

// scenarios is the package of the scheduler's scenarios, and every names all of them.
const (
	scenarios = "verify/scenario"
	every     = ""
)

func planOf(pkg string) []stage { return plans[pkg] }
