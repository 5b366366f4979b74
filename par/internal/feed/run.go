package feed

import (
	"slices"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// run runs the values of b on w.
func (r *relay[E, R]) run(b *batch[E, R], w *skua.Worker) {
	began, returned := call.Clock(), false
	defer func() { r.finish(b, call.Clock()-began, returned) }()
	n := len(b.in)
	b.out = slices.Grow(b.out[:0], n)[:n]
	if n == 1 {
		w.Poll() // a loop stops by itself when the run is cancelled
		r.inOrder(b)
	} else {
		set := r.Set
		set.Place, set.Grain = w, 0
		if set.Workers > 0 {
			set.Workers = 1 // there are as many helpers as may run
		}
		set.Loop(n, r.Func, b.body)
	}
	returned = true
}

// runAlone runs a batch in the caller, in no task.
func (r *relay[E, R]) runAlone() {
	if !r.becomeBusy() {
		return
	}
	defer r.rest()
	b, another := r.claim(0, true)
	if another {
		r.summon()
	}
	if b == nil {
		return
	}
	began, returned := call.Clock(), false
	defer r.Set.AsPoolPanic()
	defer func() { r.finish(b, call.Clock()-began, returned) }()
	b.out = slices.Grow(b.out[:0], len(b.in))[:len(b.in)]
	r.inOrder(b)
	returned = true
}

// part runs a part of b.
func (r *relay[E, R]) part(b *batch[E, R], p *skua.Part) {
	if !p.Next() {
		return
	}
	i, returned := p.Index(), false
	s := r.Fails.Stretch(b.first + i)
	defer r.guard(s, &returned)
	for r.value(b, s, i) {
		if !p.Next() {
			returned = true
			return
		}
		i = p.Index()
	}
	r.cut(b, i)
	returned = true
}

// inOrder runs the values of b without a loop that others could join.
func (r *relay[E, R]) inOrder(b *batch[E, R]) {
	s, returned := r.Fails.Stretch(b.first), false
	defer r.guard(s, &returned)
	for i := range b.in {
		if !r.value(b, s, i) {
			r.cut(b, i)
			break
		}
	}
	returned = true
}

// value runs value i of b in stretch s, and reports whether it has a result.
func (r *relay[E, R]) value(b *batch[E, R], s *call.Stretch, i int) (ok bool) {
	b.out[i], ok = r.Each(s, b.first+i, b.in[i])
	return ok
}

// cut says that value i of b has no result.
func (r *relay[E, R]) cut(b *batch[E, R], i int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b.good = min(b.good, i)
}

// guard ends s, and keeps further batches from being claimed if the user's function did not return.
// Deferred around its calls.
func (r *relay[E, R]) guard(s *call.Stretch, returned *bool) {
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
func (r *relay[E, R]) finish(b *batch[E, R], took time.Duration, returned bool) {
	drop := r.Yield == nil && returned // there are no results for the caller to read
	full, n := len(b.in) == len(b.slots), len(b.in)
	if drop {
		b.clear()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running--
	r.ran++
	b.done, b.broken = true, !returned
	r.stopped = r.stopped || !returned
	r.slow = r.slow || took > batchTime && (n == 1 || r.Set.Grain > 0)
	if r.Set.Grain == 0 && full && n == r.size {
		r.resize(took)
	}
	switch {
	case drop:
		r.give(b)
	case r.Set.AsReady:
		r.order = append(r.order, b)
	}
	if r.Yield == nil || r.stopped || r.order[0].done {
		r.wakeCaller()
		if r.lining {
			r.leaveLine()
		}
	}
}

// resize is called when a full batch has run. Under mu.
func (r *relay[E, R]) resize(took time.Duration) {
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
func (r *relay[E, R]) give(b *batch[E, R]) {
	r.offered--
	r.spare = append(r.spare, b)
	r.wakeReader()
}
