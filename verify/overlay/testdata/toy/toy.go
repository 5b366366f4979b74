// Package toy is woven by overlay's tests.
package toy

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A Bell wakes one sleeper.
type Bell struct {
	rung   atomic.Bool
	asleep atomic.Bool
	parker *park.Parker
}

// NewBell returns a bell that has not been rung.
func NewBell() *Bell { return &Bell{parker: park.New()} }

// Wait returns after Ring.
func (b *Bell) Wait() {
	b.asleep.Store(true)
	if b.rung.Load() &&
		b.asleep.CompareAndSwap(true, false) {
		return
	}
	b.parker.Park()
}

// Ring lets Wait return. At most once.
func (b *Bell) Ring() {
	b.rung.Store(true)
	if b.asleep.CompareAndSwap(true, false) {
		b.parker.Unpark()
	}
}
