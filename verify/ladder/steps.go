package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// step is one check. Its lists are words with spaces between.
type step struct {
	name    string
	command string // what runs. To go test the packages are added, and each test is judged
	code    string // the packages, as in "par/... -par/internal/text": they, their tests, what these import
	with    string // more packages that its outcome depends on
	files   string // and files, or directories with all in them
	also    string // and words
	env     string // variables, as in A=1
	needs   string // commands besides Go, which are installed where they are missing
	alone   bool   // what its packages import from other folders of the root does not wake it
	busy    bool   // beside four busy processes
	night   bool   // each test in full
	landing string // where the night runs more than the landing does: the landing's command
}

// needed lists the commands that the step needs: its own, a C compiler for the race detector, and needs.
func (s step) needed() []string {
	needed := strings.Fields(s.needs)
	if strings.HasPrefix(s.command, "make ") {
		needed = append(needed, "make")
	}
	if strings.HasPrefix(s.command, "go test ") && strings.Contains(s.command, " -race ") || strings.Contains(s.command, "explore/check") {
		needed = append(needed, "cc")
	}
	return needed
}

// always reports whether the step has no inputs, so that nothing tells when it may be skipped.
func (s step) always() bool { return s.code == "" && s.with == "" && s.files == "" }

const (
	// core is the root module without par.
	core = ". strand span classic deque/... schedule steals trace/... internal/..."

	// platform is what is tested where the processor, the system or the runtime is another.
	platform = ". internal/behaviour/... classic deque/... span/... par/... internal/crew internal/fork internal/indices internal/loop/... internal/park internal/policy internal/rng internal/roster internal/sched internal/self internal/sleep internal/spawn internal/tally"

	// invariants is what checks more with the build tag of that name.
	invariants = ". deque/... span/... internal/behaviour/... internal/indices internal/sleep internal/line internal/crew internal/fork internal/loop internal/spawn internal/sched internal/stuck internal/roster"

	// woven is what the explorer runs, but for tasks in shared memory.
	woven = "verify/scenario internal/sleep deque classic internal/indices internal/tracer span"

	// explorer is the explorer itself, and explorerFiles what of it lists no faults.
	explorer      = "internal/explore internal/explore/atomic internal/explore/budget internal/explore/clock internal/explore/park"
	explorerFiles = "verify/explore verify/overlay/choose.go verify/overlay/overlay.go verify/overlay/patches.go"

	// notCompiled leaves out the tests of what the compiler makes of the code: the race detector and
	// the settings of the runtime have nothing to do with it, or change it.
	notCompiled = "-skip ^TestContract_|_disassembly$"
)

// outside is what skua images and skua each are compared with, an sshd to reach, and a browser that
// looks at pages. A test that finds none of it skips, which no test may at landing.
const outside = "parallel mogrify vipsthumbnail sshd chromium"

// serial is what the race detector has nothing to see in: it starts no goroutines, or others run it
// on many workers (picture, in the tests of skua images), or it runs programs that the detector does
// not see.
var serial = map[string]string{
	"bench":   " -bench/each/... -bench/images/... -bench/internal/outside -bench/internal/table",
	"cluster": " -cluster/deploy",
	"cmd":     " -cmd/internal/browser -cmd/internal/causes -cmd/internal/cli/exit -cmd/internal/cli/text -cmd/internal/inputs -cmd/internal/photo -cmd/internal/picture -cmd/internal/report -cmd/internal/template",
	"library": " -trace/... -internal/account/... -internal/count -internal/policy -internal/prefetch -internal/rng",
	"lab":     " -lab/claims/many -lab/forecast",
	"verify":  " -verify/arch -verify/explore -verify/ladder -verify/mutate -verify/overlay -verify/room/... -verify/scenario -verify/weave",
}

// landing is what decides whether a change lands.
func landing(c *checkout) ([]step, error) {
	readme, err := readme(c)
	if err != nil {
		return nil, err
	}
	all := everything(c)
	return slices.Concat(
		[]step{
			// With no network and no module: the library needs neither.
			{name: "the README's command", command: readme, env: "GOPROXY=off GOMODCACHE=" + filepath.Join(os.TempDir(), "skua-has-no-modules")},
			{name: "gofmt", command: "make format"},
			{name: "the rules of the house", command: "go test -count=1 ./verify/arch ./verify/ladder"},
		},
		tests(c),
		races,
		[]step{
			{name: "race: branches", code: "strand internal/apart verify/race", command: "go test -count=1 -race -vet=off -short"},
			// But for the stages that run freely, whose names go on with an r.
			{name: "explore: the scheduler", code: woven, with: explorer, files: explorerFiles, command: "go run ./verify/explore -stages -times 0.1 -match scheduler:.[^r]"},
			{name: "explore: tasks in shared memory", code: "cluster/shm", with: explorer, files: explorerFiles, command: "go run ./verify/explore -stages -times 0.1 -match shared"},
		},
		faults(),
		[]step{
			{name: "lint", code: all, files: "Makefile", command: "make lint"},
			{name: "tags", code: invariants + " cluster/shm/...", with: "verify/weave", files: "Makefile", command: "make tags"},
			{name: "model of the leases", files: "cluster/model Makefile", command: "make model"},
			{name: "other systems", code: all, files: ".ci/platforms .ci/failures", command: ".ci/platforms types"},
			{name: "release", files: ".ci/release-check Makefile examples/fib cmd/skua/main.go " + strings.Join(c.wiring(), " "), also: c.imported(), command: "make release-check RELEASE=unbuilt"},
		},
	), nil
}

// night is everything in full.
func night(c *checkout) ([]step, error) {
	steps, err := landing(c)
	steps = append(steps, nightRaces...)
	steps = append(steps, step{name: "newest Go", code: ". par schedule internal/direct internal/replay internal/self verify/race verify/arch",
		files: ".ci/newest .ci/failures Makefile", command: "make newest"})
	for i, s := range steps { // what the landing does a part of
		steps[i].landing = s.command
		switch {
		case strings.HasPrefix(s.command, "go test ") && !s.always():
			steps[i].command = strings.Replace(s.command, " -short", "", 1) + " -timeout 2h"
			steps[i].night = true
		case s.name == "tags":
			steps[i].command += " SHORT="
		case s.name == "release":
			steps[i].command = "make release-check"
		case s.name == "other systems":
			steps[i].command = ".ci/platforms types more-types"
		case strings.HasPrefix(s.command, "go run ./verify/explore "):
			steps[i].command = strings.NewReplacer(" -times 0.1", "", ":.[^r]", "").Replace(s.command) + " -times 8"
		}
	}
	steps = append(steps,
		step{name: "go vet", code: everything(c), files: "Makefile", command: "make vet"},
		step{name: "vectors", code: "par", files: "Makefile", command: "make simd"},
		step{name: "asynq", code: "bench/cluster", command: "go test -tags asynq -run asynq"})
	for stage := range strings.FieldsSeq("386 arm64 s390x wasm asyncpreemptoff GOMAXPROCS=1 GOMAXPROCS=64 GOGC=1 unoptimized purego") {
		steps = append(steps, step{name: stage, code: platform, with: "examples/fib", files: ".ci/platforms .ci/failures", command: ".ci/platforms " + stage})
	}
	steps = slices.Concat(steps, fuzz(c), patient(c))
	return append(steps,
		step{name: "random programs", code: "verify/stress", command: "go run ./verify/stress -for 30m"},
		step{name: "random histories", with: "verify", command: "go test -timeout 2h -run Linearizable|Pool|Machine|Stress ./verify -histories=100000 -rapid.checks=100000 -stress=5m"},
		step{name: "clusters under faults", code: "cluster/...", command: "make faults"},
		step{name: "mutants", code: core, command: "go run ./verify/mutate -sample 50"},
	), err
}

// everything is all packages of all modules.
func everything(c *checkout) string { return "... " + strings.Join(c.nested(), "/... ") + "/..." }

// fuzz are the fuzz targets, two minutes each.
func fuzz(c *checkout) []step {
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	var steps []step
	for _, dir := range slices.Sorted(maps.Keys(c.tests)) {
		for _, name := range c.files[dir] {
			text, err := os.ReadFile(filepath.Join(c.root, name))
			if err != nil || !strings.HasSuffix(name, "_test.go") || strings.HasPrefix(string(text), "//go:build go1.") {
				continue // the last is for a newer Go
			}
			for _, m := range target.FindAllStringSubmatch(string(text), -1) {
				steps = append(steps, step{name: m[1] + " of " + dir, code: dir,
					command: "go test -run ^$ -fuzztime 2m -fuzz ^" + m[1] + "$"})
			}
		}
	}
	return steps
}

// patient are all tests twenty times beside four busy processes, plain and with the race detector: a test
// that fails by load is a fault of the test.
func patient(c *checkout) []step {
	root := step{name: "root", code: core + " par/..."}
	var steps []step
	for _, s := range append([]step{root}, tests(c)...) {
		s.busy = true
		name := strings.TrimPrefix(s.name, "test: ")
		s.name, s.command = "twenty times, busy: "+name, "go test -vet=off -short -count=20 -timeout 10h"
		steps = append(steps, s)
		s.name, s.command = "twenty times, busy, race: "+name, "go test -race -vet=off -short -count=20 -timeout 10h "+notCompiled
		s.needs += " cc"
		steps = append(steps, s)
	}
	return steps
}

// tests are the tests of the nested modules, in short form. Those of the root are the README's command.
func tests(c *checkout) []step {
	var steps []step
	for _, dir := range c.nested() {
		s := step{name: "test: " + dir, code: dir + "/...", command: "go test -count=1 -vet=off -short"}
		switch dir { // what its tests use besides what they import
		case "bench":
			s.with, s.files, s.needs = "cmd/skua", "bench/docs/benchmarks.md bench/docs/grid.md README.md", outside
		case "cluster":
			s.files, s.needs = "cluster/docs/cluster-wire.md", "python3"
		case "cluster/deploy":
			s.with, s.files = "cmd/skua", "cluster/docs/kubernetes.md"
		case "cmd":
			s.with, s.files, s.needs = "examples/...", "cmd/docs/each.md trace", outside
		case "lab":
			s.files = "lab/docs"
		case "verify":
			s.code += " -verify/arch -verify/ladder -verify/scenario" // the last is the explorer's
			s.needs = "cc"
		}
		steps = append(steps, s)
	}
	return steps
}

// races are the tests under the race detector, in short form, with the branches of a fork on one
// goroutine as in other builds: of the library, and of what has goroutines of its own that tests of the
// library do not run. A change of the library does not wake those of the tool. The others, and all
// branches on goroutines of their own, are the night's.
var (
	races = raced(
		step{name: "library", code: core + " par/... dashboard/..."},
		step{name: "cluster", code: "cluster/...", files: "cluster/docs/cluster-wire.md", needs: "python3"},
		step{name: "engine", code: "cmd/internal/batch cmd/skua/internal/each cmd/skua/internal/hash", files: "cmd/docs/each.md", needs: outside, alone: true},
	)
	nightRaces = append(raced(
		step{name: "cmd", code: "cmd/...", files: "cmd/docs/each.md", needs: outside}, step{name: "lab", code: "lab/..."},
		step{name: "bench", code: "bench/...", with: "cmd/skua", needs: outside}, step{name: "verify", code: "verify/..."},
		step{name: "examples", code: "examples/... dashboard/prom/..."},
	), step{name: "race: all branches on goroutines of their own", code: ". strand internal/apart internal/behaviour/... par",
		command: "go test -count=1 -race -vet=off -short " + notCompiled + "|^TestSpan$"})
)

func raced(steps ...step) []step {
	for i, s := range steps {
		steps[i].code += serial[s.name]
		steps[i].name = "race: " + s.name
		steps[i].env = "SKUA_RACE=off"
		steps[i].command = "go test -count=1 -race -vet=off -short " + notCompiled
	}
	return steps
}

// readme returns the reader's own test command: the first one in the README.
func readme(c *checkout) (string, error) {
	data, err := os.ReadFile(filepath.Join(c.root, "README.md"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "go test ") {
			return strings.TrimSpace(line), nil
		}
	}
	return "", errors.New("README.md has no line that begins with go test")
}
