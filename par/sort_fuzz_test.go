package par_test

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
)

// stretch makes a slice of n elements out of little data: what the fuzzer
// changes is which bytes there are and in which order they repeat.
func stretch[E any](data []byte, n, width int, element func(b []byte) E) []E {
	if len(data) == 0 {
		return nil
	}
	s, x, b := make([]E, n), uint32(len(data)), make([]byte, width)
	for i := range s {
		for k := range b {
			x = x*1664525 + 1013904223 + uint32(data[i%len(data)])
			b[k] = data[int(x>>8)%len(data)]
		}
		s[i] = element(b)
	}
	return s
}

func FuzzSort(f *testing.F) {
	f.Add([]byte{}, uint16(0))
	f.Add([]byte{0}, uint16(9000))
	f.Add([]byte("ab"), uint16(5000))
	f.Add([]byte{0, 1, 127, 128, 255}, uint16(9000))
	f.Add([]byte{0xff, 0xf8, 0x7f, 0xf0, 0}, uint16(40_000)) // NaNs
	f.Fuzz(func(t *testing.T, data []byte, n uint16) {
		sortsLikeSlices(t, stretch(data, int(n), 8, func(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }))
		sortsLikeSlices(t, stretch(data, int(n), 4, func(b []byte) int32 { return int32(binary.BigEndian.Uint32(b)) }))
		sortsLikeSlices(t, stretch(data, int(n), 8, func(b []byte) float64 {
			return math.Float64frombits(binary.BigEndian.Uint64(b))
		}))
		sortsLikeSlices(t, stretch(data, int(n), 21, func(b []byte) string { return string(b[:b[0]%22]) }))
	})
}

func sortsLikeSlices[E cmp.Ordered](t *testing.T, s []E) {
	want := slices.Clone(s)
	slices.Sort(want)
	par.Sort(s, sortOptions()["workers=2"]...)
	if i := differ(s, want); i >= 0 {
		t.Fatalf("%T, n=%d: element %d is %v, want %v", s, len(s), i, s[i], want[i])
	}
}

// FuzzSortFunc sorts by an answer that the fuzzer chooses: mostly no order.
func FuzzSortFunc(f *testing.F) {
	f.Add([]byte{0, 1, 2}, uint16(9000))
	f.Add([]byte{0, 0, 0, 1}, uint16(20_000))
	f.Add([]byte("order"), uint16(3000))
	f.Fuzz(func(t *testing.T, data []byte, n uint16) {
		if len(data) == 0 {
			return
		}
		s := make([]keyed, n)
		for i := range s {
			s[i] = keyed{int(data[i%len(data)]) * i, i}
		}
		answer := func(a, b keyed) int { return int(data[(a.key+7*b.at)%len(data)])%3 - 1 }
		for _, sort := range sorts {
			got := slices.Clone(s)
			sort(got, answer, sortOptions()["workers=2"]...)
			permutation(t, got, s)
		}
		stable, want := slices.Clone(s), slices.Clone(s)
		par.SortStableFunc(stable, byKey)
		slices.SortStableFunc(want, byKey)
		if !slices.Equal(stable, want) {
			t.Fatal("SortStableFunc and slices.SortStableFunc differ")
		}
	})
}
