package workload

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
)

// mix returns the ith of a sequence of numbers that look random, in any order:
// SplitMix64 of Steele, Lea and Flood, Fast Splittable Pseudorandom Number
// Generators, OOPSLA 2014 [SLF14].
func mix(i int) uint64 {
	z := (uint64(i) + 1) * 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// noise returns the ith of a sequence of whole numbers from -limit to limit.
func noise(i, limit int) int { return int(mix(i)%uint64(2*limit+1)) - limit }

// Checksum stands for data that is too long for an answer: the sum of its
// numbers, each multiplied by the mix of its place, modulo 2⁶⁴. So it depends on
// the order of the data, but not on the order of the additions. Where tasks are
// spawned it is the sum of what they have computed.
type Checksum uint64

func (c Checksum) String() string { return fmt.Sprintf("%016x", uint64(c)) }

// MarshalText is String: as a number it would lose digits in many a reader of JSON.
func (c Checksum) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// sumLoop returns sum(0, n) modulo 2⁶⁴ by a loop over [0, n), given that sum
// adds something up over the indices [lo, hi).
func sumLoop(p skua.Place, n int, sum func(lo, hi int) uint64) uint64 {
	var total atomic.Uint64
	loop := skua.Loop{To: n, Body: func(part *skua.Part) {
		var own uint64
		for lo, hi, ok := part.Chunk(); ok; lo, hi, ok = part.Chunk() {
			own += sum(lo, hi)
		}
		total.Add(own)
	}}
	loop.Run(p)
	return total.Load()
}

// spares keeps the memory of runs that have ended for later runs, so that a measurement
// does not include the time in which the system gives out fresh pages. A run that is
// cancelled does not return its memory.
type spares[T any] struct {
	mu   sync.Mutex
	free []*T
	make func() *T
}

func (s *spares[T]) get() *T {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.free) - 1
	if last < 0 {
		return s.make()
	}
	t := s.free[last]
	s.free = s.free[:last]
	return t
}

func (s *spares[T]) put(t *T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, t)
}
