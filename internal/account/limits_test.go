package account

import (
	"testing"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

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
