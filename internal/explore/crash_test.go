package explore_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/atomic"
	"github.com/skua-go/skua/internal/explore/park"
)

// holders has two threads take a lock word in turn, the first of which is killed.
// The second one takes the lock from a dead holder and does again what the holder
// left half done: a pair of words that must agree.
//
//	stays    nobody looks whether the holder lives
//	guess    the holder of the lock is believed dead
//	half     what the dead left is not done again
func holders(fault string) func(*explore.X) {
	return func(x *explore.X) {
		var lock, a, b atomic.Int32
		var life *explore.Life
		enter := func(me int32) {
			for !lock.CompareAndSwap(0, me) {
				dead := fault == "guess" || fault != "stays" && me == 2 && life.Over()
				if dead && lock.CompareAndSwap(3-me, me) {
					return
				}
				park.Yield()
			}
		}
		work := func(me int32) {
			enter(me)
			if a.Load() != b.Load() && fault != "half" {
				b.Store(a.Load())
			}
			if a.Load() != b.Load() {
				panic("half of it is there")
			}
			a.Add(1)
			b.Add(1)
			lock.Store(0)
		}
		life = x.GoKilled(func() { work(1) })
		x.Go(func() { work(2) })
		a.Load()
	}
}

// helper has a thread announce work and do it; another one does what was announced.
// With the fault it waits for the one that may have been stopped.
func helper(fault bool) func(*explore.X) {
	return func(x *explore.X) {
		var told, did atomic.Int32
		p := park.New()
		x.GoStopped(func() {
			p.Unpark()
			did.CompareAndSwap(0, 1)
		})
		x.Go(func() {
			p.Park()
			told.Store(1)
			if !fault {
				did.CompareAndSwap(0, 2)
			}
		})
		x.OnStopped(func() error {
			if told.Load() == 1 && did.Load() == 0 {
				return errors.New("announced, and nobody did it")
			}
			return nil
		})
		x.OnEnd(func() error {
			if did.Load() == 0 {
				return errors.New("not done in the end")
			}
			return nil
		})
	}
}

func TestCrashes(t *testing.T) {
	for _, c := range []struct {
		name, want string
		f          func(*explore.X)
	}{
		{"holders", "", holders("")},
		{"holders stays", "livelock", holders("stays")},
		{"holders guess", "half of it", holders("guess")},
		{"holders half", "half of it", holders("half")},
		{"helper", "", helper(false)},
		{"helper waits", "nobody did it", helper(true)},
	} {
		t.Run(c.name, func(t *testing.T) {
			each(t, func(t *testing.T, o explore.Options) {
				res := explore.Run(o, c.f)
				t.Log(res)
				switch {
				case c.want == "" && (res.Failure != nil || res.Crashes == 0 || o.MaxRuns == 0 && !res.Exhausted):
					t.Error("want no failure, some crashes, and an end")
				case c.want != "" && res.Failure == nil:
					t.Fatal("not found")
				case c.want != "":
					if !strings.Contains(res.Failure.Err.Error(), c.want) {
						t.Errorf("want %q", c.want)
					}
					again := explore.Run(explore.Options{Replay: res.Failure.Schedule}, c.f)
					if again.Failure == nil || again.Failure.Err.Error() != res.Failure.Err.Error() {
						t.Errorf("replay: %v, want %v", again.Failure, res.Failure.Err)
					}
				}
			})
		})
	}
}

// TestEveryCrash counts the ends of two threads, both of which are killed, and
// wants each pair of them.
func TestEveryCrash(t *testing.T) {
	for _, mode := range []explore.Mode{explore.DFS, explore.DPOR} {
		ends := map[string]bool{}
		res := explore.Run(explore.Options{Mode: mode, Bound: -1}, func(x *explore.X) {
			var made [2]atomic.Int32
			for i := range made {
				x.GoKilled(func() {
					made[i].Store(1)
					made[i].Store(2)
				})
			}
			x.OnEnd(func() error {
				ends[fmt.Sprint(made[0].Load(), made[1].Load(), x.Life(0).Over(), x.Life(1).Over())] = true
				return nil
			})
		})
		// Each ends alive after two steps, or dead after none or one.
		if res.Failure != nil || !res.Exhausted || len(ends) != 9 {
			t.Errorf("%v: %v, %d ends: %v", mode, res, len(ends), ends)
		}
	}
}

// TestTracesWithCrashes is TestTracesOfRandomPrograms with a first thread that is
// killed or stopped.
func TestTracesWithCrashes(t *testing.T) {
	rng := rand.New(rand.NewPCG(2026, 12))
	programs, runs, reduced, crashed, many := 0, 0, 0, 0, expect.Size(10, 25, 150)
	if explore.RaceEngine {
		many = 10
	}
	for k := range many {
		p := generate(rng, 2+rng.IntN(2), 5)
		for i := range p[1:] {
			p[1+i] = strings.Replace(p[1+i], "l", "!", 1)
		}
		first := (*explore.X).DaemonKilled
		if k%3 == 0 {
			first = (*explore.X).DaemonStopped
		}
		full, dpor, done := compare(t, p, 20_000, func(x *explore.X) { p.run(x, first) })
		if !done {
			continue
		}
		programs++
		runs += full.Runs
		reduced += dpor.Runs
		crashed += full.Crashes
	}
	t.Logf("%d programs, %d runs with %d crashes; DPOR %d", programs, runs, crashed, reduced)
	if programs < many/2 || crashed == 0 {
		t.Error("too few")
	}
}

// TestAwait wants a thread that waits for a death to hear of it, and only then.
func TestAwait(t *testing.T) {
	for _, mode := range []explore.Mode{explore.DFS, explore.DPOR} {
		heard := map[bool]bool{}
		res := explore.Run(explore.Options{Mode: mode, Bound: -1}, func(x *explore.X) {
			var a atomic.Int32
			told := false
			life := x.GoKilled(func() { a.Add(1); a.Add(1) })
			x.Daemon(func() {
				life.Await()
				told = true
			})
			x.Quiescent(func() error { return nil })
			x.OnEnd(func() error {
				if heard[told] = true; told != life.Dead() {
					return fmt.Errorf("told %v, dead %v", told, life.Dead())
				}
				return nil
			})
		})
		if res.Failure != nil || !res.Exhausted || len(heard) != 2 {
			t.Errorf("%v: %v, %v", mode, res, heard)
		}
	}
}

// TestWhole wants a thread killed before and after what must be done in one go only.
func TestWhole(t *testing.T) {
	ends := map[int32]bool{}
	res := explore.Run(explore.Options{Mode: explore.DPOR}, func(x *explore.X) {
		var made atomic.Int32
		x.GoKilled(func() {
			if explore.Current() != 1 {
				panic("not thread 1")
			}
			made.Add(1)
			explore.Whole(func() { made.Add(1); made.Add(1) })
			made.Add(1)
		})
		x.OnEnd(func() error {
			ends[made.Load()] = true
			return nil
		})
	})
	if res.Failure != nil || !res.Exhausted || len(ends) != 4 || ends[2] {
		t.Errorf("%v: ends %v", res, ends)
	}
}

func TestTooManyLives(t *testing.T) {
	res := explore.Run(explore.Options{}, func(x *explore.X) {
		for range 5 {
			x.GoKilled(func() {})
		}
	})
	if res.Failure == nil || !strings.Contains(res.Failure.Error(), "more than 4 threads") {
		t.Error(res)
	}
}
