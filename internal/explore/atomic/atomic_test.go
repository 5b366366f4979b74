package atomic

import (
	"sync/atomic"
	"testing"
	"unsafe"
)

// TestSizes keeps the layout of woven code as it is.
func TestSizes(t *testing.T) {
	for name, sizes := range map[string][2]uintptr{
		"Bool":    {unsafe.Sizeof(Bool{}), unsafe.Sizeof(atomic.Bool{})},
		"Int32":   {unsafe.Sizeof(Int32{}), unsafe.Sizeof(atomic.Int32{})},
		"Int64":   {unsafe.Sizeof(Int64{}), unsafe.Sizeof(atomic.Int64{})},
		"Uint32":  {unsafe.Sizeof(Uint32{}), unsafe.Sizeof(atomic.Uint32{})},
		"Uint64":  {unsafe.Sizeof(Uint64{}), unsafe.Sizeof(atomic.Uint64{})},
		"Uintptr": {unsafe.Sizeof(Uintptr{}), unsafe.Sizeof(atomic.Uintptr{})},
		"Pointer": {unsafe.Sizeof(Pointer[int]{}), unsafe.Sizeof(atomic.Pointer[int]{})},
	} {
		if sizes[0] != sizes[1] {
			t.Errorf("%s: %d bytes, want %d", name, sizes[0], sizes[1])
		}
	}
}

// TestPlain checks the results of every operation outside an exploration.
func TestPlain(t *testing.T) {
	var b Bool
	var p Pointer[int]
	var n, w uint32
	var i Int64
	one := 1
	b.Store(true)
	p.Store(&one)
	i.Store(6)
	StoreUint32(&w, 3)
	n = LoadUint32(&w)
	for what, ok := range map[string]bool{
		"Bool":           b.Load() && b.Swap(false) && !b.CompareAndSwap(true, false) && b.CompareAndSwap(false, true),
		"Pointer":        p.Load() == &one && p.CompareAndSwap(&one, nil) && p.Swap(&one) == nil && !p.CompareAndSwap(nil, nil),
		"Int64":          i.Load() == 6 && i.Add(1) == 7 && i.And(3) == 7 && i.Or(4) == 3 && i.Swap(1) == 7 && !i.CompareAndSwap(0, 1) && i.CompareAndSwap(1, 0),
		"functions":      n == 3 && AddUint32(&w, 2) == 5 && SwapUint32(&w, 1) == 5,
		"CompareAndSwap": !CompareAndSwapUint32(&w, 2, 9) && CompareAndSwapUint32(&w, 1, 9) && LoadUint32(&w) == 9,
	} {
		if !ok {
			t.Errorf("%s differs from sync/atomic", what)
		}
	}
}
