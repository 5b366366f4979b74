package account

import (
	"testing"

	"github.com/skua-go/skua/internal/event"
)

// BenchmarkAdd has what an event costs the reader, of each of the ways in which work is made: 10 µs each.
func BenchmarkAdd(b *testing.B) {
	const task = 10_000
	for _, c := range []struct {
		name  string
		each  int // events of a piece of work
		round func(add func(after int64, e event.Event))
	}{
		{"calls", 2, func(add func(int64, event.Event)) {
			add(100, event.Event{Kind: event.Enter, N: -1, Site: 1})
			add(task, event.Event{Kind: event.Leave})
		}},
		{"loops", 3, func(add func(int64, event.Event)) {
			add(100, event.Event{Kind: event.Loop, Ref: 7, N: 10, Site: 2})
			add(100, event.Event{Kind: event.Chunk, Ref: 7, N: 10 << 32})
			add(task, event.Event{Kind: event.Finished, Ref: 7, N: 10})
		}},
		{"forks", 3, func(add func(int64, event.Event)) {
			add(100, event.Event{Kind: event.Fork, Ref: 7, Site: 2})
			add(task, event.Event{Kind: event.Retake, Ref: 7})
			add(task, event.Event{Kind: event.Joined, Ref: 7})
		}},
		{"tasks", 3, nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			a := New(Config{Workers: 1})
			a.Line(0, "caller 1", true)
			at := int64(0)
			add := func(after int64, e event.Event) {
				at += after
				e.At = at
				a.Add(0, &e)
			}
			if c.name != "calls" {
				add(100, event.Event{Kind: event.Enter, N: -1, Site: 1})
			}
			if c.round != nil {
				for range b.N {
					c.round(add)
				}
			} else {
				for range b.N/1000 + 1 {
					for t := range uint64(1000) {
						add(100, event.Event{Kind: event.Spawn, Ref: t + 1, N: 5, Site: 3})
					}
					add(100, event.Event{Kind: event.Gather, Ref: 5})
					for t := range uint64(1000) {
						add(100, event.Event{Kind: event.Begin, Part: event.Task, Ref: 1000 - t, N: 5})
						add(task, event.Event{Kind: event.End, Part: event.Task, Ref: 1000 - t, N: 5})
					}
					add(100, event.Event{Kind: event.Gathered, Ref: 5})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(a.events), "ns/event")
		})
	}
}
