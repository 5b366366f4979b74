package explore_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/atomic"
	"github.com/skua-go/skua/internal/explore/park"
)

// TestRecoverEverything runs code that recovers all panics, blocks in the end,
// and works on in its deferred functions while it is unwound.
func TestRecoverEverything(t *testing.T) {
	res := explore.Run(explore.Options{Bound: -1}, func(x *explore.X) {
		var a atomic.Int32
		var m park.Mutex
		p := park.New()
		recovered := 0
		x.Daemon(func() {
			for {
				func() {
					defer func() {
						if recover() != nil {
							recovered++
						}
						a.Add(1)
						m.Lock()
						a.Load()
						m.Unlock()
					}()
					if a.Load() > 1 {
						defer park.Yield()
						defer p.Park()
						p.Park()
					}
					panic("mine")
				}()
			}
		})
		a.Add(1)
		x.Quiescent(func() error {
			if recovered == 0 {
				return errors.New("no panic recovered")
			}
			return nil
		})
	})
	if res.Failure != nil || !res.Exhausted {
		t.Error(res)
	}
}

// TestGoexit lets threads end by Goexit after they started another, often
// enough to use coroutines up, and compares with plain ends.
func TestGoexit(t *testing.T) {
	program := func(end func()) func(*explore.X) {
		return func(x *explore.X) {
			var a atomic.Int32
			for range 2 {
				x.Go(func() {
					defer a.Add(1)
					if a.Load() < 3 {
						park.Go(func() { a.Add(1) })
						end()
					}
				})
			}
			x.OnEnd(func() error {
				if a.Load() < 3 {
					return fmt.Errorf("ended at %d", a.Load())
				}
				return nil
			})
		}
	}
	want := explore.Run(explore.Options{Bound: 3}, program(func() {}))
	got := explore.Run(explore.Options{Bound: 3}, program(runtime.Goexit))
	if got.Failure != nil || got.Runs != want.Runs || got.Steps != want.Steps {
		t.Errorf("%v, want %v", got, want)
	}
	res := explore.Run(explore.Options{}, func(x *explore.X) {
		var a atomic.Int32
		a.Load()
		x.OnEnd(func() error { runtime.Goexit(); return nil })
	})
	if res.Failure == nil || !strings.Contains(res.Failure.Error(), "Goexit") {
		t.Errorf("Goexit in a check: %v", res)
	}
}

// TestNothingIsLeft counts goroutines after explorations that leave threads
// blocked and end with a failure.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 5 {
		explore.Run(explore.Options{Bound: 1}, func(x *explore.X) {
			var a atomic.Int32
			for range 5 {
				x.Daemon(func() { a.Load(); park.New().Park() })
			}
			x.Quiescent(func() error { return nil })
			a.Load()
		})
		explore.Run(explore.Options{}, locks(true, 2))
	}
	expect.Eventually(t, fmt.Sprintf("%d goroutines, as before", before), func() bool { return runtime.NumGoroutine() <= before })
}

func TestPermitTwice(t *testing.T) {
	res := explore.Run(explore.Options{}, func(*explore.X) {
		p := park.New()
		p.Unpark()
		p.Unpark()
	})
	if res.Failure == nil || !strings.Contains(res.Failure.Error(), "given twice") {
		t.Error(res)
	}
}

// TestOutside uses the twins without an exploration.
func TestOutside(t *testing.T) {
	var a atomic.Int32
	var m park.Mutex
	p := park.New()
	park.Go(func() {
		m.Lock()
		a.Add(1)
		m.Unlock()
		p.Unpark()
	})
	p.Park()
	for a.Load() != 1 {
		park.Yield()
	}
}

// TestFreeYields has a thread that spins once and then does something else: a
// spin that waits for news hides what it does at once.
func TestFreeYields(t *testing.T) {
	f := func(x *explore.X) {
		var a, b atomic.Int32
		x.Go(func() {
			a.Load()
			park.Yield()
			b.Store(1)
		})
		if b.Load() == 1 {
			panic("b before a")
		}
		a.Store(1)
	}
	if res := explore.Run(explore.Options{Bound: -1}, f); res.Failure != nil {
		t.Error(res)
	}
	if res := explore.Run(explore.Options{Bound: -1, FreeYields: 1}, f); res.Failure == nil {
		t.Error(res)
	}
}

// TestDiverges explores a program that is not a function of its schedule.
func TestDiverges(t *testing.T) {
	runs := 0
	res := explore.Run(explore.Options{Bound: 3}, func(x *explore.X) {
		var a atomic.Int32
		runs++
		for range runs % 3 {
			x.Go(func() { a.Add(1) })
		}
		a.Load()
		a.Load()
	})
	if res.Failure == nil || !errors.Is(res.Failure, explore.ErrDiverged) {
		t.Error(res)
	}
}

func TestInterval(t *testing.T) {
	overlap, order := 0, 0
	res := explore.Run(explore.Options{Bound: -1}, func(x *explore.X) {
		var a atomic.Int32
		var at [2][2]int64
		for i := range at {
			x.Go(func() { at[i][0], at[i][1] = x.Interval(func() { a.Load(); a.Load() }) })
		}
		x.OnEnd(func() error {
			if at[0][1] < at[1][0] || at[1][1] < at[0][0] {
				order++
			} else {
				overlap++
			}
			return nil
		})
	})
	if res.Failure != nil || order != 2 || overlap != 4 {
		t.Error(order, overlap, res)
	}
}

// TestChaos_over: an access that comes when Chaos is over, as a daemon's may, does nothing.
func TestChaos_over(t *testing.T) { explore.Stir() }

func TestChaos(t *testing.T) {
	o := explore.ChaosOptions{Odds: 4, MaxRuns: 1000}
	if res := explore.Chaos(o, deque("", "PpPPp", 2, 3)); res.Failure != nil {
		t.Error(res)
	}
	o.MaxRuns, o.Hang = 100_000, 300*time.Millisecond // what hangs does so for good
	for name, f := range map[string]func(*explore.X){"deque": deque("last", "Pp", 2, 1), "wake": wake("early", 2)} {
		if res := explore.Chaos(o, f); res.Failure == nil {
			t.Errorf("%s: not found: %v", name, res)
		}
	}
}

// racy publishes a plain word: with the wrong order if told so.
func racy(fault bool) func(*explore.X) {
	return func(x *explore.X) {
		var ready atomic.Bool
		word := 0
		x.Go(func() {
			if fault {
				ready.Store(true)
			}
			word = 1
			ready.Store(true)
		})
		if ready.Load() && word != 1 {
			panic("not there")
		}
	}
}

// TestRaces explores programs with a data race in a process of its own, because
// a race fails the test that it happens in.
func TestRaces(t *testing.T) {
	if which := os.Getenv("EXPLORE_RACY"); which != "" {
		res := explore.Run(explore.Options{Bound: 2}, racy(which == "fault"))
		fmt.Println("found:", res)
		return
	}
	for _, which := range []string{"right", "fault"} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestRaces$", "-test.v")
		cmd.Env = append(os.Environ(), "EXPLORE_RACY="+which)
		out, err := cmd.CombinedOutput()
		want := which == "fault" && explore.RaceEngine
		if found := strings.Contains(string(out), explore.ErrRace.Error()); found != want || (err != nil) != want {
			t.Errorf("%s: %v\n%s", which, err, out)
		}
	}
}

func BenchmarkRuns(b *testing.B) {
	for name, f := range map[string]func(*explore.X){"deque": deque("", "Pp", 2, 1), "mixed": mixed, "wake": wake("", 2)} {
		for _, o := range []explore.Options{{Bound: -1}, {Mode: explore.DPOR}, {Mode: explore.Random}} {
			b.Run(fmt.Sprintf("toy=%s/mode=%v", name, o.Mode), func(b *testing.B) {
				runs, steps, start := 0, 0, time.Now()
				for runs < b.N {
					o.MaxRuns = b.N - runs
					res := explore.Run(o, f)
					runs += res.Runs
					steps += res.Steps
				}
				b.ReportMetric(float64(runs)/time.Since(start).Seconds(), "runs/s")
				b.ReportMetric(float64(steps)/time.Since(start).Seconds(), "steps/s")
			})
		}
	}
}

// TestFair has two spinners that wake each other for ever unless the third
// thread gets a turn: the run must come to its end, and count as cut.
func TestFair(t *testing.T) {
	res := explore.Run(explore.Options{MaxSteps: 60, MaxRuns: 5000}, func(x *explore.X) {
		var stop atomic.Bool
		var rounds atomic.Int32
		for range 2 {
			x.Go(func() {
				for !stop.Load() {
					rounds.Add(1)
					park.Yield()
				}
			})
		}
		x.Go(func() { stop.Store(true) })
		rounds.Load()
	})
	if res.Failure != nil || res.Cut == 0 || res.Exhausted {
		t.Error(res)
	}
}
