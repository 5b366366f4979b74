package feed

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// run runs the values of b: on w, or in the caller alone, in no task.
func (r *relay) run(b *batch, w *skua.Worker) {
	began, returned := call.Clock(), false
	defer func() { r.finish(b, call.Clock()-began, returned) }()
	b.grow()
	switch {
	case w == nil:
		r.stretch(b, 0, nil)
	case b.count == 1:
		w.Poll() // a loop stops by itself when the run is cancelled
		r.stretch(b, 0, nil)
	default:
		set := r.set
		set.Place, set.Grain = w, 0
		if set.Workers > 0 {
			set.Workers = 1 // there are as many helpers as may run
		}
		set.Loop(b.count, r.code, b.body)
	}
	returned = true
}

// runAlone runs a batch in the caller, in no task.
func (r *relay) runAlone() {
	if !r.becomeBusy() {
		return
	}
	defer r.rest()
	b, another := r.claim(0, true)
	if another {
		r.summon()
	}
	if b != nil {
		defer r.set.AsPoolPanic()
		r.run(b, nil)
	}
}

// stretch runs the values of p, the first of which is value i of b, or without p all of b in order: no
// loop that others could join.
func (r *relay) stretch(b *batch, i int, p *skua.Part) {
	s, returned := r.fails.Stretch(b.first+i), false
	defer r.guard(s, &returned)
	if n := b.run(s, p); n < b.count {
		r.mu.Lock()
		b.good = min(b.good, n)
		r.mu.Unlock()
	}
	returned = true
}

// guard ends s, and keeps further batches from being claimed if the user's function did not return.
// Deferred around its calls.
func (r *relay) guard(s *call.Stretch, returned *bool) {
	s.Leave(returned)
	if *returned {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopped = true
}

// finish records that b has run, and how long that took, and wakes the caller if it waits
// for that.
func (r *relay) finish(b *batch, took time.Duration, returned bool) {
	drop := !r.results && returned // there are no results for the caller to read
	full, n := b.count == b.size, b.count
	if drop {
		b.useUp()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running--
	r.ran++
	b.done, b.broken = true, !returned
	r.stopped = r.stopped || !returned
	r.slow = r.slow || took > batchTime && (n == 1 || r.set.Grain > 0)
	if r.set.Grain == 0 && full && n == r.size {
		r.resize(took)
	}
	switch {
	case drop:
		r.give(b)
	case r.set.AsReady:
		r.order = append(r.order, b)
	}
	if !r.results || r.stopped || r.order[0].done {
		r.wakeCaller()
		if r.lining {
			r.leaveLine()
		}
	}
}

// resize is called when a full batch has run. Under mu.
func (r *relay) resize(took time.Duration) {
	switch {
	case took > 4*batchTime:
		r.size = max(1, r.size/2)
	case took >= batchTime || r.size >= batchMost:
	case r.hold > 0:
		r.hold--
	default:
		r.size *= 2
	}
}

// give takes a batch back that is used up, and cleared. Under mu.
func (r *relay) give(b *batch) {
	r.offered--
	r.spare = append(r.spare, b)
	r.wakeReader()
}
