package atomic

import (
	"sync/atomic"
	"unsafe"

	"github.com/skua-go/skua/internal/explore"
)

// swapped passes on whether a compare-and-swap succeeded, and tells the explorer.
func swapped(ok bool) bool {
	if !ok {
		explore.Failed()
	}
	return ok
}

// Bool is atomic.Bool under the explorer's eyes.
type Bool struct{ v atomic.Bool }

// Load is an atomic load.
func (x *Bool) Load() bool {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Bool) Store(v bool) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Bool) Swap(v bool) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Bool) CompareAndSwap(old, v bool) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}

// Pointer is atomic.Pointer under the explorer's eyes.
type Pointer[T any] struct{ v atomic.Pointer[T] }

// Load is an atomic load.
func (x *Pointer[T]) Load() *T {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Pointer[T]) Store(v *T) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Pointer[T]) Swap(v *T) *T {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Pointer[T]) CompareAndSwap(old, v *T) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}
