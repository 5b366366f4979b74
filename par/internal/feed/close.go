package feed

import (
	"context"

	"github.com/skua-go/skua"
)

// close ends the helpers: nothing runs any more when it returns. The failure of a helper
// goes on in the caller, as that of a loop would.
func (r *relay) close() {
	r.mu.Lock()
	failed := r.stopped
	r.stopped = true
	r.told.tell()
	r.wakeReader()
	if r.open != nil { // the reader sees it at its next value
		r.open.close()
	}
	if r.timer != nil {
		r.timer.Stop()
	}
	if r.line != nil {
		r.leaveLine()
	}
	r.mu.Unlock()
	r.calling.Lock()
	r.closed = true
	r.calling.Unlock()
	defer r.caught.Raise()
	if r.drop != nil {
		defer r.drop()
		defer context.AfterFunc(r.set.Line, r.dropHelpers)()
	}
	r.scope.Wait()
	if failed { // if because the run is cancelled, this is where the caller stops too
		skua.Poll(skua.Here()) // the pool may be closed
	}
}

// expire stops all, since the call's context has ended, while the sequence may wait. If every call has
// begun that there will be, nothing is left to stop: what they return decides.
func (r *relay) expire() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended && len(r.ready) == 0 && !r.stopped {
		return
	}
	r.fails.Ended()
	r.stopped = true
	r.wakeCaller()
	r.wakeReader()
	if r.lining {
		r.leaveLine()
	}
}

// dropHelpers is called when the call's context has ended, and the caller waits for the helpers: it may stand
// in line for those that have not begun, and need not.
func (r *relay) dropHelpers() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.expired = true
	r.dropIdle()
}

// dropIdle lets no helper begin any more that has not, if the call's context has ended. It waits for those
// that have, which the end of the scope's context would unwind. Under mu.
func (r *relay) dropIdle() {
	if r.expired && r.helpers == 0 {
		r.drop()
	}
}
