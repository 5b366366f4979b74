package feed

import "github.com/skua-go/skua"

// What a wait for a batch comes to.
type outcome int

const (
	ran     outcome = iota // it has run
	hasRoom                // it has not, but the caller may offer more
	broken                 // a call of the user's function did not return
)

// await returns when b, which was offered, has run, or when more batches may be offered
// than the offered ones, which are 0 if the caller has no more values. It ends: a batch
// that nobody has claimed the caller runs itself, and one that a helper has claimed ends
// like any call.
func (r *relay[E, R]) await(b *batch[E, R], offered int) outcome {
	for {
		r.mu.Lock()
		// If nothing is claimed any more b has been claimed all the same: the batch that
		// broke is not older than b, or it would have ended the wait for it, and batches
		// are claimed in order (R1).
		claimed := len(r.ready) == 0 || r.stopped
		done, more := b.done, offered > 0 && offered < r.ahead()
		if !done && !more && claimed {
			r.awaited = b
		}
		r.mu.Unlock()
		switch {
		case done && b.broken:
			return broken
		case done:
			return ran
		case more:
			return hasRoom
		case claimed:
			skua.Blocking(r.Set.Place, func() { <-r.wake })
		default:
			r.drain(b, 0, offered)
		}
	}
}

// drain makes the caller run batches, until keep or fewer are ready, b has run, which may
// be nil, or more batches may be offered than the offered ones.
func (r *relay[E, R]) drain(b *batch[E, R], keep, offered int) {
	set := r.Set
	set.Workers, set.Grain = 1, 0
	r.setBusy(true)
	defer r.setBusy(false)
	set.Loop(1, nil, func(p *skua.Part) {
		for {
			next, call := r.claim(keep)
			if call {
				r.scope.Go(r.help)
			}
			if next == nil {
				return
			}
			r.run(next, p.Worker())
			if r.satisfied(b, offered) {
				return
			}
		}
	})
}

// setBusy says that the caller runs batches from now on, or no longer.
func (r *relay[E, R]) setBusy(busy bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy = busy
}

// satisfied reports whether the caller has no reason to run more batches: b has run, or
// more batches may be offered than the offered ones.
func (r *relay[E, R]) satisfied(b *batch[E, R], offered int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return b != nil && b.done || offered > 0 && offered < r.ahead()
}
