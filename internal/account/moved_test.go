package account

import (
	"testing"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

const ms = 1_000_000 // nanoseconds

// tasks runs n tasks of that length on both workers at a time; off ends each of them.
func (p *player) tasks(n int, length int64, off func(line int)) {
	p.call(func() {
		p.event(0, event.Loop, 5, int64(2*n), 8)
		p.segment(1, event.Begin, event.Share, 5, 0)
		for range n {
			p.event(0, event.Chunk, 5, 1<<32|1, 0)
			p.event(1, event.Chunk, 5, 1<<32|1, 0)
			p.at += length
			off(0)
			off(1)
		}
		p.event(0, event.Finish, 5, 1, 0)
		p.segment(1, event.End, event.Share, 5, 1)
		p.event(1, event.Seek, 0, 0, 0)
		p.event(0, event.Finished, 5, 0, 0)
	})
}

// What a thread gave back or went away with was waiting, if there is much of it; what was taken from
// it others had; and of a few moves nobody knows, so they are what the machine says.
func TestOff(t *testing.T) {
	gave := func(p *player) func(int) {
		return func(line int) { p.event(line, event.Off, 1, ms/2, 0) }
	}
	moved := func(p *player) func(int) { return func(line int) { p.event(line, event.Off, 0, -1, 0) } }
	taken := func(p *player) func(int) { return func(line int) { p.event(line, event.Off, 0, ms/2, 0) } }
	for _, c := range []struct {
		name   string
		n      int
		length int64
		off    func(p *player) func(int)
		m      Samples
		cause  trace.Cause
		want   float64
	}{
		{"gave", 100, ms, gave, Samples{Own: 0.1, RunDelay: 0.2}, trace.Waiting, 0.1 * 0.9},
		{"gave, quiet", 100, ms, gave, Samples{Own: 0.1}, trace.Waiting, 0.1},
		{"gave, collected", 100, ms, gave, Samples{Own: 0.1, RunDelay: 1, Cycles: 100}, trace.Others, 0.1},
		{"moved", 100, ms, moved, Samples{Own: 0.05}, trace.Waiting, 0.15},
		{"moved, and worked", 100, ms, moved, Samples{Own: 0.2}, trace.Waiting, 0},
		{"preempted", 5, 20 * ms, moved, Samples{Own: 0.15, RunDelay: 0.05}, trace.Others, 0.05},
		{"waited long", 5, 20 * ms, moved, Samples{Own: 0.15}, trace.Waiting, 0.05},
		{"taken", 100, ms, taken, Samples{Own: 0.1, RunDelay: 0.1}, trace.Others, 0.1},
		{"limited", 100, ms, taken, Samples{Own: 0.1, RunDelay: 0.1, Throttled: 0.06}, trace.Limited, 0.06},
		{"collected", 100, ms, taken, Samples{Own: 0.1, RunDelay: 0.1, GC: 0.02}, trace.Collector, 0.01},
		{"elsewhere", 100, ms, taken, Samples{Own: 0.1, RunDelay: -1, Mutex: 0.03}, trace.Waiting, 0.03},
	} {
		p := play(2)
		p.tasks(c.n, c.length, c.off(p))
		c.m.Others = 1
		r := p.a.Report(p.at, c.m)
		adds(t, r)
		near(t, c.name, loss(r, c.cause), c.want, 0.06)
	}
}

// TestOff_unnoticed: pieces off a processor that are too short to be told are no work, however many there
// are.
func TestOff_unnoticed(t *testing.T) {
	p := play(2)
	p.tasks(100, ms, func(int) {})
	r := p.a.Report(p.at, Samples{Own: 0.18, RunDelay: 0.02, Others: 0.02})
	adds(t, r)
	near(t, "work", r.Account.Work, 0.18, 0.01)
	near(t, "other programs", loss(r, trace.Others), 0.02, 0.01)
}

// TestOff_lines: what a worker was kept from its processor for is no work of it, in the column where it was,
// as is what it waited for by itself.
func TestOff_lines(t *testing.T) {
	p := play(2)
	p.call(func() {
		p.at += 100 * ms
		p.event(0, event.Off, 0, 40*ms, 0)
		p.event(0, event.Fork, 1, 0, 7)
		for i := range 100 { // so often it waits, but as often as a time slice ends
			p.at += ms
			p.event(0, event.Off, 1, 3*ms/10, 0)
			p.event(0, event.Fork, uint64(2+i), 0, 7)
		}
	})
	r := p.a.Report(p.at, Samples{Own: 0.13, Others: 0.04, RunDelay: 0.04})
	adds(t, r)
	l, half := r.Lines[0], trace.ModeSeconds{}
	near(t, "off", l.Seconds.Off, 0.04+0.13*0.03, 1e-6)
	near(t, "blocked", l.Seconds.Block, 0.87*0.03, 1e-6)
	near(t, "work", l.Seconds.Work, 0.13, 1e-6)
	for k, c := range l.Columns {
		if float64(k+1)*r.Columns.Width <= 0.1 {
			half.Off, half.Block, half.Work = half.Off+c.Off, half.Block+c.Block, half.Work+c.Work
		}
	}
	near(t, "off at first", half.Off, 0.04, 0.001)
	near(t, "work at first", half.Work, 0.06, 0.001)
	near(t, "blocked at first", half.Block, 0, 0.001)
}

// Who idles while others have the processor of what runs is kept from work by them.
func TestOff_idle(t *testing.T) {
	p := play(2)
	p.event(1, event.Sleep, 0, 0, 0)
	p.call(func() {
		p.at += 100 * ms
		p.event(0, event.Off, 0, 40*ms, 0)
	})
	r := p.a.Report(p.at, Samples{Own: 0.06, Others: 0.04, RunDelay: 0.04})
	adds(t, r)
	near(t, "others", loss(r, trace.Others), 0.08, 0.01)
	near(t, "parallelism", loss(r, trace.Parallelism), 0.06, 0.01)
}

// Where no other program ran, threads of the program waited for each other and for the recorder's.
func TestOff_own(t *testing.T) {
	p := play(2)
	p.event(1, event.Sleep, 0, 0, 0)
	p.call(func() {
		p.at += 100 * ms
		p.event(0, event.Off, 0, 40*ms, 0)
	})
	r := p.a.Report(p.at, Samples{Own: 0.08, RunDelay: 0.04, Recorder: 0.02})
	adds(t, r)
	near(t, "others", loss(r, trace.Others), 0, 1e-6)
	near(t, "measuring", loss(r, trace.Measuring), 0.02, 0.001)
	near(t, "no worker yet", loss(r, trace.Scheduler), 0.06, 0.01)
}

// Time in which the recorder has the program does not count, if no call is inside.
func TestFreeze(t *testing.T) {
	p := play(2)
	p.tasks(10, ms, func(int) {})
	p.a.Freeze()
	p.at += 50 * ms
	p.a.Thaw(p.at)
	p.tasks(10, ms, func(int) {})
	p.a.Freeze()
	p.tasks(10, ms, func(int) {})
	p.at += 5 * ms // the call has ended the freeze
	r := p.a.Report(p.at, Samples{})
	adds(t, r)
	near(t, "seconds", r.Seconds, 0.035, 1e-6)
	near(t, "work", r.Account.Work, 0.065, 1e-6)
}

// What callers run beyond the places is what others waited for, as far as they did.
func TestOverdrawn(t *testing.T) {
	p := play(2)
	p.segment(0, event.Begin, event.Task, 0, 77)
	p.segment(1, event.Begin, event.Task, 0, 77)
	p.at += 10 * ms
	p.event(0, event.Off, 0, 4*ms, 0)
	p.event(1, event.Off, 0, 2*ms, 0)
	p.segment(0, event.End, event.Task, 0, 77)
	p.segment(1, event.End, event.Task, 0, 77)
	p.event(0, event.Seek, 0, 0, 0)
	p.event(1, event.Seek, 0, 0, 0)
	r := p.a.Report(p.at, Samples{Own: 0.024, RunDelay: 0.006})
	sum := r.Account.Work
	for _, l := range r.Account.Losses {
		sum += l.Seconds
	}
	near(t, "capacity", r.Account.Capacity, 0.024, 1e-6) // three ran for 10 ms, and waited 6 ms of it
	near(t, "sum", sum, r.Account.Capacity, 1e-6)
	near(t, "others", loss(r, trace.Others), 0, 1e-6)
}

// The line of a loop that is a call from outside counts loops; the scheduler's time before and after a
// segment is its site's.
func TestSites_of_calls(t *testing.T) {
	p := play(2)
	for range 9 {
		p.event(0, event.Enter, 0, -1, 8)
		p.event(0, event.Loop, 5, 2, 8)
		p.event(1, event.Stole, 0, 0, 0)
		p.at += 3000
		p.segment(1, event.Begin, event.Share, 5, 0)
		p.event(1, event.Chunk, 5, 1<<32|1, 0)
		p.at += 5000
		p.segment(1, event.End, event.Share, 5, 1)
		p.at += 2000
		p.event(1, event.Seek, 0, 0, 0)
		p.event(0, event.Finished, 5, 0, 0)
		p.event(0, event.Leave, 0, 0, 0)
	}
	r := p.a.Report(p.at, Samples{})
	adds(t, r)
	s := siteNamed(r, trace.LoopSite)
	if s.Count != 9 {
		t.Errorf("%d loops, want 9", s.Count)
	}
	near(t, "over", s.Over, 9*5e-6, 1e-6)
	if o := siteNamed(r, trace.OutsideSite); o.Over != 0 {
		t.Errorf("%v s of the scheduler outside", o.Over)
	}
}

// What waits for a processor of its own program beyond those that there are did not run.
func TestOverdrawn_spares(t *testing.T) {
	p := play(4)
	p.a.gauge.places = 2
	for k := range 4 {
		p.segment(k, event.Begin, event.Task, 0, 77)
	}
	p.event(0, event.Block, 0, 0, 0)
	p.at += 10 * ms
	for k := 1; k < 4; k++ { // and the program outside sleeps
		p.event(k, event.Off, 0, -1, 0)
		p.segment(k, event.End, event.Task, 0, 77)
	}
	m := Samples{Own: 0.02}
	m.Machine.Processors = 2
	r := p.a.Report(p.at, m)
	near(t, "capacity", r.Account.Capacity, 0.02, 1e-6)
	near(t, "work", r.Account.Work, 0.02, 1e-6)
}

// A strand whose end was told late was off the processor for as long as that, and the next one was not.
func TestLate(t *testing.T) {
	p := play(2)
	p.event(1, event.Sleep, 0, 0, 0)
	p.call(func() {
		p.at += 10 * ms
		p.event(1, event.Wake, 0, 0, 0) // in the recording time has gone on
		p.a.Add(0, &event.Event{At: p.at - 6*ms, Kind: event.Spawn, Ref: 1, N: 77, Site: 9})
		p.at += 10 * ms
		p.event(0, event.Off, 0, 6*ms+2*ms, 0)
	})
	r := p.a.Report(p.at, Samples{Own: 0.012, RunDelay: 0.008})
	adds(t, r)
	near(t, "work", r.Account.Work, 0.012, 1e-6)
}
