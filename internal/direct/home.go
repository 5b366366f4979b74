package direct

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/self"
)

// runners are all goroutines that are runners, by self.Goroutine: a known of each.
var runners sync.Map

// known is what is known of a runner everywhere.
type known struct {
	by     *Director
	number uint64
}

// directors is how many there are: mostly none, and nobody looks at runners.
var directors atomic.Int64

// of returns the director of the calling goroutine, or nil.
func of() *Director {
	if directors.Load() == 0 {
		return nil
	}
	r, _ := runners.Load(self.Goroutine())
	found, _ := r.(known)
	return found.by
}

// Home returns the pool of the program that the calling goroutine runs, or nil: where skua.Here is in
// no task.
func Home() any {
	if d := of(); d != nil {
		return d.pool
	}
	return nil
}

// Clock returns the time by which package par decides how to go on: now, but in a directed program a second
// more than it returned before, so that no choice there depends on how long something took.
func Clock(now time.Duration) time.Duration {
	if d := of(); d != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.seconds++
		return d.seconds * time.Second
	}
	return now
}

// Run runs f, the program, on the calling goroutine, which is a runner meanwhile, in calls of the pool and
// between them.
func (d *Director) Run(pool any, f func()) {
	d.pool = pool
	d.Enter()
	d.mu.Lock()
	d.now.program = true
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		final := d.count
		d.final = &final
		d.mu.Unlock()
		d.Leave()
	}()
	f()
}
