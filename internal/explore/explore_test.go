package explore_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/atomic"
)

// modes are the ways to look, each with enough for any toy.
var modes = map[string]explore.Options{
	"bound":  {Mode: explore.DFS, Bound: 3},
	"dpor":   {Mode: explore.DPOR},
	"random": {Mode: explore.Random, MaxRuns: 5_000},
	"pct":    {Mode: explore.PCT, MaxRuns: 5_000},
}

func each(t *testing.T, f func(*testing.T, explore.Options)) {
	for name, o := range modes {
		t.Run(name, func(t *testing.T) { f(t, o) })
	}
}

func TestRightToysPass(t *testing.T) {
	toys := map[string]func(*explore.X){
		"deque": deque("", "Pp", 2, 1), "wake": wake("", 2), "peterson": peterson(""),
		"locks": locks(false, 2), "mixed": mixed, "readers": readers(2), "indexer": indexer(2),
	}
	for name, f := range toys {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, o explore.Options) {
				res := explore.Run(o, f)
				t.Log(res)
				if res.Failure != nil {
					t.Error("a right toy fails")
				}
				if o.MaxRuns == 0 && !res.Exhausted {
					t.Error("not exhausted")
				}
			})
		})
	}
}

// TestNow: in an exploration a thread's clock goes on with its own steps alone.
func TestNow(t *testing.T) {
	res := explore.Run(explore.Options{Mode: explore.DPOR}, func(x *explore.X) {
		var word atomic.Int32
		for range 2 {
			x.Go(func() {
				begun, _ := explore.Now()
				word.Add(1)
				word.Add(1)
				if now, ok := explore.Now(); !ok || now-begun != 250*time.Nanosecond { // the second is not over
					panic(now - begun)
				}
			})
		}
	})
	if res.Failure != nil || !res.Exhausted {
		t.Error(res)
	}
}

func TestFaultsAreFound(t *testing.T) {
	toys := map[string]func(*explore.X){
		"order": deque("order", "PPpp", 1, 2), "last": deque("last", "Pp", 1, 1), "late": deque("late", "PPP", 1, 1),
		"norecheck": wake("none", 1), "early": wake("early", 1),
		"peterson-late": peterson("late"), "locks": locks(true, 2), "twice": twice,
	}
	for name, f := range toys {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, o explore.Options) {
				res := explore.Run(o, f)
				if res.Failure == nil {
					t.Fatalf("not found: %v", res)
				}
				t.Log(res)
				again := explore.Run(explore.Options{Replay: res.Failure.Schedule}, f)
				if again.Failure == nil || again.Failure.Err.Error() != res.Failure.Err.Error() {
					t.Errorf("replay: %v, want %v", again.Failure, res.Failure.Err)
				}
			})
		})
	}
}

func TestKindsOfFailure(t *testing.T) {
	var panicked *explore.PanicError
	for _, c := range []struct {
		name string
		f    func(*explore.X)
		want error
	}{
		{"deadlock", locks(true, 2), explore.ErrDeadlock},
		{"all spin", peterson("stuck"), explore.ErrLivelock},
		{"one spins", peterson("keep"), explore.ErrLivelock},
	} {
		res := explore.Run(explore.Options{Bound: 2}, c.f)
		if res.Failure == nil || !errors.Is(res.Failure, c.want) {
			t.Errorf("%s: %v, want %v", c.name, res, c.want)
		}
	}
	res := explore.Run(explore.Options{Bound: 2}, peterson("late"))
	if !errors.As(res.Failure, &panicked) || !strings.Contains(res.Failure.Stack, "toys_test.go") {
		t.Errorf("panic: %v", res)
	}
	if !strings.Contains(res.Failure.Log, "toys_test.go") {
		t.Errorf("no places in the log: %s", res.Failure.Log)
	}
	res = explore.Run(explore.Options{}, func(*explore.X) {})
	if !errors.Is(res.Failure, explore.ErrNoSteps) {
		t.Errorf("no steps: %v", res)
	}
}

// TestTraces is the control of DPOR: it must see the traces that unbounded
// search sees, all of them and no others.
func TestTraces(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(*explore.X)
	}{
		{"deque 1", deque("", "Pp", 1, 1)},
		{"deque 2", deque("", "P", 2, 1)},
		{"deque 3", deque("", "PPp", 1, 1)},
		{"wake", wake("", 1)},
		{"locks 2", locks(false, 2)},
		{"locks 3", locks(false, 3)},
		{"mixed", mixed},
		{"holder", holder},
		{"holders", program{"?(P)", "(2cS)", "CS()", "PP()"}.scenario}, // once missed
		{"readers 1", readers(1)},
		{"readers 2", readers(2)},
		{"indexer 2", indexer(2)},
		{"indexer 3", indexer(3)},
		{"lockstep 2", lockstep(2)},
		{"lockstep 3", lockstep(3)},
	} {
		full := explore.Run(explore.Options{Bound: -1, Traces: true, MaxRuns: 400_000}, c.f)
		dpor := explore.Run(explore.Options{Mode: explore.DPOR, Traces: true}, c.f)
		t.Logf("%-10s %d traces in %d runs; DPOR %d traces in %d runs, %d pruned, exhausted %v",
			c.name, full.Traces, full.Runs, dpor.Traces, dpor.Runs, dpor.Pruned, full.Exhausted)
		if full.Failure != nil || dpor.Failure != nil || !dpor.Exhausted {
			t.Fatal(c.name, full, dpor)
		}
		if !covers(dpor, full) || full.Exhausted && !covers(full, dpor) {
			t.Errorf("%s: DPOR sees %d traces of %d", c.name, dpor.Traces, full.Traces)
		}
	}
}

// covers reports whether a saw all the traces that b saw.
func covers(a, b explore.Result) bool {
	for v := range b.Seen() {
		if _, ok := a.Seen()[v]; !ok {
			return false
		}
	}
	return true
}

func ExampleRun() {
	res := explore.Run(explore.Options{Bound: 2}, deque("last", "Pp", 1, 1))
	fmt.Println(res.Failure.Err)
	// Output: 1 taken 2 times
}

// TestMaxWork: a limit of steps ends an exploration after the run that reaches it, with crashes and
// without, and each time after the same run.
func TestMaxWork(t *testing.T) {
	for name, f := range map[string]func(*explore.X){"deque": deque("", "PpPPp", 2, 3), "crashes": holders("")} {
		for _, mode := range []explore.Mode{explore.DFS, explore.Random} {
			whole := explore.Options{Mode: mode, Bound: 3, MaxRuns: 2_000}
			all := explore.Run(whole, f)
			part := whole
			part.MaxWork = all.Steps / 4
			once, again := explore.Run(part, f), explore.Run(part, f)
			if once.Failure != nil || once.Exhausted || once.Steps < all.Steps/8 || once.Steps > all.Steps/2 {
				t.Errorf("%s, %v: %d steps of %d, exhausted %v; want about a quarter", name, mode, once.Steps, all.Steps, once.Exhausted)
			}
			if once.Steps != again.Steps || once.Runs != again.Runs {
				t.Errorf("%s, %v: %d steps in %d runs, then %d in %d", name, mode, once.Steps, once.Runs, again.Steps, again.Runs)
			}
		}
	}
}
