package par_test

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/radix"
)

// far is a bit above those of the numbers that are close to each other.
const far = bits.UintSize * 5 / 8

// routes are orders of numbers, of n in all, that are in place, one or two
// cycles, very many short ones, or none that close, when they are moved by the
// packet.
var routes = map[string]func(i, n int) int{
	"home":        func(i, n int) int { return i ^ i>>1&1 },
	"rotated":     func(i, n int) int { return (i + n/3) % n },
	"by one":      func(i, n int) int { return (i + 1000) % n },
	"halves":      func(i, n int) int { return (i + n/2) % n },
	"interleaved": func(i, n int) int { return i%2*(n/2) + i/2 },
	"backwards":   func(i, n int) int { return (n-1-i)&^127 + i&127 },
	"mixed bits":  func(i, n int) int { return int(bits.Reverse32(uint32(i))) },
	"dense, rare": func(i, n int) int { return i%3<<far + one(i%97 == 0)*(i%256)<<(far-6) + i },
	"one heavy":   func(i, n int) int { return one(i%200 == 0)*rand.Int() + i*7919%n },
	"two heavy":   func(i, n int) int { return i%2<<(bits.UintSize-2) + i*7919%n },
	"two values":  func(i, n int) int { return one(rand.IntN(2) == 0) << far },
	"last odd":    func(i, n int) int { return one(i == n-1)<<(far+5) + i%1000 },
}

// TestSort_routes sorts what takes every way of packets and gaps.
func TestSort_routes(t *testing.T) {
	for name, number := range routes {
		for _, n := range []int{1 << 15, 1<<15 + 127, 1<<16 - 1, 200_000, 1<<20 + 1} {
			if n > 70_000 && rand.IntN(size(24, 10, 1)) > 0 || n > 1<<15 && rand.IntN(size(3, 1, 1)) > 0 {
				continue
			}
			s := make([]int, n)
			for i := range s {
				s[i] = number(i, n)
			}
			want := slices.Sorted(slices.Values(s))
			for where, o := range someOptions(n) {
				got := slices.Clone(s)
				par.Sort(got, o...)
				if i := differ(got, want); i >= 0 {
					t.Fatalf("%s, %s, n=%d: element %d is %d, want %d", name, where, n, i, got[i], want[i])
				}
			}
		}
	}
}

// TestSort_memory: a fraction of what is sorted.
func TestSort_memory(t *testing.T) {
	const n = 1 << 20
	all := []string{"sequential", "workers=1", "workers=2"}
	for name, number := range map[string]func() int{
		"random":    rand.Int,
		"one heavy": func() int { return rand.Int() >> (rand.IntN(2) * 40) },
		"two":       func() int { return rand.IntN(2) },
	} {
		for _, where := range size([]string{"sequential", "workers=2"}, all, all) {
			t.Run(fmt.Sprintf("%s/%s", name, where), func(t *testing.T) {
				s := make([]int, n)
				for i := range s {
					s[i] = number()
				}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				par.Sort(s, sortOptions()[where]...)
				runtime.ReadMemStats(&after)
				if got := after.TotalAlloc - before.TotalAlloc; got > 8*n/4 {
					t.Errorf("allocates %d bytes to sort %d", got, 8*n)
				}
			})
		}
	}
}

// TestSort_parts sorts numbers by parts, as Sort does where they are more than 2³² - 1.
func TestSort_parts(t *testing.T) {
	testParts(t, reflect.Int, func(x uint64) int { return int(x) })
	testParts(t, reflect.Uint8, func(x uint64) uint8 { return uint8(x) })
	testParts(t, reflect.Float64, math.Float64frombits)
}

func testParts[E cmp.Ordered](t *testing.T, kind reflect.Kind, element func(x uint64) E) {
	r := random(t)
	for name, key := range keyMakers {
		s := make([]E, 5000+r.IntN(20_000))
		for i := range s {
			s[i] = element(key(r))
		}
		want := slices.Sorted(slices.Values(s))
		for _, most := range []uint64{1000, uint64(len(s) - 1)} {
			got := slices.Clone(s)
			radix.Sort(got, kind, most, call.Settings{Place: pool(2), Eager: true})
			if i := differ(got, want); i >= 0 {
				t.Fatalf("%T %s n=%d most=%d: element %d is %v, want %v", s, name, len(s), most, i, got[i], want[i])
			}
		}
	}
}
