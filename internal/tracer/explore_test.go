//go:build explore

package tracer

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// TestExploreCause: a worker tells of two events, of which others can see each when it is told, and another
// tells what it has seen of them. While rounds are made the sink never gets the effect before its cause.
func TestExploreCause(t *testing.T) {
	rounds(t, 2, 1, func(x *explore.X, tr *Tracer, tell func(l *Line, n int64)) {
		var seen atomic.Int64
		lines := [2]*Line{tr.Line(false), tr.Line(true)}
		x.Go(func() {
			for n := range int64(2) {
				tell(lines[0], n+1)
				seen.Store(n + 1)
			}
		})
		x.Go(func() { tell(lines[1], -seen.Load()) })
	})
}

// TestExploreLines: two workers come while rounds are made, one of which gets the line of a worker that is
// gone.
func TestExploreLines(t *testing.T) {
	rounds(t, 1, 2, func(x *explore.X, tr *Tracer, tell func(l *Line, n int64)) {
		gone := tr.Line(false)
		tell(gone, 1)
		gone.Free()
		for range 2 {
			x.Go(func() {
				l := tr.Line(false)
				tell(l, -1)
				l.Free()
			})
		}
	})
}

// rounds explores two rounds beside what body tells: causes, numbered from 1 on, and effects, each with the
// number of its last cause below zero.
func rounds(t *testing.T, causes, effects int64, body func(x *explore.X, tr *Tracer, tell func(l *Line, n int64))) {
	budget.Check(t, func(x *explore.X) {
		s := &sink{}
		tr := &Tracer{config: Config{Sink: s}}
		tr.outside.line = event.NewLine(Outside, "outside", true, tr.began, tr.outsideFull)
		tr.over.Store(true) // so no worker makes a round of its own, by another clock
		var clock atomic.Int64
		now := func() int64 { return clock.Add(1) }
		body(x, tr, func(l *Line, n int64) { l.events.Put(event.Event{At: now(), Kind: event.Drop, N: n}) })
		for range 2 {
			x.Go(func() { tr.advance(now) })
		}
		x.OnEnd(func() error {
			tr.merge(now())
			var came, caused int64
			for _, e := range s.events {
				switch {
				case e.N == came+1:
					came++
				case e.N > 0 || -e.N > came:
					return fmt.Errorf("event %d comes after cause %d", e.N, came)
				default:
					caused++
				}
			}
			if came != causes || caused != effects || s.wrong != "" {
				return fmt.Errorf("the sink has %d causes and %d effects, want %d and %d; %s", came, caused, causes, effects, s.wrong)
			}
			return nil
		})
	}, budget.Deep)
}
