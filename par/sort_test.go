package par_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/par"
)

// A keyMaker makes keys out of bits, of which many are often zero or equal.
type keyMaker func(r *rand.Rand) uint64

var keyMakers = map[string]keyMaker{
	"uniform":  (*rand.Rand).Uint64,
	"small":    func(r *rand.Rand) uint64 { return r.Uint64N(100) },
	"lengths":  func(r *rand.Rand) uint64 { return r.Uint64() >> r.IntN(64) },
	"high":     func(r *rand.Rand) uint64 { return r.Uint64() << 56 },
	"one bit":  func(r *rand.Rand) uint64 { return 1 << r.IntN(64) },
	"clusters": func(r *rand.Rand) uint64 { return r.Uint64N(3)<<62 + r.Uint64N(7)<<20 + r.Uint64N(200) },
	"equal":    func(*rand.Rand) uint64 { return 1 << 63 },
	"ends":     func(r *rand.Rand) uint64 { return math.MaxUint64 * r.Uint64N(2) },
	"mostly 0": func(r *rand.Rand) uint64 { return r.Uint64() * uint64(one(r.IntN(1000) == 0)) },
}

type celsius float32

type userID int64

func TestSort(t *testing.T) {
	testSort(t, func(x uint64) int8 { return int8(x>>56) ^ int8(x) })
	testSort(t, func(x uint64) uint8 { return uint8(x>>56) ^ uint8(x) })
	testSort(t, func(x uint64) int16 { return int16(x>>48) ^ int16(x) })
	testSort(t, func(x uint64) uint16 { return uint16(x>>48) ^ uint16(x) })
	testSort(t, func(x uint64) int32 { return int32(x>>32) ^ int32(x) })
	testSort(t, func(x uint64) uint32 { return uint32(x>>32) ^ uint32(x) })
	testSort(t, func(x uint64) int64 { return int64(x) })
	testSort(t, func(x uint64) uint64 { return x })
	testSort(t, func(x uint64) int { return int(x) })
	testSort(t, func(x uint64) uint { return uint(x) })
	testSort(t, func(x uint64) uintptr { return uintptr(x) })
	testSort(t, func(x uint64) userID { return userID(x) })
	testSort(t, func(x uint64) float64 { return math.Float64frombits(x) })
	testSort(t, func(x uint64) float64 { return float64(int64(x)) })
	testSort(t, func(x uint64) celsius { return celsius(math.Float32frombits(uint32(x>>32) ^ uint32(x))) })
	testSort(t, func(x uint64) string { return fmt.Sprint(x) })
	testSort(t, func(x uint64) string { return "https://example.org/a/b/c/" + fmt.Sprint(x%1000) })
	testSort(t, func(x uint64) string { return strings.Repeat("\x00", int(x%64)) + fmt.Sprint(x%3) })
	testSort(t, func(x uint64) string { return strings.Repeat("a", int(x%40)) + strings.Repeat("\x00", int(x>>8%20)) })
	testSort(t, func(x uint64) string { return fmt.Sprintf("%x", x)[:min(x%9, 1)] })
}

func testSort[E cmp.Ordered](t *testing.T, element func(x uint64) E) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for _, name := range slices.Sorted(maps.Keys(keyMakers)) {
		key := keyMakers[name]
		for _, n := range sortLengths {
			if n > 70_000 && r.IntN(8) > 0 || n > 1000 && r.IntN(size(32, 20, 1)) > 0 {
				continue
			}
			s := make([]E, n)
			for i := range s {
				s[i] = element(key(r))
			}
			want := slices.Sorted(slices.Values(s))
			tries := 0
			for where, o := range sortOptions() { // in random order
				if tries++; tries > 2 && n > size(63, 5000, 5000) {
					break
				}
				got := slices.Clone(s)
				par.Sort(got, o...)
				if i := differ(got, want); i >= 0 {
					t.Fatalf("%T %s n=%d %s seed=%d: element %d is %v, want %v", s, name, n, where, seed, i, got[i], want[i])
				}
			}
		}
	}
}

// differ returns the first index at which two slices differ for cmp.Compare, or -1.
func differ[E cmp.Ordered](a, b []E) int {
	for i := range a {
		if cmp.Compare(a[i], b[i]) != 0 {
			return i
		}
	}
	return -1
}

func TestSort_patterns(t *testing.T) {
	eachSort(t, func(t *testing.T, s []keyed) {
		numbers, names := make([]int, len(s)), make([]string, len(s))
		for i, x := range s {
			numbers[i], names[i] = x.key, fmt.Sprintf("%+d", x.key)
		}
		par.Sort(numbers)
		if !slices.IsSorted(numbers) {
			t.Fatal("numbers are not in order")
		}
		want := slices.Sorted(slices.Values(names))
		par.Sort(names)
		if !slices.Equal(names, want) {
			t.Fatal("strings are not in order")
		}
	})
}

// TestSort_nan says how slices defines it: NaNs first, zeros equal.
func TestSort_nan(t *testing.T) {
	for _, n := range []int{10, 10_000, 100_000} {
		s := make([]float64, n)
		nans, zeros := 0, 0
		for i := range s {
			switch s[i] = rand.NormFloat64(); i % 7 {
			case 0:
				s[i] = math.NaN()
				nans++
			case 1:
				s[i] = -math.NaN()
				nans++
			case 2:
				s[i] = math.Copysign(0, s[i])
				zeros++
			case 3:
				s[i] = math.Inf(i%2*2 - 1)
			}
		}
		par.Sort(s)
		for _, x := range s[:nans] {
			if x == x {
				t.Fatalf("n=%d: %v among the NaNs", n, x)
			}
		}
		if !slices.IsSorted(s) {
			t.Fatalf("n=%d: not in order", n)
		}
		got := 0
		for _, x := range s {
			got += one(x == 0)
		}
		if got != zeros {
			t.Fatalf("n=%d: %d zeros, want %d", n, got, zeros)
		}
	}
}
