package account

import (
	"testing"

	"github.com/skua-go/skua/internal/event"
)

// dagged returns the seconds of the dag and of the strands, which must be the same.
func (p *player) dagged() (dag, work float64) {
	r := p.a.Report(p.at, Samples{})
	return r.Dag.Seconds, r.Span.Work
}

// A task that ends where its maker's fork was joined: the group in that fork is not inside itself.
func TestAccount_inside(t *testing.T) {
	p := play(2)
	p.event(0, event.Enter, 0, -1, 900)
	p.event(0, event.Fork, 1, 0, 7)
	p.event(0, event.Spawn, 1, 1, 8)
	p.segment(1, event.Begin, event.Task, 1, 1)
	p.at += 100_000
	p.event(1, event.Joined, 1, 0, 0)
	p.at += 100_000
	p.segment(1, event.End, event.Task, 1, 1)
	p.event(0, event.Leave, 0, 0, 0)
	if dag, work := p.dagged(); dag <= 0 || dag > work {
		t.Errorf("the dag is of %v s, the work is %v s", dag, work)
	}
}

// A program that recovers panics out of forks, over and over: all of its work is in the dag, and what
// is known of its forks is forgotten.
func TestAccount_recovered(t *testing.T) {
	for _, retaken := range []bool{false, true} {
		p := play(1)
		p.call(func() {
			for range 100_000 {
				p.event(0, event.Fork, 5, 0, 6)
				p.at += 50_000
				p.event(0, event.Fork, 6, 0, 7)
				p.at += 50_000
				if retaken { // then no worker tells that the inner one ends
					p.event(0, event.Retake, 6, 0, 0)
					p.at += 50_000
				} else {
					p.event(0, event.Drop, 6, 0, 0)
				}
				p.event(0, event.Drop, 5, 0, 0)
				p.at += 50_000
			}
		})
		if dag, work := p.dagged(); dag < 0.9999*work || dag > 1.0001*work {
			t.Errorf("retaken %v: the dag is of %v s, the work is %v s", retaken, dag, work)
		}
		if n := p.a.pending(); n > 2 {
			t.Errorf("retaken %v: %d forks are not forgotten", retaken, n)
		}
	}
}

// What a call leaves behind that was cancelled in a second branch is forgotten when it ends, also a task's
// or a call's inside it.
func TestAccount_cancelled(t *testing.T) {
	p := play(2)
	leave := func(ref uint64) {
		p.event(0, event.Fork, ref, 0, 7)
		p.at += 50_000
		p.event(0, event.Retake, ref, 0, 0)
		p.at += 50_000
	}
	for range 100 {
		p.call(func() {
			p.event(0, event.Fork, 1, 0, 7)
			p.event(0, event.Enter, 0, 0, 8)
			leave(2)
			p.event(0, event.Leave, 0, 0, 0)
			if n := p.a.pending(); n != 1 {
				t.Fatalf("%d forks after the call inside, want the one around it", n)
			}
			p.segment(0, event.Begin, event.Task, 1, 1)
			leave(3)
			p.segment(0, event.End, event.Task, 1, 1)
			if n := p.a.pending(); n != 1 {
				t.Fatalf("%d forks after the task inside, want the one around it", n)
			}
			leave(1)
		})
		if n := p.a.pending() + p.a.gauge.ready; n != 0 {
			t.Fatalf("%d forks pend or are ready after the call", n)
		}
	}
	if dag, work := p.dagged(); dag < 0.9999*work || dag > 1.0001*work {
		t.Errorf("the dag is of %v s, the work is %v s", dag, work)
	}
}

// pending counts the forks that are not forgotten.
func (a *Account) pending() (n int) {
	for _, f := range a.forks {
		for ; f != nil; f = f.under {
			n++
		}
	}
	return n
}

// A task that was spawned in a loop may end after it, when the dag has room for little: it is not taken
// for a part of what comes then.
func TestAccount_outlives(t *testing.T) {
	p := play(2)
	p.a.dag.Coarsen(1_000_000)
	p.call(func() {
		p.event(0, event.Loop, 1, 1, 8)
		p.event(0, event.Chunk, 1, 1<<32, 0)
		p.event(0, event.Spawn, 1, 1, 9)
		p.at += 1000
		p.segment(1, event.Begin, event.Task, 1, 1)
		p.event(0, event.Finish, 1, 1, 0)
		p.event(0, event.Finished, 1, 0, 0)
		p.event(0, event.Fork, 1, 0, 7)
		p.at += 2_000_000
		p.segment(1, event.End, event.Task, 1, 1)
		p.event(0, event.Retake, 1, 0, 0)
		p.at += 1000
		p.a.dag.Coarsen(10_000_000)
		p.event(0, event.Joined, 1, 0, 0)
	})
	if dag, work := p.dagged(); dag <= 0 || dag > work {
		t.Errorf("the dag is of %v s, the work is %v s", dag, work)
	}
}
