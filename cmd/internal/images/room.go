package images

import (
	"runtime"
	"sync"
)

// A room keeps Go's heap within a limit. The engine of batches sees to it that the works
// that run at a time need no more than the limit, but the garbage of those that have ended
// is there as well until it is collected, and Go collects it when it sees fit.
//
// A work's need bounds all that it allocates, also what it drops again. So what is on the
// heap for pictures is at most the sum of the needs of the works that ran at the last
// collection or were started since: since. Invariants, under mu:
//
//	R1  running is the sum of the needs of the works that run.
//	R2  running ≤ since ≤ limit, if the engine keeps running ≤ limit.
//
// A work that would break R2 collects before it starts. Pictures hold no pointers, so that
// takes about a millisecond, and where the limit is ample it never happens.
//
// NOT: only debug.SetMemoryLimit. The runtime begins to collect when it is close to the
// limit, but a decoder asks for a plane of the picture at once: with --memory 120M and
// pictures of 24 million pixels the process took 128 MB.
type room struct {
	limit int64

	mu             sync.Mutex
	running, since int64
}

// enter makes room for a work that is about to start.
func (r *room) enter(need int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.limit > 0 && r.since+need > r.limit {
		runtime.GC()
		r.since = r.running
	}
	r.running += need
	r.since += need
}

// leave ends a work. What it has left on the heap counts until the next collection.
func (r *room) leave(need int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running -= need
}
