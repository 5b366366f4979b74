package atomic

import (
	"sync/atomic"
	"unsafe"

	"github.com/skua-go/skua/internal/explore"
)

// Int32 is atomic.Int32 under the explorer's eyes.
type Int32 struct{ v atomic.Int32 }

// Load is an atomic load.
func (x *Int32) Load() int32 {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Int32) Store(v int32) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Int32) Swap(v int32) int32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Int32) CompareAndSwap(old, v int32) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}

// Add is an atomic addition; it returns the new value.
func (x *Int32) Add(v int32) int32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Add(v)
}

// And is an atomic bitwise and; it returns the old value.
func (x *Int32) And(v int32) int32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.And(v)
}

// Or is an atomic bitwise or; it returns the old value.
func (x *Int32) Or(v int32) int32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Or(v)
}

// Int64 is atomic.Int64 under the explorer's eyes.
type Int64 struct{ v atomic.Int64 }

// Load is an atomic load.
func (x *Int64) Load() int64 {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Int64) Store(v int64) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Int64) Swap(v int64) int64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Int64) CompareAndSwap(old, v int64) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}

// Add is an atomic addition; it returns the new value.
func (x *Int64) Add(v int64) int64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Add(v)
}

// And is an atomic bitwise and; it returns the old value.
func (x *Int64) And(v int64) int64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.And(v)
}

// Or is an atomic bitwise or; it returns the old value.
func (x *Int64) Or(v int64) int64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Or(v)
}

// Uint32 is atomic.Uint32 under the explorer's eyes.
type Uint32 struct{ v atomic.Uint32 }

// Load is an atomic load.
func (x *Uint32) Load() uint32 {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Uint32) Store(v uint32) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Uint32) Swap(v uint32) uint32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Uint32) CompareAndSwap(old, v uint32) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}

// Add is an atomic addition; it returns the new value.
func (x *Uint32) Add(v uint32) uint32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Add(v)
}

// And is an atomic bitwise and; it returns the old value.
func (x *Uint32) And(v uint32) uint32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.And(v)
}

// Or is an atomic bitwise or; it returns the old value.
func (x *Uint32) Or(v uint32) uint32 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Or(v)
}

// Uint64 is atomic.Uint64 under the explorer's eyes.
type Uint64 struct{ v atomic.Uint64 }

// Load is an atomic load.
func (x *Uint64) Load() uint64 {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Uint64) Store(v uint64) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Uint64) Swap(v uint64) uint64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Uint64) CompareAndSwap(old, v uint64) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}

// Add is an atomic addition; it returns the new value.
func (x *Uint64) Add(v uint64) uint64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Add(v)
}

// And is an atomic bitwise and; it returns the old value.
func (x *Uint64) And(v uint64) uint64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.And(v)
}

// Or is an atomic bitwise or; it returns the old value.
func (x *Uint64) Or(v uint64) uint64 {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Or(v)
}

// Uintptr is atomic.Uintptr under the explorer's eyes.
type Uintptr struct{ v atomic.Uintptr }

// Load is an atomic load.
func (x *Uintptr) Load() uintptr {
	explore.Access(unsafe.Pointer(x), explore.Load)
	return x.v.Load()
}

// Store is an atomic store.
func (x *Uintptr) Store(v uintptr) {
	explore.Access(unsafe.Pointer(x), explore.Store)
	x.v.Store(v)
}

// Swap is an atomic exchange.
func (x *Uintptr) Swap(v uintptr) uintptr {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Swap(v)
}

// CompareAndSwap is an atomic compare-and-swap.
func (x *Uintptr) CompareAndSwap(old, v uintptr) bool {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return swapped(x.v.CompareAndSwap(old, v))
}

// Add is an atomic addition; it returns the new value.
func (x *Uintptr) Add(v uintptr) uintptr {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Add(v)
}

// And is an atomic bitwise and; it returns the old value.
func (x *Uintptr) And(v uintptr) uintptr {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.And(v)
}

// Or is an atomic bitwise or; it returns the old value.
func (x *Uintptr) Or(v uintptr) uintptr {
	explore.Access(unsafe.Pointer(x), explore.RMW)
	return x.v.Or(v)
}
