//go:build race && !explore

package apart

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/skua-go/skua/internal/self"
)

// remembered is how many branches that have ended keep their goroutines, and rememberedBytes how large their
// stacks are together. The detector reports a race only if it knows where both accesses came from, and it
// forgets a goroutine's past soon after the goroutine has ended: it uses the memory for the next one.
const (
	remembered      = 1024
	rememberedBytes = 64 << 20 // arbitrary: 1,024 stacks as deep recursion leaves them took a gigabyte
)

// lingering and lingeringBytes are those of all pools.
var lingering, lingeringBytes atomic.Int64

// past are the goroutines of a pool's branches that ended last, the oldest first: each waits for its channel.
// It is shared behind a lock that the detector does not see, so it looks into none of these functions.
type past struct {
	mu          sync.Mutex
	first, last *lingerer
}

type lingerer struct {
	forgotten chan struct{}
	stack     int64 // bytes
	next      *lingerer
}

// remember returns a channel that is closed when too many branches have ended after the caller's, whose stack
// has that size, or Forget is called: until then the goroutine of a branch that has ended waits. In a bubble
// that nobody's call would end it is closed at once: the bubble could not end. Hidden.
//
//go:norace
func (t *Turns) remember(stack int64) (forgotten chan struct{}) {
	l := &lingerer{forgotten: make(chan struct{}), stack: stack}
	p := &t.past
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last == nil {
		p.first = l
	} else {
		p.last.next = l
	}
	p.last = l
	// ORDER: a caller leaves before it calls Forget, which takes mu: this sees that it has left, or Forget
	// sees l.
	if t.bubbled && !t.inside() {
		p.forgetAll()
		return l.forgotten
	}
	// ORDER: numbers only: if two pools count at a time both may forget one.
	n, bytes := lingering.Add(1), lingeringBytes.Add(stack)
	for p.first != nil && (n > remembered || bytes > rememberedBytes) {
		n, bytes = p.forget()
	}
	return l.forgotten
}

// forget ends the oldest goroutine, and returns what is left in all pools. Under mu.
//
//go:norace
func (p *past) forget() (n, bytes int64) {
	l := p.first
	if p.first = l.next; p.first == nil {
		p.last = nil
	}
	close(l.forgotten)
	return lingering.Add(-1), lingeringBytes.Add(-l.stack) // ORDER: as above
}

// Forget ends the goroutines of all branches that have ended: for the end of a call, when everything is
// joined.
//
//go:norace
func (t *Turns) Forget() {
	Hide()
	defer Show()
	t.past.mu.Lock()
	defer t.past.mu.Unlock()
	t.past.forgetAll()
}

//go:norace
func (p *past) forgetAll() {
	for p.first != nil {
		p.forget()
	}
}

// stackSize returns how large the stack of the calling goroutine has become, or 0 if it cannot tell.
//
//go:norace
func stackSize() int64 {
	if !self.Quick {
		return 0
	}
	// SAFETY: the name is the address of the goroutine's descriptor (internal/self), which begins with the
	// bounds of its stack: the assembly of package runtime counts on that too. What lies elsewhere than
	// about this very variable is no stack of ours.
	name := self.Goroutine()
	bounds := **(**[2]uintptr)(unsafe.Pointer(&name))
	if here := uintptr(unsafe.Pointer(&name)); here < bounds[0] || here >= bounds[1] {
		return 0
	}
	return int64(bounds[1] - bounds[0])
}
