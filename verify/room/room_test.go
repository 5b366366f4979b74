package room

import (
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/explore/atomic"
	"github.com/skua-go/skua/internal/explore/park"
)

// costs are easy to add up in the head. No line is held for longer.
func costs() Costs {
	return Costs{
		Hit: 1, Write: 10, Move: 100, Far: 300, Read: 60, ReadBusy: 20, HoldOdds: 0,
		Permit: 1_000, Wake: 50_000, Waker: 7_000, Start: 3_000, Yield: 5, Switch: 500, LockSpin: 2_000,
	}
}

// run runs a program and returns the time of its first thread at its end.
func run(t *testing.T, c Config, program func(r *Room)) Time {
	t.Helper()
	if c.Costs == (Costs{}) {
		c.Costs = costs()
	}
	r, end := New(c), Time(0)
	if err := r.Run(func() { program(r); end = r.Clock() }); err != nil {
		t.Fatal(err)
	}
	return end
}

func want(t *testing.T, what string, got, want Time) {
	t.Helper()
	if got != want {
		t.Errorf("%s takes %d ps, want %d", what, got, want)
	}
}

// word is an atomic with a line of its own.
type word struct {
	_ [64]byte
	atomic.Uint64
	_ [64]byte
}

// started is when a thread begins that is started at 0.
const started = 3_000 + 7_000 + 50_000

func TestAlone(t *testing.T) {
	w := new(word)
	got := run(t, Config{Processors: 1}, func(r *Room) {
		w.Store(1)
		w.Load()
		w.Add(1)
		w.CompareAndSwap(7, 8)
		r.Work(1_000)
	})
	want(t, "a store, a load, an Add, a CAS that fails and work", got, 10+1+10+10+1_000)
}

// TestTransfers: the second thread fetches a line that the first has written, then owns it; the first
// fetches it back.
func TestTransfers(t *testing.T) {
	for socket, move := range map[int]Time{0: 100, 1: 300} {
		w := new(word)
		var read, owned, hit, back Time
		run(t, Config{Processors: 2, Socket: socket}, func(r *Room) {
			w.Store(1)
			park.Go(func() {
				at := r.Clock()
				w.Load()
				read, at = r.Clock()-at, r.Clock()
				w.Add(1)
				owned, at = r.Clock()-at, r.Clock()
				w.Load()
				hit = r.Clock() - at
			})
			r.Work(1_000_000)
			at := r.Clock()
			w.Load()
			back = r.Clock() - at
		})
		want(t, "a load of what another has written", read, move)
		want(t, "an Add to a shared line", owned, 100) // from no socket in particular
		want(t, "a load of the own line", hit, 1)
		want(t, "a load of what the other has added", back, move)
	}
}

// TestChain: as Go does it, a processor on its way wakes the next one when it has come, before it does
// anything else.
func TestChain(t *testing.T) {
	for chain, begins := range map[bool][3]Time{
		false: {started, started + 10_000, started + 20_000},
		true:  {started + 7_000, started + 57_000 + 7_000, started + 57_000 + 57_000},
	} {
		for i := range begins {
			begins[i] += 10 // for the first thread's store
		}
		c, begun := costs(), [3]Time{}
		c.Chain = chain
		run(t, Config{Processors: 4, Costs: c}, func(r *Room) {
			var left word
			left.Store(3)
			for i := range begun {
				park.Go(func() {
					begun[i] = r.Clock()
					r.Work(1_000_000) // longer than all wake-ups: no processor is left early
					left.Add(^uint64(0))
				})
			}
			for left.Load() > 0 { // parked, it would leave its processor to one of them
				r.Work(1_000)
			}
		})
		if begun != begins {
			t.Errorf("chain %v: threads begin at %d ps, want %d", chain, begun, begins)
		}
	}
}

// TestTurns: a line that many want at once serves them one after the other.
func TestTurns(t *testing.T) {
	const n = 16
	w, last := new(word), Time(0)
	run(t, Config{Processors: n + 1}, func(r *Room) {
		var left word
		p := park.New()
		left.Store(n)
		for range n {
			park.Go(func() {
				r.running.clock = 1_000_000 // all at once
				w.Add(1)
				last = max(last, r.Clock())
				if left.Add(^uint64(0)) == 0 {
					p.Unpark()
				}
			})
		}
		p.Park()
	})
	if w.Load() != n {
		t.Errorf("%d threads have added, want %d", w.Load(), n)
	}
	// The first has never been seen: it belongs to the thread that comes first.
	want(t, "the last of 16 Adds at once", last, 1_000_000+(n-1)*100)
}

// TestStorm: of threads that load and CAS in a loop, each CAS that succeeds makes others fail; the sum
// is right all the same.
func TestStorm(t *testing.T) {
	const n, each = 8, 100
	w, failed := new(word), uint64(0)
	run(t, Config{Processors: n + 1}, func(r *Room) {
		left := new(word)
		left.Store(n)
		p := park.New()
		for range n {
			park.Go(func() {
				r.running.clock = 1_000_000 // all at once
				for range each {
					for v := w.Load(); !w.CompareAndSwap(v, v+1); v = w.Load() {
					}
				}
				if left.Add(^uint64(0)) == 0 {
					p.Unpark()
				}
			})
		}
		p.Park()
		failed = r.counts.Failed
	})
	if w.Load() != n*each || failed < n*each/2 {
		t.Errorf("the sum is %d, want %d; %d CASes failed, want many", w.Load(), n*each, failed)
	}
}

// TestFalseSharing: two words in one line cost as much as one word.
func TestFalseSharing(t *testing.T) {
	var pair struct {
		_    [64]byte
		a, b atomic.Uint64
		_    [64]byte
	}
	got := Time(0)
	run(t, Config{Processors: 2}, func(r *Room) {
		pair.a.Store(1)
		park.Go(func() {
			at := r.Clock()
			pair.b.Store(1)
			got = r.Clock() - at
		})
		r.Work(1_000_000)
		pair.a.Load()
	})
	want(t, "a store beside what another has written", got, 100)
}

func TestParkAndUnpark(t *testing.T) {
	got := run(t, Config{Processors: 2}, func(r *Room) {
		p := park.New()
		park.Go(func() {
			r.Work(1_000_000)
			p.Unpark()
		})
		p.Park()
	})
	want(t, "a sleep until another has worked and ended", got, started+1_000_000+1_000+7_000+500)
	got = run(t, Config{Processors: 1}, func(*Room) {
		p := park.New()
		p.Unpark()
		p.Park()
	})
	want(t, "a permit left and taken", got, 2*1_000)
}

// TestFirstInLine: a thread that was woken goes on where its waker was, as soon as that gives its processor
// up, at the latest when another processor takes it; beside its waker after a wake-up.
func TestFirstInLine(t *testing.T) {
	const lines = 1_000 + 7_000 // what the waker pays, since a processor is idle
	another := park.New()
	for name, c := range map[string]struct {
		wake func(p *park.Parker)
		then func(r *Room)
		want Time
	}{
		"parks":   {(*park.Parker).Unpark, func(r *Room) { r.Work(100); park.New().Park() }, lines + 100 + 1_000 + 500},
		"yields":  {(*park.Parker).Unpark, func(r *Room) { r.Work(100); park.Yield(); park.New().Park() }, lines + 100 + 5 + 500},
		"goes on": {(*park.Parker).Unpark, func(r *Room) { r.Work(1_000_000); park.New().Park() }, lines + 300_000},
		"wakes another": {func(p *park.Parker) { p.Unpark(); another.Unpark() },
			func(r *Room) { r.Work(1_000_000); park.New().Park() }, 2*lines + 7_000 + 50_000},
		"stays": {(*park.Parker).UnparkBeside, func(r *Room) { r.Work(1_000_000); park.New().Park() }, 7_000 + 50_000},
	} {
		costs, woken, begun := costs(), Time(0), Time(0)
		costs.Late = 300_000
		run(t, Config{Processors: 3, Costs: costs}, func(r *Room) {
			p := park.New()
			park.Go(another.Park)
			park.Go(func() {
				r.Work(1_000_000)
				woken = r.Clock()
				c.wake(p)
				c.then(r)
			})
			p.Park()
			begun = r.Clock()
		})
		want(t, "a wake-up by one that "+name, begun-woken, c.want)
	}
}

// TestOneProcessor: threads beyond the processors wait in line; the work is done one after the other.
func TestOneProcessor(t *testing.T) {
	got := run(t, Config{Processors: 1}, func(r *Room) {
		p, left := park.New(), 3
		for range 3 {
			park.Go(func() {
				r.Work(1_000_000)
				if left--; left == 0 {
					p.Unpark()
				}
			})
		}
		p.Park()
	})
	if got < 3_000_000 || got > 3_200_000 {
		t.Errorf("three threads of 1 µs on one processor take %v", got)
	}
}

// TestYield: a thread that yields until another has run lets it run.
func TestYield(t *testing.T) {
	run(t, Config{Processors: 1, Limit: Of(time.Second)}, func(*Room) {
		w := new(word)
		park.Go(func() { w.Store(1) })
		for w.Load() == 0 {
			park.Yield()
		}
	})
}

func TestLock(t *testing.T) {
	var mu park.Mutex
	n := 0
	got := run(t, Config{Processors: 8}, func(r *Room) {
		p, left := park.New(), new(word)
		left.Store(4)
		for range 4 {
			park.Go(func() {
				mu.Lock()
				was := n
				r.Work(1_000_000)
				w := new(word)
				w.Store(1) // others may go first
				n = was + 1
				mu.Unlock()
				if left.Add(^uint64(0)) == 0 {
					p.Unpark()
				}
			})
		}
		p.Park()
	})
	if n != 4 || got < 4_000_000 {
		t.Errorf("%d threads were in the lock, want 4, in %v", n, got)
	}
}

// TestLock_barging: while one of two that slept at a lock is on its way to it, another that comes by takes
// it, and then one that spins.
func TestLock_barging(t *testing.T) {
	var order []string
	run(t, Config{Processors: 4}, func(r *Room) {
		var mu park.Mutex
		p, left := park.New(), new(word)
		left.Store(4)
		at := func(then Time, name string, holds Time) {
			park.Go(func() {
				r.Work(then - r.Clock())
				mu.Lock()
				order = append(order, name)
				r.Work(holds)
				mu.Unlock()
				if left.Add(^uint64(0)) == 0 {
					p.Unpark()
				}
			})
		}
		mu.Lock()
		at(1_000_000, "sleeps", 0)
		at(1_000_000, "sleeps", 0)
		at(2_020_000, "comes by", 1_500)
		at(2_020_500, "spins", 0)
		r.Work(2_000_000 - r.Clock())
		mu.Unlock()
		p.Park()
	})
	if got := strings.Join(order, ", "); got != "comes by, spins, sleeps, sleeps" {
		t.Errorf("the lock went to %s", got)
	}
}

func TestLater(t *testing.T) {
	ran := []Time{}
	run(t, Config{Processors: 2}, func(r *Room) {
		p := park.New()
		park.Later(time.Microsecond, func() time.Duration {
			if ran = append(ran, r.Clock()); len(ran) == 3 {
				p.Unpark()
				return 0
			}
			return time.Duration(len(ran)) * time.Microsecond
		})
		p.Park()
	})
	if len(ran) != 3 || ran[0] != Of(time.Microsecond) || ran[2] != Of(4*time.Microsecond) {
		t.Errorf("it ran at %v", ran)
	}
}

func TestFails(t *testing.T) {
	for want, program := range map[string]func(){
		"cannot go on": func() { park.New().Park() },
		"not over after 20µs": func() {
			for w := new(word); w.Load() == 0; {
				park.Yield()
			}
		},
	} {
		r := New(Config{Processors: 2, Costs: costs(), Limit: Of(20 * time.Microsecond)})
		if err := r.Run(program); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

// TestMeasure: work, speed-up and what threads do.
func TestMeasure(t *testing.T) {
	run(t, Config{Processors: 2}, func(r *Room) {
		tally := r.Measure(func() {
			p := park.New()
			park.Go(func() { r.Work(10_000_000); p.Unpark() })
			r.Work(10_000_000)
			before := r.Enter(int(Searching))
			r.Spend(1_000_000)
			r.Enter(before)
			p.Park()
		})
		if tally.Work != 20_000_000 || tally.Speedup() < 1.7 || tally.Speedup() > 2 {
			t.Errorf("work %d, speed-up %.2f", tally.Work, tally.Speedup())
		}
		if got := tally.In[Searching]; got != 1_000_000 {
			t.Errorf("searched for %d", got)
		}
		if c := tally.Counts; c.Starts != 1 || c.Parks+c.Wakes > 2 {
			t.Errorf("%+v", c)
		}
	})
}

// TestChanges: of two loads, a store, an Add, a CAS that fails, and a lock that is taken and left, all but
// the loads are changes.
func TestChanges(t *testing.T) {
	run(t, Config{Processors: 1}, func(r *Room) {
		var mu park.Mutex
		w := new(word)
		tally := r.Measure(func() {
			w.Load()
			w.Store(1)
			w.Add(1)
			w.CompareAndSwap(7, 8)
			mu.Lock()
			w.Load()
			mu.Unlock()
		})
		if c := tally.Counts; c.Changes != 5 || c.Events != 7 || c.Failed != 1 {
			t.Errorf("%+v, want 5 changes among 7 accesses, and a CAS that failed", c)
		}
	})
}

// TestStalls: the place where threads stall is that of the access, not one of the twins.
func TestStalls(t *testing.T) {
	r := New(Config{Processors: 2, Costs: costs(), Places: 1})
	err := r.Run(func() {
		w := new(word)
		w.Store(1)
		park.Go(func() { stallHere(w) })
		r.Work(1_000_000)
		w.Load()
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, place := range r.Stalls(10) {
		if strings.HasSuffix(place.Calls[0], "stallHere") && place.Stall == 100 && place.Times == 1 {
			return
		}
	}
	t.Errorf("stalls at %+v", r.Stalls(10))
}

//go:noinline
func stallHere(w *word) { w.Load() }

func TestCosts_Set(t *testing.T) {
	c := Default()
	if err := c.Set("wake=60000,hit=0.3,holdodds=100"); err != nil || c.Wake != 60_000*Nanosecond || c.Hit != 300 || c.HoldOdds != 100 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, bad := range []string{"wake", "wake=x", "wake=-1", "wake=NaN", "wake=1e10", "walk=1", "holdodds=101"} {
		if err := c.Set(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestTimeline: what processors do, step by step, adds up to what they did in all.
func TestTimeline(t *testing.T) {
	run(t, Config{Processors: 2, Costs: costs(), Step: 1_000_000}, func(r *Room) {
		r.Work(777_777) // not measured
		r.Measure(func() {
			p := park.New()
			park.Go(func() { r.Work(3_000_000); p.Unpark() })
			before := r.Enter(int(Searching))
			r.Spend(1_500_000)
			r.Enter(before)
			p.Park()
		})
		steps, work, search := r.Timeline(), 0.0, 0.0
		for k, s := range steps {
			if s.From != Time(k)*1_000_000 {
				t.Errorf("step %d begins at %d", k, s.From)
			}
			work, search = work+s.Work, search+s.In[Searching]
		}
		if len(steps) != 4 || work != 3 || search != 1.5 || steps[0].In[Searching] < 0.99 || steps[2].Work != 1 {
			t.Errorf("work for %g steps and search for %g, want 3 and 1.5: %+v", work, search, steps)
		}
	})
}
