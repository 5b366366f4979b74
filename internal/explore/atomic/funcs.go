package atomic

import (
	"sync/atomic"
	"unsafe"

	"github.com/skua-go/skua/internal/explore"
)

// LoadInt32 is an atomic load of *p.
func LoadInt32(p *int32) int32 {
	explore.Access(unsafe.Pointer(p), explore.Load)
	return atomic.LoadInt32(p)
}

// StoreInt32 is an atomic store to *p.
func StoreInt32(p *int32, v int32) {
	explore.Access(unsafe.Pointer(p), explore.Store)
	atomic.StoreInt32(p, v)
}

// SwapInt32 is an atomic exchange of *p.
func SwapInt32(p *int32, v int32) int32 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.SwapInt32(p, v)
}

// AddInt32 is an atomic addition to *p; it returns the new value.
func AddInt32(p *int32, v int32) int32 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.AddInt32(p, v)
}

// CompareAndSwapInt32 is an atomic compare-and-swap of *p.
func CompareAndSwapInt32(p *int32, old, v int32) bool {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return swapped(atomic.CompareAndSwapInt32(p, old, v))
}

// LoadInt64 is an atomic load of *p.
func LoadInt64(p *int64) int64 {
	explore.Access(unsafe.Pointer(p), explore.Load)
	return atomic.LoadInt64(p)
}

// StoreInt64 is an atomic store to *p.
func StoreInt64(p *int64, v int64) {
	explore.Access(unsafe.Pointer(p), explore.Store)
	atomic.StoreInt64(p, v)
}

// SwapInt64 is an atomic exchange of *p.
func SwapInt64(p *int64, v int64) int64 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.SwapInt64(p, v)
}

// AddInt64 is an atomic addition to *p; it returns the new value.
func AddInt64(p *int64, v int64) int64 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.AddInt64(p, v)
}

// CompareAndSwapInt64 is an atomic compare-and-swap of *p.
func CompareAndSwapInt64(p *int64, old, v int64) bool {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return swapped(atomic.CompareAndSwapInt64(p, old, v))
}

// LoadUint32 is an atomic load of *p.
func LoadUint32(p *uint32) uint32 {
	explore.Access(unsafe.Pointer(p), explore.Load)
	return atomic.LoadUint32(p)
}

// StoreUint32 is an atomic store to *p.
func StoreUint32(p *uint32, v uint32) {
	explore.Access(unsafe.Pointer(p), explore.Store)
	atomic.StoreUint32(p, v)
}

// SwapUint32 is an atomic exchange of *p.
func SwapUint32(p *uint32, v uint32) uint32 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.SwapUint32(p, v)
}

// AddUint32 is an atomic addition to *p; it returns the new value.
func AddUint32(p *uint32, v uint32) uint32 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.AddUint32(p, v)
}

// CompareAndSwapUint32 is an atomic compare-and-swap of *p.
func CompareAndSwapUint32(p *uint32, old, v uint32) bool {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return swapped(atomic.CompareAndSwapUint32(p, old, v))
}

// LoadUint64 is an atomic load of *p.
func LoadUint64(p *uint64) uint64 {
	explore.Access(unsafe.Pointer(p), explore.Load)
	return atomic.LoadUint64(p)
}

// StoreUint64 is an atomic store to *p.
func StoreUint64(p *uint64, v uint64) {
	explore.Access(unsafe.Pointer(p), explore.Store)
	atomic.StoreUint64(p, v)
}

// SwapUint64 is an atomic exchange of *p.
func SwapUint64(p *uint64, v uint64) uint64 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.SwapUint64(p, v)
}

// AddUint64 is an atomic addition to *p; it returns the new value.
func AddUint64(p *uint64, v uint64) uint64 {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return atomic.AddUint64(p, v)
}

// CompareAndSwapUint64 is an atomic compare-and-swap of *p.
func CompareAndSwapUint64(p *uint64, old, v uint64) bool {
	explore.Access(unsafe.Pointer(p), explore.RMW)
	return swapped(atomic.CompareAndSwapUint64(p, old, v))
}

// LoadUintptr is an atomic load of *p.
func LoadUintptr(p *uintptr) uintptr {
	explore.Access(unsafe.Pointer(p), explore.Load)
	return atomic.LoadUintptr(p)
}

// StoreUintptr is an atomic store to *p.
func StoreUintptr(p *uintptr, v uintptr) {
	explore.Access(unsafe.Pointer(p), explore.Store)
	atomic.StoreUintptr(p, v)
}
