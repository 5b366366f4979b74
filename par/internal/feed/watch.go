package feed

import (
	"time"

	"github.com/skua-go/skua/par/internal/call"
)

// watch is what a timer knows of a relay: without it values would stay in a batch that is not full, or
// ready, while the sequence waits. Under mu.
type watch struct {
	set   bool          // the timer runs
	after time.Duration // when it was set
	open  *batch        // that was open when it was set
	given int           // values that had come by then
	ran   int           // batches that had run
	begun int           // helpers that had begun
}

// holdMost is in batches: then a sequence that pauses all the time loses a batchTime in each
// thousand values.
const holdMost = 1024

// arm makes look run after a batchTime. Under mu.
func (r *relay) arm() {
	if !r.watch.set || r.watch.after > batchTime {
		r.armAfter(batchTime)
	}
}

// armAfter makes look run after d. Under mu.
func (r *relay) armAfter(d time.Duration) {
	if call.Directed() {
		return
	}
	r.watch = watch{true, d, r.open, r.read(), r.ran, r.entered}
	if r.timer == nil {
		r.timer = time.AfterFunc(d, r.look)
	} else {
		r.timer.Reset(d)
	}
}

// longest is between two looks at a sequence and calls that all wait: in a bubble of
// testing/synctest they may do so for hours, which take no time.
const longest = time.Minute

// read returns how many values the sequence has given, but for one that is about to be offered.
// Under mu.
func (r *relay) read() int {
	if r.open == nil {
		return r.given
	}
	return r.given + int(r.open.word.Load()&^closed)
}

// look is what the timer runs. It offers a batch that was open all the time. If the sequence has given
// nothing meanwhile, and values are ready, it calls one more helper than usual, since the reader uses no
// processor. The pool begins it if it has a worker to spare.
func (r *relay) look() {
	r.mu.Lock()
	seen, call := r.watch, false
	r.watch.set = false
	if !r.stopped {
		waits := r.read() == seen.given && !r.full && (r.beside || !r.busy)
		open := r.open != nil && r.open.size > 1
		if open && r.open == seen.open {
			call, open = r.enqueueOpen(), false
		}
		r.slow = r.slow || r.running > 0 && r.ran == seen.ran && (r.size == 1 || r.set.Grain > 0)
		if r.beside && r.coming > 0 && r.helpers == 0 && r.entered == seen.begun {
			r.fallShort()
			if r.takesPart() {
				r.wakeCaller()
			}
		}
		call = call || r.calls() || r.call(waits && r.coming == 0)
		if open || len(r.ready) > 0 {
			after := batchTime
			if r.read() == seen.given && r.ran == seen.ran && r.entered == seen.begun {
				after = min(2*seen.after, longest)
			}
			r.armAfter(after)
		}
	}
	r.unlock(call)
}

// enqueueOpen enqueues what the open batch has, and lets batches have no more than it had. Under mu.
func (r *relay) enqueueOpen() (call bool) {
	n := r.open.close()
	if n >= 0 && r.set.Grain == 0 {
		r.size, r.hold, r.holds = max(n, 1), r.holds, min(2*r.holds, holdMost)
	}
	return n > 0 && r.enqueue(r.open, n)
}

// packedTime is how long no worker has come, at least, before the pool counts as packed: a worker whose
// processor other programs have looks busy too. Arbitrary.
const packedTime = 20 * time.Millisecond

// fallShort notes that no worker has come for a helper since the last look. Under mu.
func (r *relay) fallShort() {
	now := call.Clock()
	if !r.short {
		r.short, r.since = true, now
	}
	r.packed = r.outside == nil || r.scope.Context().Err() != nil // the pool is closed: a loop there says so
	if r.set.AsReady && !r.packed && now-r.since >= packedTime {
		s := r.outside.Stats()
		r.packed = s.Searching == 0 && s.Free <= 0
	}
}
