//go:build race && !explore

package apart

import (
	"sync"
	"sync/atomic"
	"time"
)

// most is how many branches exist at a time, in all pools, but for those that are settled. The detector has
// 256 vector clocks, and each goroutine that exists takes one: a spawned task takes two (Behind), and the
// program needs some.
const most = 64

// mostSettled is how many more exist that are settled: those that have waited in a join, in Scope.Wait or in
// Blocking, and those that run for a standstill already: most of them wait, in whatever way, and a
// goroutine that waits needs no clock. The detector allows 8,128 goroutines, of which a branch takes
// two, and one of those that are remembered is one. Arbitrary below that.
const mostSettled = 960

// alive is how many branches exist that are not settled, and settled how many are.
var alive, settled atomic.Int64

// begun are the branches that have begun and neither ended nor settled, the oldest first. It is shared behind
// a lock that the detector does not see, so it looks into none of the functions below.
var begun struct {
	mu  sync.Mutex
	row row
}

func init() { begun.row.kind = begins }

// takeRoom reports whether one more may exist, and counts it.
func takeRoom() bool {
	Hide()
	defer Show()
	return counted() || settleOldest() && counted()
}

func counted() bool {
	// ORDER: a number only, here and in what gives room back; hidden from the detector.
	if alive.Add(1) <= most {
		return true
	}
	alive.Add(-1)
	return false
}

// enter notes that b begins. Hidden.
//
//go:norace
func (b *Branch) enter() {
	begun.mu.Lock()
	defer begun.mu.Unlock()
	b.begun = time.Now()
	begun.row.add(b)
}

// leave gives the room of b back, which ends. Hidden.
//
//go:norace
func (b *Branch) leave() {
	begun.mu.Lock()
	defer begun.mu.Unlock()
	if begun.row.cut(b) {
		alive.Add(-1) // ORDER: numbers only, here and below
	} else {
		settled.Add(-1)
	}
}

// Settle gives the room of b back for good, if not too many are settled: it is about to wait, or may do so.
//
//go:norace
func (b *Branch) Settle() {
	Hide()
	defer Show()
	begun.mu.Lock()
	defer begun.mu.Unlock()
	if b.places[begins].in {
		b.settle()
	}
}

// settle is Settle for one that is not settled, under mu. It reports whether there is room for another.
//
//go:norace
func (b *Branch) settle() bool {
	if settled.Load() >= mostSettled {
		return false
	}
	begun.row.cut(b)
	settled.Add(1)
	alive.Add(-1)
	return true
}

// settleOldest settles the branch that has begun first, if it runs for a standstill.
//
//go:norace
func settleOldest() bool {
	begun.mu.Lock()
	defer begun.mu.Unlock()
	b := begun.row.first
	return b != nil && time.Since(b.begun) >= Standstill && b.settle()
}
