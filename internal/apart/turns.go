//go:build race && !explore

package apart

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/clock"
)

// Turns are those of one pool: how many of its branches run at a time. Init comes first.
//
//	T1  extras is how many branches have a turn of their own, less the goroutines that have lent
//	    theirs. Under mu.
//	T2  The queue has all branches that were offered and wait, the oldest first, and for a moment
//	    one that has just begun. Under mu.
//
// Memory is shared here behind locks that the detector does not see, so it looks into none of these
// functions. offer, fill, pass, lend, reclaim, take and forsake are called hidden.
type Turns struct {
	room    func() int  // how many extras there may be
	inside  func() bool // whether any goroutine has called and not returned
	mu      sync.Mutex
	extras  int
	queue   row
	moves   atomic.Uint64 // times that a branch has begun or ended
	overdue atomic.Int64  // branches of that state
	bubbled bool          // the pool was made in a bubble: constant from Init on
	past    past

	Ended Edge // of each spawned task to the end of the pool
}

// Init says how many branches may run beside the goroutines that call, and whether there are any such.
func (t *Turns) Init(room func() int, inside func() bool) {
	t.room, t.inside, t.bubbled = room, inside, clock.Bubbled()
}

// offer puts b into the queue, and begins the oldest if one more may run.
//
//go:norace
func (t *Turns) offer(b *Branch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queue.add(b)
	t.fill()
}

// fill begins branches, the oldest first, as long as more may run. Under mu.
//
//go:norace
func (t *Turns) fill() {
	for t.extras < t.room() {
		b := t.queue.first
		if b == nil {
			return
		}
		t.queue.cut(b)
		if b.begin(extra) {
			t.extras++
		}
	}
}

// forsake removes b, which has begun otherwise, from the queue: what it holds would stay.
//
//go:norace
func (t *Turns) forsake(b *Branch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.queue.cut(b)
}

// pass gives the turn of a branch that has ended to the oldest that waits.
//
//go:norace
func (t *Turns) pass() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.extras--
	t.fill()
}

//go:norace
func (t *Turns) lend() { t.pass() }

//go:norace
func (t *Turns) reclaim() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.extras++
}

// take removes the oldest branch of the queue that waits and is of's, or anybody's if of is nil, and lets
// it run as handed. It returns nil if there is none.
//
//go:norace
func (t *Turns) take(of any) *Branch {
	t.mu.Lock()
	defer t.mu.Unlock()
	for b := t.queue.first; b != nil; b = b.places[queued].younger {
		if (of == nil || b.of == of) && b.begin(handed) {
			t.queue.cut(b)
			return b
		}
	}
	return nil
}

// Lend lets another branch run while the caller waits, until Reclaim.
func (t *Turns) Lend() {
	Hide()
	defer Show()
	t.lend()
}

// Reclaim ends what Lend began. It does not wait: one more may run than there are turns.
func (t *Turns) Reclaim() {
	Hide()
	defer Show()
	t.reclaim()
}

// RunOne runs the oldest branch of of's that waits, on the caller's turn, and reports whether there was
// one. There is no join edge.
//
//go:norace
func (t *Turns) RunOne(of any) bool {
	Hide()
	defer Show()
	b := t.take(of)
	if b != nil {
		<-b.over
	}
	return b != nil
}

// early runs the oldest branch that waits, whoever made it, to make room for another. It waits for its
// end, but not longer than a standstill: it may need what the caller holds. As long as one runs for which
// its maker did not wait until its end, there is no other: so one more than there are turns runs at most.
func (t *Turns) early() bool {
	Hide()
	var b *Branch
	if t.overdue.Load() <= 0 {
		b = t.take(nil)
	}
	Show()
	if b == nil {
		return false
	}
	timer := time.NewTimer(Standstill) // not hidden, as in Offer
	defer timer.Stop()
	b.awaits(timer.C)
	return true
}

//go:norace
func (b *Branch) awaits(timer <-chan time.Time) {
	Hide()
	defer Show()
	select {
	case <-b.over:
	case <-timer:
		// ORDER: by CAS: b's end takes back what is counted here, perhaps before it is counted.
		if b.state.CompareAndSwap(handed, overdue) {
			b.turns.overdue.Add(1)
			b.Settle()
		}
	}
}
