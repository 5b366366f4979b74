package call

import (
	"math/bits"
	"unsafe"

	"github.com/skua-go/skua"
)

// Loop runs body, in parallel pieces, over the indices [0, n). f is the user's function that the
// loop is for. Not for Sequential settings: a plain loop takes its place.
//
// NOT: call f for a single index where the caller is. That takes 150 ns less, but f would run beyond the
// pool's tokens and its limit of guests, and what it calls would run in the default pool.
//
// NOT: a function between this one and skua's. A profile has at most four functions of ours
// between the user's and the caller of par.For: For, this, skua's and the body.
func (s *Settings) Loop(n int, f any, body func(p *skua.Part)) {
	loop := s.loop(n, n, f, body)
	loop.Run(s.At())
}

// loop returns the loop over n indices that stand for elements of the user's. Every loop of
// par is made here.
func (s *Settings) loop(n, elements int, f any, body func(p *skua.Part)) skua.Loop {
	loop := skua.Loop{To: n, Grain: s.Grain, Workers: s.Workers, Kind: kindOf(f, n, elements), Line: s.Line, Body: body}
	if s.Eager && s.Grain == 0 {
		loop.Grain = 1
	}
	return loop
}

// kindOf returns the kind of loops over n indices that stand for elements of the user's. The
// body is the same for all functions f, so the kind is the code of f, with the number of
// elements to an index, to within a factor of two. If f is nil the code of the body is the
// kind.
func kindOf(f any, n, elements int) uintptr {
	if f == nil {
		return 0
	}
	const sizes = 64
	// SAFETY: f is a function that is not nil. The data word of an interface that holds one points to what
	// begins with its code, as reflect.Value.Pointer reads it.
	code := **(**uintptr)(unsafe.Add(unsafe.Pointer(&f), unsafe.Sizeof(uintptr(0))))
	return code*sizes + uintptr(bits.Len(uint(elements/max(n, 1))))
}
