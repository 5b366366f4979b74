package tracer

import (
	"fmt"

	"github.com/skua-go/skua/internal/event"
)

// What follows may be called on a nil Line, and does nothing then.

// Say tells an event that says nothing but its kind.
func (l *Line) Say(k event.Kind) {
	if l != nil {
		l.Emit(k, 0, 0, 0)
	}
}

// Begin tells that work begins.
func (l *Line) Begin(p event.Part, ref uint64, n int64, site uint32) {
	if l != nil {
		l.begin(p, ref, n, site)
	}
}

//go:noinline
func (l *Line) begin(p event.Part, ref uint64, n int64, site uint32) {
	l.MayPause()
	l.Put(event.Event{At: l.Now(), Kind: event.Begin, Part: p, Ref: ref, N: n, Site: site})
}

// End tells that work has ended.
func (l *Line) End(p event.Part, ref uint64, n int64) {
	if l != nil {
		l.end(p, ref, n)
	}
}

//go:noinline
func (l *Line) end(p event.Part, ref uint64, n int64) {
	l.Put(event.Event{At: l.Now(), Kind: event.End, Part: p, Ref: ref, N: n})
}

// longText is how much of a panic's text is kept: arbitrary.
const longText = 400

// Panic tells that a task has panicked.
func (l *Line) Panic(value any) {
	if l != nil {
		text := fmt.Sprint(value)
		l.Emit(event.Panic, l.Of().Note(text[:min(len(text), longText)]), 0, 0)
	}
}
