package budget

import (
	"fmt"
	"os"
	"strconv"

	"github.com/skua-go/skua/internal/explore"
)

// Plan says which modes a scenario gets.
type Plan []explore.Options

var (
	// Wide is for scenarios of many steps: few preemptions, and random priorities.
	Wide = Plan{{Bound: 2, FreeYields: 1}, {Mode: explore.PCT, Depth: 4, FreeYields: 1}}
	// Many is for many scenarios.
	Many = Plan{{Bound: 2}, {Mode: explore.PCT, Depth: 5}}
	// Deep is for short ones: more preemptions, and random priorities.
	Deep = Plan{{Bound: 2}, {Bound: 3}, {Mode: explore.PCT, Depth: 5}}
)

// Work is how many steps each mode gets; in chaos it is how many rounds. The fast engine makes some
// three million steps a second, the race engine a tenth of that.
func Work() int {
	given := os.Getenv("SKUA_EXPLORE")
	if given == "" {
		return 1_000_000
	}
	n, err := strconv.Atoi(given)
	if err != nil || n < 1 {
		panic(fmt.Sprintf("budget: SKUA_EXPLORE is %q: want a number of steps, 1 or more", given))
	}
	return n
}

// T is what Check needs of a *testing.T.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Fatal(args ...any)
	FailNow()
}

// Check explores the scenario by the plan.
func Check(t T, scenario func(*explore.X), plan Plan) {
	t.Helper()
	if !explore.Woven() {
		t.Fatal("run by make explore: this build is not woven")
	}
	if odds, err := strconv.Atoi(os.Getenv("SKUA_CHAOS")); err == nil {
		judge(t, "chaos", explore.Chaos(explore.ChaosOptions{Odds: uint32(odds), MaxRuns: Work()}, scenario))
		return
	}
	for _, o := range plan {
		o.MaxWork = Work()
		judge(t, fmt.Sprintf("%v bound %d", o.Mode, o.Bound), explore.Run(o, scenario))
	}
}

func judge(t T, how string, r explore.Result) {
	t.Helper()
	t.Logf("%s: %v", how, r)
	if r.Failure != nil {
		t.FailNow()
	}
}
