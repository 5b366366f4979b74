package par_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// TestVectors asks for integers of every size what plain loops say, at lengths around those of vectors.
// GOEXPERIMENT=simd chooses the code of vector_simd.go.
func TestVectors(t *testing.T) {
	type weight int64
	testVectors(t, math.MinInt, math.MaxInt, func(x uint64) int { return int(x) })
	testVectors(t, math.MinInt64, math.MaxInt64, func(x uint64) weight { return weight(x) })
	testVectors(t, math.MinInt32, math.MaxInt32, func(x uint64) int32 { return int32(x) })
	testVectors(t, math.MinInt16, math.MaxInt16, func(x uint64) int16 { return int16(x) })
	testVectors(t, 0, math.MaxUint64, func(x uint64) uint64 { return x })
	testVectors(t, 0, math.MaxUint32, func(x uint64) uint32 { return uint32(x) })
	testVectors(t, 0, ^uintptr(0), func(x uint64) uintptr { return uintptr(x) })
}

func testVectors[E interface {
	par.Number
	cmp.Ordered
}](t *testing.T, least, most E, of func(x uint64) E) {
	for _, n := range []int{1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1023, 3000} {
		s := make([]E, n)
		for i := range s {
			s[i] = of(rand.Uint64() | 1)
		}
		extremes := [...]E{least, most, of(rand.Uint64()), s[rand.IntN(n)]}
		for at := 0; at < n; at += 1 + n/70 {
			for _, v := range extremes {
				s[at], v = v, s[at]
				checkVectors(t, s, s[at])
				s[at] = v
			}
		}
		checkVectors(t, s, 0) // even, so nowhere
	}
}

func checkVectors[E interface {
	par.Number
	cmp.Ordered
}](t *testing.T, s []E, v E) {
	t.Helper()
	var sum E
	for _, x := range s {
		sum += x
	}
	if got := par.Sum(s); got != sum {
		t.Errorf("Sum of %d %T is %v, want %v", len(s), v, got, sum)
	}
	if got, want := par.Min(s), slices.Min(s); got != want {
		t.Errorf("Min of %d %T is %v, want %v", len(s), v, got, want)
	}
	if got, want := par.Max(s), slices.Max(s); got != want {
		t.Errorf("Max of %d %T is %v, want %v", len(s), v, got, want)
	}
	want := slices.Index(s, v)
	if got := par.Index(s, v); got != want {
		t.Errorf("Index in %d %T is %d, want %d", len(s), v, got, want)
	}
	if got := par.Contains(s, v); got != (want >= 0) {
		t.Errorf("Contains in %d %T is %v", len(s), v, got)
	}
}
