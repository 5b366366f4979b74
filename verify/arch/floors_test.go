package arch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// floors is the house, from the ground up. A package imports only packages of
// lower floors. To add a package, add its directory here and draw it in
// ARCHITECTURE.md.
var floors = [][]string{
	0:  {"internal/park", "internal/clock", "internal/self", "internal/invariant", "internal/pad", "internal/rng", "internal/views", "internal/prefetch", "cluster/internal/idle"},
	1:  {"deque", "internal/event", "internal/line", "internal/stuck", "internal/indices", "internal/tally", "internal/roster", "internal/views/left", "trace", "internal/policy"},
	2:  {"classic", "internal/apart", "internal/sleep", "internal/direct", "internal/account", "internal/tracer", "internal/replay", "span"},
	3:  {"internal/watch", "internal/bound"},
	4:  {"internal/crew"},
	5:  {"internal/aside"},
	6:  {"internal/fork", "internal/loop", "internal/spawn", "internal/record"},
	7:  {"internal/sched", "internal/pieces"},
	8:  {".", "strand", "cluster/shm", "cluster/internal/server"},
	9:  {"schedule", "steals", "par", "trace/record", "dashboard/vars", "dashboard/prom", "cluster"},
	10: {"lab/forecast", "lab/gauge", "lab/internal/rule", "dashboard/prom/queues"},
	11: {"lab/workload", "lab/sim", "dashboard"},
	12: {"lab"},
	13: {"lab/claims/abp", "lab/claims/batches", "lab/claims/blitz", "lab/claims/blocks", "lab/claims/cluster", "lab/claims/defaults",
		"lab/claims/lcws", "lab/claims/many", "lab/claims/ranges", "lab/claims/space", "lab/claims/stealhalf", "lab/claims/internal/trial"},
	14: {"lab/claims", "lab/many"},
}

// rooms lists the packages inside one of the floors, lowest first. A room is imported only
// by the rooms above it and by the package that they are in; what onlyOn says of that
// package holds for its rooms.
var rooms = map[string][]string{
	"internal/account": {"internal/account/dag", "internal/account/pieces"},
	"internal/loop":    {"internal/loop/cost", "internal/loop/tray"},
	"par":              {"par/internal/call", "par/internal/order", "par/internal/radix", "par/internal/text", "par/internal/feed", "par/internal/walk"},
}

// roof lists the trees above all floors. Nobody imports them but themselves:
// commands, examples, comparisons, and what only tests use.
var roof = []string{"cmd", "examples", "bench", "verify", "vet", "cluster/deploy", "cluster/examples", "cluster/internal/faults", "cluster/shm/internal", "cluster/model", "internal/behaviour", "internal/expect", "internal/explore", "internal/count"}

// roofMay lists the roof trees that another roof tree may import.
var roofMay = map[string][]string{
	"internal/behaviour": {"internal/expect"},
	"verify":             {"internal/explore"},
	"verify/mutate":      {"internal/explore"},
}

// onlyOn lists packages that must do with less than the floors below them: par and cluster use the public
// API, and neither a wing nor the scheduler. In a program that package schedule explores
// internal/direct tells par to decide nothing by the clock, and in race builds internal/apart what the
// detector should take for no order. internal/self says whether a range is inside the sequence of another.
var onlyOn = map[string][]string{
	"par":                   {".", "span", "strand", "internal/direct", "internal/apart", "internal/self", "internal/views"},
	"dashboard/vars":        {"."},
	"dashboard/prom":        {"."},
	"dashboard/prom/queues": {"cluster"},
	"cluster":               {".", "internal/prefetch", "cluster/shm", "cluster/internal/server", "cluster/internal/idle"},
}

// onlyFor lists packages that no tree of the roof may import but those named: bench takes
// its ruler from lab/gauge and needs no laboratory.
var onlyFor = map[string][]string{
	"lab":        {"cmd"},
	"lab/claims": {"cmd"},
}

// granted says which of the root's internal packages a satellite, a module of its own, may use, and why.
var granted = map[string]map[string]string{
	"cluster": {"internal/prefetch": "a node decides by it, and so does a simulated one"},
	"lab": {
		"internal/sleep":    "replays sleep and wake as the library's workers",
		"internal/indices":  "replayed parts halve as the library's",
		"internal/pad":      "deques and sleepers of the experiments are laid out as the library's",
		"internal/park":     "sleepers of the experiments park as the library's workers",
		"internal/crew":     "a pool that exposes by another policy",
		"internal/policy":   "simulated owners decide by it what they expose",
		"internal/prefetch": "simulated nodes of a cluster decide by it",
		"internal/rng":      "simulated thieves choose as the library's",
		"internal/sched":    "a pool that exposes by another policy",
		"internal/self":     "an experiment counts the frames of a goroutine",
		"internal/tracer":   "an experiment records with it",
	},
	"verify": {
		"internal/clock":   "the machine room has a clock of its own",
		"internal/crew":    "random programs look at a pool at rest",
		"internal/explore": "the explorer, whose long runs are there",
		"internal/fork":    "random programs look at a pool at rest",
		"internal/pad":     "programs of the machine room are laid out as the library",
		"internal/park":    "the machine room parks its threads",
		"internal/policy":  "random programs run by all policies, and so does the machine room",
		"internal/rng":     "programs of the machine room choose as thieves do",
		"internal/sched":   "random programs look at a pool at rest",
		"internal/self":    "random programs look at a pool at rest",
	},
}

// publicOnly lists the trees whose code readers copy; they may not use internal packages.
var publicOnly = []string{"examples"}

const whereToAdd = "add it to floors (or roof) in verify/arch/floors_test.go and draw it in ARCHITECTURE.md"

// floorOf returns the floor of dir, or len(floors) and the roof tree it is in.
func floorOf(dir string) (floor int, tree string, ok bool) {
	dir = houseOf(dir)
	for n, dirs := range floors {
		if slices.Contains(dirs, dir) {
			return n, "", true
		}
	}
	for _, r := range roof {
		if within(dir, r) {
			return len(floors), r, true
		}
	}
	return 0, "", false
}

// houseOf returns the package that dir is a room of, or dir.
func houseOf(dir string) string {
	for house, inside := range rooms {
		if slices.Contains(inside, dir) {
			return house
		}
	}
	return dir
}

// mayEnter reports whether from may import the room to: from is its house, or a room above.
func mayEnter(from, to string) bool {
	house := houseOf(to)
	inside := rooms[house]
	return from == house || slices.Index(inside, from) > slices.Index(inside, to)
}

// downward complains of production files that import upwards or sideways, and
// of packages that nobody gave a floor.
func downward(t *tree) []string {
	var out []string
	for _, dir := range slices.Sorted(maps.Keys(t.dirs)) {
		if _, _, ok := floorOf(dir); !ok {
			out = append(out, fmt.Sprintf("%s: a package without a floor; %s", dir, whereToAdd))
			continue
		}
		for _, s := range t.dirs[dir] {
			if s.test {
				continue // an external test may look at the house from above
			}
			for _, imp := range s.imports() {
				if to, local := localDir(imp); local && !mayImport(dir, to) {
					out = append(out, fmt.Sprintf("%s: imports %s, which is not on a lower floor", s.path, imp))
				}
			}
		}
	}
	return out
}

func mayImport(from, to string) bool {
	low, toTree, ok := floorOf(to)
	if !ok {
		return true // complained of at the package itself
	}
	high, fromTree, _ := floorOf(from)
	if houseOf(to) != to {
		return mayEnter(from, to)
	}
	if only, limited := onlyOn[houseOf(from)]; limited && !slices.Contains(only, to) {
		return false
	}
	if sat := satellite(from); sat != "" && within(to, "internal") && granted[sat][to] == "" && !within(to, "internal/explore") {
		return false
	}
	if slices.Contains(watchers, to) && slices.Contains(coreDirs[1:], from) {
		return false
	}
	if trees, limited := onlyFor[to]; limited && fromTree != "" && !slices.Contains(trees, fromTree) {
		return false
	}
	if slices.Contains(publicOnly, fromTree) && strings.Contains("/"+to+"/", "/internal/") {
		return false
	}
	if fromTree != "" && toTree != "" {
		return fromTree == toTree || slices.Contains(roofMay[fromTree], toTree)
	}
	return low < high
}

// watchers watch the scheduler or steer it. What runs work meets them through internal/watch only.
var watchers = []string{"internal/account", "internal/direct", "internal/event", "internal/replay", "internal/tracer"}

// satellite returns which of the trees of granted dir is in, or which that is none of the root's.
func satellite(dir string) string {
	for _, sat := range []string{"bench", "cluster", "cmd", "dashboard", "examples", "lab", "verify", "vet"} {
		if within(dir, sat) {
			return sat
		}
	}
	return ""
}

// drawn complains of packages of the floors that ARCHITECTURE.md does not name.
func drawn(t *tree) []string {
	var out []string
	var all [][]string
	for _, house := range slices.Sorted(maps.Keys(rooms)) {
		all = append(all, rooms[house])
	}
	for _, dirs := range append(all, floors...) {
		for _, dir := range dirs {
			if dir != "." && t.dirs[dir] != nil && !strings.Contains(t.texts["ARCHITECTURE.md"], dir) {
				out = append(out, fmt.Sprintf("ARCHITECTURE.md: does not name the package %s", dir))
			}
		}
	}
	return out
}

func TestImportsOnlyGoDown(t *testing.T) { none(t, downward(repo(t))) }

// ungranted complains of grants that nobody uses.
func ungranted(t *tree) []string {
	used := map[string]bool{}
	for _, s := range t.production() {
		for _, imp := range s.imports() {
			if to, local := localDir(imp); local {
				used[satellite(s.dir())+" "+to] = true
			}
		}
	}
	var out []string
	for sat, packages := range granted {
		for to := range packages {
			if !used[sat+" "+to] && !within(to, "internal/explore") {
				out = append(out, fmt.Sprintf("%s does not import %s: take it off the list of what is granted", sat, to))
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestGrantsAreUsed(t *testing.T) { none(t, ungranted(repo(t))) }

func TestFloorsAreDrawn(t *testing.T) { none(t, drawn(repo(t))) }

func TestControlFloors(t *testing.T) {
	imports := func(pkg string, paths ...string) string {
		src := "package " + pkg + "\n"
		for _, p := range paths {
			src += "import _ \"" + rootModule + p + "\"\n"
		}
		return src
	}
	r := planted(t,
		"attic/a.go", imports("attic"),
		"deque/up.go", imports("deque", "/internal/sleep"),
		"deque/side.go", imports("deque", "/span"),
		"deque/side_test.go", imports("deque", "/span"),
		"internal/sched/fine.go", imports("sched", "/deque", "/internal/sleep", "/internal/watch"),
		"internal/sched/sees.go", imports("sched", "/internal/replay"),
		"internal/watch/fine.go", imports("watch", "/internal/replay"),
		"lab/a.go", imports("lab", "/cmd/skua"),
		"par/a.go", imports("par", "", "/span", "/internal/sched", "/par/internal/call", "/par/internal/attic"),
		"par/internal/attic/a.go", imports("attic"),
		"par/internal/call/a.go", imports("call", "", "/internal/sched", "/par"),
		"lab/b.go", imports("lab", "/par/internal/call"),
		"bench/a.go", imports("main", "/lab", "/lab/gauge"),
		"cmd/skua/lab.go", imports("main", "/lab"),
		"examples/a/a.go", imports("main", "", "/internal/sched"),
		"cmd/skua/fine.go", imports("main", "", "/cmd/internal/ui"),
		"cmd/skua/bad.go", imports("main", "/verify", "/internal/sched"),
		"verify/fine.go", imports("verify", "/verify/weave"),
		"go.mod", "module "+rootModule+"\n",
		"ARCHITECTURE.md", "deque par lab",
	)
	exactly(t, downward(r),
		"attic: a package without a floor",
		"bench/a.go: imports "+rootModule+"/lab,",
		"cmd/skua/bad.go: imports "+rootModule+"/verify",
		"cmd/skua/bad.go: imports "+rootModule+"/internal/sched",
		"deque/side.go: imports "+rootModule+"/span",
		"deque/up.go: imports "+rootModule+"/internal/sleep",
		"examples/a/a.go: imports "+rootModule+"/internal/sched",
		"internal/sched/sees.go: imports "+rootModule+"/internal/replay",
		"lab/a.go: imports "+rootModule+"/cmd/skua",
		"lab/b.go: imports "+rootModule+"/par/internal/call",
		"par/a.go: imports "+rootModule+"/internal/sched",
		"par/internal/attic: a package without a floor",
		"par/internal/call/a.go: imports "+rootModule+"/internal/sched",
		"par/internal/call/a.go: imports "+rootModule+"/par,",
	)
	exactly(t, drawn(r), "the package par/internal/call", "the package internal/watch", "the package internal/sched")
}
