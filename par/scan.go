package par

import (
	"fmt"

	"github.com/skua-go/skua/par/internal/call"
)

// Scan returns the prefixes of id op s[0] op s[1] op …: element i of the result
// is id op s[0] op … op s[i]. op must be associative, need not be commutative, and is
// called several at once. id comes in once, at the left of each prefix.
//
// Where the brackets go depends on len(s) and Grain only, never on workers or
// timing, so the result is the same to the bit on every machine. The slice is
// cut into blocks of Grain elements, or of n/1024 but at least 16: each is
// reduced, then scanned from where the blocks before it end. That takes twice the calls of a plain
// loop. Of integers, without Grain, brackets go where that is cheapest, which may depend on timing,
// and the result is the same since op is associative: nothing is rounded. There an element takes one
// call, and another one if it was stolen, as half of them are with two workers.
//
// op is called for each element, which costs a nanosecond or two. To add numbers take PrefixSum.
//
// Work O(n); span O(n/1024 + log n) calls, or O(Grain + log n), of integers O(n/P) calls on P workers.
// Allocates the result, the results of the blocks and a constant number of small objects. Panics
// as For does.
func Scan[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) S {
	call.Need("Scan", op != nil)
	out := make(S, len(s))
	scanInto(resolve(o), out, s, id, op)
	return out
}

// ScanInto stores in dst[:len(s)] what Scan would return. dst may be s; if it overlaps s otherwise,
// the result is undefined. It costs much less than Scan where op is cheap, since new memory is
// slow at first. Does not allocate the result. Panics as For does, with parts of dst written, and if
// dst is shorter than s.
func ScanInto[S ~[]E, E any](dst, s S, id E, op func(a, b E) E, o ...Option) {
	call.Need("ScanInto", op != nil)
	scanInto(resolve(o), room("ScanInto", dst, s), s, id, op)
}

func scanInto[E any](set call.Settings, out, s []E, id E, op func(a, b E) E) {
	x := &scan[E]{out: out, s: s, op: op, f: op}
	x.store = func(out []E, acc E, s []E) E { return prefixes(out, acc, s, op) }
	x.run(set, id, set.CheapSize(len(s)))
}

// ScanExclusive returns the prefix before each element of s, and the result of all: element
// i of prefix is id op s[0] op … op s[i-1], and total is id op s[0] op … of all of s.
// Otherwise as Scan.
func ScanExclusive[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) (prefix S, total E) {
	call.Need("ScanExclusive", op != nil)
	out := make(S, len(s))
	return out, scanExclusive(resolve(o), out, s, id, op)
}

// ScanExclusiveInto stores in dst[:len(s)] the prefix that ScanExclusive would return, and returns the
// total. Otherwise as ScanInto.
func ScanExclusiveInto[S ~[]E, E any](dst, s S, id E, op func(a, b E) E, o ...Option) (total E) {
	call.Need("ScanExclusiveInto", op != nil)
	return scanExclusive(resolve(o), room("ScanExclusiveInto", dst, s), s, id, op)
}

func scanExclusive[E any](set call.Settings, out, s []E, id E, op func(a, b E) E) (total E) {
	x := &scan[E]{out: out, s: s, op: op, f: op, exclusive: true}
	x.store = func(out []E, acc E, s []E) E {
		for i, v := range s { // v is read before the place is written: out may be s
			out[i] = acc
			acc = op(acc, v)
		}
		return acc
	}
	return x.run(set, id, set.CheapSize(len(s)))
}

// room returns as much of dst as the results for s take. It panics, on behalf of the function called
// name, if that is not there.
func room[R, E any](name string, dst []R, s []E) []R {
	if len(dst) < len(s) {
		panic(fmt.Sprintf("par: %s of %d elements into %d: dst is shorter than s", name, len(s), len(dst)))
	}
	return dst[:len(s)]
}
