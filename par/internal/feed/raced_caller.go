package feed

import (
	"time"

	"github.com/skua-go/skua"
)

// await waits until one more call may be spawned, if it gets free, and reports true; or until the
// next call is known, or has ended. In a run that is cancelled the call may never begin; then the
// caller unwinds.
func (r *raced) await(free chan struct{}) (room bool) {
	calls, done := r.calls, chan struct{}(nil)
	if r.head != nil {
		calls, done = nil, r.head.done
	}
	came := false
	if hidden(func() {
		select {
		case <-free:
			came, room = true, true
		case r.head = <-calls:
			came = true
		case <-done:
			came = true
		default:
		}
	}); came {
		return room
	}
	pause := 10 * time.Millisecond
	t := time.NewTimer(pause)
	defer t.Stop()
	skua.Blocking(r.set.Place, func() {
		for waits := true; waits; {
			hidden(func() {
				waits = false
				select {
				case <-free:
					room = true
				case r.head = <-calls:
				case <-done:
				case <-r.gone:
				case <-t.C:
					waits, pause = true, min(2*pause, time.Second)
					t.Reset(pause)
				}
			})
			skua.Poll(r.set.Place) // not hidden: it looks at the context, and so does Ended
			if waits && r.head == nil && r.total < 0 && r.fails.Ended() {
				r.expired, waits = true, false
			}
		}
	})
	return room
}

// settle yields the result of the next call if that has ended. It reports false if no more are wanted.
func (r *raced) settle() bool {
	skua.Poll(r.set.Place) // unwinds in a run that is cancelled
	if r.expired || isClosed(r.gone) {
		return false
	}
	c := r.head
	if c == nil { // all are spawned
		r.source.Acquire()
		r.total = r.index
		return true
	}
	c.edge.Acquire()
	if !isClosed(c.done) {
		return true
	}
	c.edge.Acquire() // of the call, too
	r.head = nil
	r.taken++
	if !c.ok || !c.value.useUp() {
		return false
	}
	r.give()
	return true
}

// close returns when no call runs any more, and none will.
func (r *raced) close() {
	r.told.tell()
	hidden(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.closed.Store(true) // ORDER: under mu: a call that is being spawned is known to the scope
		close(r.quit)
	})
	defer r.caught.Raise()
	r.scope.Wait()
	skua.Poll(skua.Here()) // the pool may be closed
}
