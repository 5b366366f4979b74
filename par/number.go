package par

import (
	"cmp"
	"reflect"

	"github.com/skua-go/skua/par/internal/call"
)

// A Number is what Sum adds.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 |
		~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr |
		~float32 | ~float64 | ~complex64 | ~complex128
}

// Sum returns the sum of s, which is 0 if s is empty. Integers wrap around. In which order floats
// are added depends on len(s) and Grain only, so the sum is the same to the bit on any number of
// workers, but it is not that of a plain loop: it has less of an error.
//
// There is no call for each element, so it is faster than Reduce: about as fast as memory can be read.
// Work O(n), span O(n/1024 + log n), or O(Grain + log n). Allocates the sums of the blocks and a
// constant number of small objects. Panics with skua.ErrClosed if the pool is closed.
func Sum[S ~[]E, E Number](s S, o ...Option) E {
	set := resolve(o)
	if len(s) == 0 {
		return 0
	}
	add, block := func(a, b E) E { return a + b }, sumOf[E]()
	if alone[E](set, len(s), integer[E]()) {
		return block(s)
	}
	return call.Reduce(set, len(s), set.BareSize(len(s)), add, add, func(lo, hi int) E { return block(s[lo:hi]) })
}

// alone reports whether the caller goes through n elements by itself, in which case it has done what a
// loop does besides. No function of the user's is called for a number, and so few are over, in 2 µs,
// before a worker could come: the call need not enter the pool. So it does not wait in line either where
// a pool limits its guests, but it panics if the pool is closed, and stops a cancelled run. Where
// brackets show, which they do not if the operation is exact, so few are one block.
func alone[E any](set call.Settings, n int, exact bool) bool {
	most := call.BareLeast
	if exact {
		most *= 8
	}
	if n > most || set.Grain > 0 && set.Grain < n || reflect.TypeFor[E]().Kind() > reflect.Complex128 {
		return false
	}
	set.Pass()
	return true
}

// integer reports whether E is one, or a bool: nothing is rounded.
func integer[E any]() bool {
	kind := reflect.TypeFor[E]().Kind()
	return reflect.Bool <= kind && kind <= reflect.Uintptr
}

// sum adds to four sums in turns: one sum would wait for each addition to end.
func sum[E Number](s []E) E {
	var a, b, c, d E
	for ; len(s) >= 4; s = s[4:] {
		a += s[0]
		b += s[1]
		c += s[2]
		d += s[3]
	}
	for _, v := range s {
		a += v
	}
	return (a + b) + (c + d)
}

// Min returns the least element of s, as slices.Min does: if one is NaN, the result is NaN. Cost as
// Sum. Panics if s is empty, and with skua.ErrClosed if the pool is closed.
func Min[S ~[]E, E cmp.Ordered](s S, o ...Option) E {
	return best("Min", s, func(a, b E) E { return min(a, b) }, leastOf[E](), o)
}

// Max returns the greatest element of s, as slices.Max does. Otherwise as Min.
func Max[S ~[]E, E cmp.Ordered](s S, o ...Option) E {
	return best("Max", s, func(a, b E) E { return max(a, b) }, greatestOf[E](), o)
}

func isFloat[E any]() bool {
	kind := reflect.TypeFor[E]().Kind()
	return kind == reflect.Float32 || kind == reflect.Float64
}

// best returns what op leaves of the blocks' bests, on behalf of the function called name.
func best[E any](name string, s []E, op func(a, b E) E, block func(s []E) E, o []Option) E {
	if len(s) == 0 {
		panic("par: " + name + " of an empty slice")
	}
	set := resolve(o)
	if alone[E](set, len(s), true) {
		return block(s)
	}
	return call.Reduce(set, len(s), set.BareSize(len(s)), op, op, func(lo, hi int) E { return block(s[lo:hi]) })
}

// least4 returns the least element of s. It goes through s at four places in turns, as sum does.
func least4[E cmp.Ordered](s []E) E {
	a, b, c, d := s[0], s[0], s[0], s[0]
	for ; len(s) >= 4; s = s[4:] {
		a, b, c, d = min(a, s[0]), min(b, s[1]), min(c, s[2]), min(d, s[3])
	}
	for _, v := range s {
		a = min(a, v)
	}
	return min(a, b, c, d)
}

// leastFloat is least4 for floats, of which min takes ten instructions to get NaN and the sign of zero
// right. Most elements are no news, and one comparison with a tells. NaN fails it as what is less does.
func leastFloat[E cmp.Ordered](s []E) E {
	a, rest := s[0], s
	for ; len(rest) >= 4; rest = rest[4:] {
		if rest[0] >= a && rest[1] >= a && rest[2] >= a && rest[3] >= a {
			continue
		}
		if a = min(a, min(min(rest[0], rest[1]), min(rest[2], rest[3]))); a != a {
			return a
		}
	}
	for _, v := range rest {
		a = min(a, v)
	}
	if zero := *new(E); a == zero {
		return least4(s) // -0 is below +0 for min, but +0 >= -0
	}
	return a
}

func greatest4[E cmp.Ordered](s []E) E {
	a, b, c, d := s[0], s[0], s[0], s[0]
	for ; len(s) >= 4; s = s[4:] {
		a, b, c, d = max(a, s[0]), max(b, s[1]), max(c, s[2]), max(d, s[3])
	}
	for _, v := range s {
		a = max(a, v)
	}
	return max(a, b, c, d)
}

// greatestFloat is greatest4 for floats, as leastFloat is least4.
func greatestFloat[E cmp.Ordered](s []E) E {
	a, rest := s[0], s
	for ; len(rest) >= 4; rest = rest[4:] {
		if rest[0] <= a && rest[1] <= a && rest[2] <= a && rest[3] <= a {
			continue
		}
		if a = max(a, max(max(rest[0], rest[1]), max(rest[2], rest[3]))); a != a {
			return a
		}
	}
	for _, v := range rest {
		a = max(a, v)
	}
	if zero := *new(E); a == zero {
		return greatest4(s)
	}
	return a
}
