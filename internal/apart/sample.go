//go:build race && !explore

package apart

import (
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/internal/clock"
)

// complete is how many forks of a call site become branches before some do not: 4,096 take some 80 ms.
// From there on their share halves each time that the number of forks doubles.
const complete = 1 << 12

// Admits reports whether the fork that the caller makes is to be a branch, and then counts it as
// existing: Go must follow. In a small run each is; beyond, the call site decides. If too many exist
// the oldest that waits runs first. If none waits, the fork is a plain call. So it is in a bubble in
// which the pool was not made: whoever gets a turn back hands it to any branch of the pool, and a
// goroutine may use a channel that was made in a bubble only there.
//
// NOT: wait by locks, which have no bubble. Its clock would stand still while a branch sleeps.
func (t *Turns) Admits() bool {
	if !On() || !sampled() || clock.Bubbled() != t.bubbled {
		return false
	}
	return takeRoom() || t.early() && takeRoom()
}

// sampled reports whether the fork that the caller makes should be a branch.
func sampled() bool {
	if now() == All {
		return true
	}
	Hide()
	defer Show()
	return chosen(count(site()))
}

// sites counts the forks of call sites; those that share a place share the number.
var sites [1 << siteBits]atomic.Uint64

const siteBits = 12 // 32 KiB: arbitrary

// count returns how many forks the call site has made before.
func count(pc uintptr) uint64 {
	at := uint64(pc) * 0x9e3779b97f4a7c15 >> (64 - siteBits)
	return sites[at].Add(1) - 1 // ORDER: a number only
}

// chosen reports whether fork number n of a site becomes a branch.
func chosen(n uint64) bool {
	if n < complete {
		return true
	}
	return n*0x9e3779b97f4a7c15>>(64-bits.Len64(n/complete)) == 0
}
