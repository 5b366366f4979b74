package account

import (
	"math"
	"strings"
	"testing"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

// player writes the events of programs on a clock of its own.
type player struct {
	a    *Account
	at   int64
	refs uint64
}

func play(workers int) *player {
	p := &player{a: New(Config{Workers: workers})}
	for i := range workers {
		p.a.Line(i, "worker", i == 0)
	}
	return p
}

func (p *player) event(line int, k event.Kind, ref uint64, n int64, site uint32) {
	p.a.Add(line, &event.Event{At: p.at, Kind: k, Ref: ref, N: n, Site: site})
}

func (p *player) segment(line int, k event.Kind, part event.Part, ref uint64, n int64) {
	p.a.Add(line, &event.Event{At: p.at, Kind: k, Part: part, Ref: ref, N: n})
}

// call runs f as a call from outside, on line 0.
func (p *player) call(f func()) {
	p.event(0, event.Enter, 0, -1, 900)
	f()
	p.event(0, event.Leave, 0, 0, 0)
}

const (
	leaf = 1000
	step = 10
)

func (p *player) fib(n int) {
	if n < 2 {
		p.at += leaf
		return
	}
	p.at += step
	p.refs++
	ref := p.refs
	p.event(0, event.Fork, ref, 0, 7)
	p.fib(n - 1)
	p.event(0, event.Retake, ref, 0, 0)
	p.fib(n - 2)
	p.event(0, event.Joined, ref, 0, 0)
}

func fibonacci(n int) int {
	if n < 2 {
		return n
	}
	return fibonacci(n-1) + fibonacci(n-2)
}

// near fails the test unless got is want within a share of it.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if math.Abs(got-want) > share*math.Abs(want)+1e-12 {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func TestSpan_fib(t *testing.T) {
	p := play(1)
	p.call(func() { p.fib(20) })
	r := p.a.Report(p.at, Samples{})
	f := float64(fibonacci(21))
	near(t, "work", r.Span.Work*1e9, leaf*f+step*(f-1), 1e-9)
	near(t, "span", r.Span.Span*1e9, 19*step+leaf, 1e-9)
	near(t, "burdened", r.Span.Burdened*1e9, 19*step+leaf, 1e-9)
	s := siteNamed(r, trace.ForkSite)
	if s.Count != int64(f)-1 {
		t.Errorf("%d forks, want %v", s.Count, f-1)
	}
	// All but the first step belongs to the fork.
	near(t, "halved", s.Halved*1e9, step+18*step/2+leaf/2, 1e-9)
	near(t, "dag", r.Dag.Seconds, r.Span.Work, 1e-6)
	adds(t, r)
}

func siteNamed(r *trace.Report, kind trace.SiteKind) *trace.Site {
	for i := range r.Sites {
		if r.Sites[i].Kind == kind {
			return &r.Sites[i]
		}
	}
	return &trace.Site{}
}

// adds fails the test unless the account of r adds up.
func adds(t *testing.T, r *trace.Report) {
	t.Helper()
	sum := r.Account.Work
	for _, l := range r.Account.Losses {
		sum += l.Seconds
	}
	near(t, "work and losses", sum, r.Account.Capacity, 1e-9)
	near(t, "capacity", r.Account.Capacity, float64(r.Workers)*r.Seconds, 1e-9)
	if r.Account.Identity > 1e-9 {
		t.Errorf("the lines are off the gauge by %v", r.Account.Identity)
	}
	for _, l := range r.Lines {
		s := l.Seconds
		near(t, "line "+l.Name, s.Work+s.Over+s.Search+s.Sleep+s.Wait+s.Block+s.Pause+s.Off+s.Away, r.Seconds, 1e-9)
	}
}

// loss returns the seconds of a cause.
func loss(r *trace.Report, c trace.Cause) float64 {
	for _, l := range r.Account.Losses {
		if l.Cause == c {
			return l.Seconds
		}
	}
	return -1
}

// A chain of 10 ms, and then a loop that two workers divide.
func TestAccount_chainThenLoop(t *testing.T) {
	p := play(2)
	p.event(1, event.Sleep, 0, 0, 0)
	p.call(func() {
		p.at += 10e6
		p.event(0, event.Loop, 5, 1000, 8)
		p.event(0, event.Chunk, 5, 500<<32, 0)
		p.event(1, event.Wake, 0, 0, 0)
		p.event(1, event.Stole, 0, 0, 0)
		p.segment(1, event.Begin, event.Share, 5, 0)
		p.event(1, event.Chunk, 5, 500<<32, 0)
		p.at += 5e6
		p.event(0, event.Finish, 5, 500, 0)
		p.segment(1, event.End, event.Share, 5, 500)
		p.event(1, event.Seek, 0, 0, 0)
		p.event(0, event.Finished, 5, 0, 0)
		p.event(1, event.Sleep, 0, 0, 0)
	})
	r := p.a.Report(p.at, Samples{})
	adds(t, r)
	near(t, "work", r.Account.Work, 0.020, 1e-6)
	near(t, "parallelism", loss(r, trace.Parallelism), 0.010, 1e-6)
	near(t, "span", r.Span.Span, 0.010010, 1e-6)
	near(t, "speed-up", r.Account.SpeedUp, 20.0/15, 1e-6)
	if s := siteNamed(r, trace.LoopSite); s.Units != 1000 || s.Count != 1 {
		t.Errorf("loop: %d units of %d loops", s.Units, s.Count)
	}
	near(t, "index", siteNamed(r, trace.LoopSite).Unit, 10e-6, 0.05)
	if r.Steals[1][0] != 1 {
		t.Errorf("steals: %v", r.Steals)
	}
}

// A fork whose second branch a thief runs while the owner waits.
func TestAccount_stolenFork(t *testing.T) {
	p := play(2)
	p.event(1, event.Seek, 0, 0, 0)
	p.call(func() {
		p.event(0, event.Fork, 3, 0, 7)
		p.at += 100e3 // 50 µs of these are a hand-over's, the rest the scheduler's fault
		p.event(1, event.Stole, 0, 0, 0)
		p.segment(1, event.Begin, event.Stolen, 3, 0)
		p.event(1, event.Start, 3, 0, 0)
		p.at += 1e6
		p.event(0, event.Await, 3, 0, 0)
		p.at += 1e6
		p.segment(1, event.End, event.Stolen, 3, 0)
		p.event(1, event.Seek, 0, 0, 0)
		p.event(0, event.Joined, 3, 0, 0)
	})
	r := p.a.Report(p.at, Samples{})
	adds(t, r)
	near(t, "work", r.Account.Work, 0.0031, 1e-6)
	near(t, "too fine", loss(r, trace.Fine), 50e-6, 1e-6)
	near(t, "scheduler", loss(r, trace.Scheduler), 50e-6, 1e-6)
	near(t, "parallelism", loss(r, trace.Parallelism), 1e-3, 1e-6)
	near(t, "span", r.Span.Span, 2e-3, 1e-6)
	near(t, "burdened", r.Span.Burdened, 2.05e-3, 1e-6)
}

// Tasks of a scope, of which the maker runs one itself.
func TestAccount_scope(t *testing.T) {
	p := play(2)
	p.event(1, event.Seek, 0, 0, 0)
	p.call(func() {
		for k := range 4 {
			p.event(0, event.Spawn, uint64(10+k), 77, 9)
		}
		p.event(0, event.Gather, 77, 0, 0)
		for k := range 4 {
			on := k % 2
			p.segment(on, event.Begin, event.Task, uint64(10+k), 77)
			p.event(on, event.Start, 0, 0, 0)
			if on == 1 {
				p.at += 1e6
				p.segment(0, event.End, event.Task, uint64(10+k-1), 77)
				p.segment(1, event.End, event.Task, uint64(10+k), 77)
			}
		}
		p.event(0, event.Gathered, 77, 0, 0)
		p.event(1, event.Seek, 0, 0, 0)
	})
	r := p.a.Report(p.at, Samples{})
	adds(t, r)
	near(t, "work", r.Account.Work, 4e-3, 1e-6)
	near(t, "span", r.Span.Span, 1e-3, 1e-6)
	if got := p.a.gauge.ready; got != 0 {
		t.Errorf("%d pieces are left ready", got)
	}
}

// A worker is slower in company: the loop's indices take twice as long.
func TestAccount_inflation(t *testing.T) {
	p := play(2)
	p.event(1, event.Seek, 0, 0, 0)
	both := func() {
		p.segment(1, event.Begin, event.Share, 5, 0)
		for range 20 {
			p.event(0, event.Chunk, 5, 1<<32|1, 0)
			p.event(1, event.Chunk, 5, 1<<32|1, 0)
			p.at += 2e6
		}
	}
	p.call(func() {
		p.event(0, event.Loop, 5, 100, 8)
		both()
		p.event(0, event.Chunk, 5, 1<<32|1, 0)
		p.segment(1, event.End, event.Share, 5, 1)
		p.event(1, event.Seek, 0, 0, 0)
		p.event(1, event.Pause, 0, 0, 0) // a window in which the other runs alone
		for range 20 {
			p.event(0, event.Chunk, 5, 1<<32|1, 0)
			p.at += 1e6
		}
		p.event(1, event.Resume, 0, 0, 0)
		both()
		p.event(0, event.Finish, 5, 1, 0)
		p.segment(1, event.End, event.Share, 5, 1)
		p.event(1, event.Seek, 0, 0, 0)
		p.event(0, event.Finished, 5, 0, 0)
	})
	r := p.a.Report(p.at, Samples{Windows: 2})
	adds(t, r)
	s := siteNamed(r, trace.LoopSite)
	near(t, "crowded", s.Crowded/s.Alone, 2, 0.01)
	near(t, "memory", loss(r, trace.Memory), 0.080, 0.04)
	near(t, "work", r.Account.Work, 0.100, 0.04)

	// One window may have been unlike the rest of the program, and one that allocates is slow by that.
	if r = p.a.Report(p.at, Samples{Windows: 1}); r.Account.Inflation != 0 || loss(r, trace.Memory) != 0 {
		t.Errorf("by one window, %v times as long", r.Account.Inflation)
	}
	r = p.a.Report(p.at, Samples{Windows: 2, GC: 0.012, Own: 0.2})
	adds(t, r)
	near(t, "collector", loss(r, trace.Collector), 0.012, 0.04)
	near(t, "inflation", r.Account.Inflation, 0.18/0.168, 0.04)
}

// TestDag_outside: tasks that no worker has spawned come before the call that waits for them, and
// a wait stays a wait, however short the call is.
func TestDag_outside(t *testing.T) {
	p := play(2)
	p.a.dag.Coarsen(1e6)
	p.at = 100
	p.event(0, event.Enter, 0, -1, 900)
	p.event(0, event.Gather, 5, 0, 0)
	for range 3 {
		p.segment(1, event.Begin, event.Task, 0, 5)
		p.at += 2e6
		p.segment(1, event.End, event.Task, 0, 5)
	}
	p.event(0, event.Gathered, 5, 0, 0)
	p.event(0, event.Leave, 0, 0, 0)
	r := p.a.Report(p.at, Samples{})
	near(t, "seconds", r.Dag.Seconds, 6e-3, 1e-3)
	var ops []string
	for _, op := range r.Dag.Ops {
		if op.Op != "run" || op.N > 1e-3 {
			ops = append(ops, op.Op)
		}
	}
	want := "spawn run end spawn run end spawn run end call gather return"
	if got := strings.Join(ops, " "); got != want {
		t.Errorf("the dag is %s, want %s", got, want)
	}
}

// TestAccount_frozen: while the recorder has the program no time passes, and it goes on where it was.
func TestAccount_frozen(t *testing.T) {
	p := play(2)
	p.event(1, event.Sleep, 0, 0, 0)
	p.call(func() { p.at += 1e6 })
	p.a.Freeze()
	p.at += 50e6
	p.a.Thaw(p.at)
	p.at += 2e6
	p.call(func() { p.at += 1e6 })
	r := p.a.Report(p.at, Samples{})
	adds(t, r)
	near(t, "seconds", r.Seconds, 4e-3, 1e-9)
	near(t, "outside", siteNamed(r, trace.OutsideSite).Work, 2e-3, 1e-9)
}

// TestOutside: tasks that the program spawns outside of any worker wait from then on.
func TestOutside(t *testing.T) {
	p := play(2)
	p.event(1, event.Sleep, 0, 0, 0)
	for k := range uint64(10) {
		p.event(-1, event.Spawn, 1+k, 77, 9)
	}
	if p.a.gauge.ready != 10 {
		t.Errorf("%d of 10 tasks are ready", p.a.gauge.ready)
	}
	p.at += ms
	for k := range uint64(10) {
		p.segment(1, event.Begin, event.Task, 1+k, 77)
		p.at += ms
		p.segment(1, event.End, event.Task, 1+k, 77)
	}
	r := p.a.Report(p.at, Samples{})
	if s := siteNamed(r, trace.SpawnSite); s.Count != 10 || p.a.gauge.ready != 0 {
		t.Errorf("%d tasks at %+v, %d are ready at the end", s.Count, s, p.a.gauge.ready)
	}
	near(t, "ready", r.Ready[0], 10, 0.01)
}

// TestLimits: what a limit keeps from workers is not ready, so they have nothing to do; and the site says so.
func TestLimits(t *testing.T) {
	for _, kind := range []event.Kind{event.Loop, event.Spawn} {
		p := play(2)
		p.event(1, event.Sleep, 0, 0, 0)
		p.call(func() {
			e := &event.Event{At: p.at, Kind: kind, Part: event.Most(1), Ref: 5, N: 100, Site: 8}
			if p.a.Add(0, e); kind == event.Spawn {
				e.Ref = 6
				p.a.Add(0, e)
				p.event(0, event.Gather, 100, 0, 0)
				p.segment(0, event.Begin, event.Task, 5, 100)
				p.at += 10 * ms
				p.segment(0, event.End, event.Task, 5, 100)
				p.event(0, event.Gathered, 100, 0, 0) // the other was withdrawn
				return
			}
			p.event(0, event.Chunk, 5, 10<<32, 0)
			p.at += 10 * ms
			p.event(0, event.Finish, 5, 10, 0)
			p.event(0, event.Finished, 5, 0, 0)
		})
		r := p.a.Report(p.at, Samples{})
		adds(t, r)
		near(t, "too little to do", loss(r, trace.Parallelism), 0.01, 0.02)
		at := siteNamed(r, trace.SpawnSite)
		if kind == event.Loop {
			at = siteNamed(r, trace.LoopSite)
		}
		if at.Limit != 1 || p.a.gauge.ready != 0 {
			t.Errorf("%v: limit %d, %d are ready at the end", kind, at.Limit, p.a.gauge.ready)
		}
	}
}
