package fork

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
)

// Gate is the word of a stack that each of its forks loads: a fork at a frame that is not below it is fast.
// Shut, it is a request for private frames, which stands until takeBack (R8). Its methods are
// anyone's, but for those whose comments say so.
//
// NOT: an atomic.Uint32, nor a method in Due and DueAt. The inliner has no room for either in the facade's
// Fork and Poll.
type Gate uint32

func (g *Gate) load() uint32 { return atomic.LoadUint32((*uint32)(g)) }

// asked reports whether a request stands.
func (g *Gate) asked() bool { return g.load() == crew.Shut }

// ask requests the owner's private work. It looks first: the line stays shared
// while many ask.
func (g *Gate) ask() {
	if !g.asked() {
		// ORDER: after the announcement, before the last search (internal/sleep, falling asleep).
		atomic.StoreUint32((*uint32)(g), crew.Shut)
	}
}

// stand makes a request stand that the owner has seen, or makes one of its own. Owner only.
func (g *Gate) stand() {
	// ORDER: the owner's own request, for its later forks and looks, which load the gate.
	atomic.StoreUint32((*uint32)(g), crew.Shut)
}

// takeBack opens the gate: forks at frames from i on are fast. Owner only.
func (g *Gate) takeBack(i uint32) {
	// ORDER: before the owner looks at anything else: a request that comes later finds the gate open,
	// shuts it, and the next fork sees it.
	atomic.StoreUint32((*uint32)(g), i)
}

// move lets forks be fast at frames from i on, unless a request stands. Owner only.
func (g *Gate) move(i uint32) {
	if was := g.load(); was != crew.Shut {
		// ORDER: a CAS, so that a request that comes meanwhile stays: only takeBack takes one
		// back. Before frames become public, so a request that comes after they are gone stays
		// too.
		atomic.CompareAndSwapUint32((*uint32)(g), was, i)
	}
}
