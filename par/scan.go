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
// reduced, then scanned from where the blocks before it end.
//
// Work O(n), twice the calls of a plain loop; span O(n/1024 + log n) calls, or
// O(Grain + log n). Allocates the result, the results of the blocks and a
// constant number of small objects. Panics as For does.
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
	scan(set, s, id, op, func(acc E, lo, hi int) { prefixes(out[lo:hi], acc, s[lo:hi], op) })
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
	total = id
	scan(set, s, id, op, func(acc E, lo, hi int) {
		last := hi - 1
		for i, v := range s[lo:last] { // v is read before the place is written: out may be s
			out[lo+i] = acc
			acc = op(acc, v)
		}
		if hi == len(s) {
			total = op(acc, s[last])
		}
		out[last] = acc
	})
	return total
}

// room returns as much of dst as the results for s take. It panics, on behalf of the function called
// name, if that is not there.
func room[R, E any](name string, dst []R, s []E) []R {
	if len(dst) < len(s) {
		panic(fmt.Sprintf("par: %s of %d elements into %d: dst is shorter than s", name, len(s), len(dst)))
	}
	return dst[:len(s)]
}

// scan calls write for every block [lo, hi) of v, with id and all elements
// before it reduced by op.
func scan[E any](set call.Settings, v []E, id E, op func(a, b E) E, write func(acc E, lo, hi int)) {
	if len(v) == 0 {
		return
	}
	size := set.CheapSize(len(v))
	start := make([]E, call.BlockCount(len(v), size)) // the prefix before each block
	start[0] = id
	sum := func(k, lo, hi int) { start[k+1] = call.FoldAll(v[lo:hi], op) }
	set.BlocksThen((len(start)-1)*size, size, op, sum, func(set call.Settings) {
		scanTree(set, start, op)
		set.Blocks(len(v), size, op, func(k, lo, hi int) { write(start[k], lo, hi) })
	})
}

// prefixes stores in out, which is as long as s, what acc is after each element of s has
// been added; four at a time, as call.AddAll.
func prefixes[E any](out []E, acc E, s []E, op func(a, b E) E) {
	for ; len(s) >= 4 && len(out) >= 4; s, out = s[4:], out[4:] {
		acc = op(acc, s[0])
		out[0] = acc
		acc = op(acc, s[1])
		out[1] = acc
		acc = op(acc, s[2])
		out[2] = acc
		acc = op(acc, s[3])
		out[3] = acc
	}
	for i, v := range s {
		acc = op(acc, v)
		out[i] = acc
	}
}

// scanTree replaces v by its prefixes.
func scanTree[E any](set call.Settings, v []E, op func(a, b E) E) {
	var ends []E // of all groups but the last
	if groups := call.BlockCount(len(v), call.Arity); groups > 1 {
		ends = make([]E, groups-1)
		set.Level(len(ends)*call.Arity, op, func(k, lo, hi int) { ends[k] = call.FoldAll(v[lo:hi], op) })
		scanTree(set, ends, op)
	}
	if len(v) < 2 {
		return
	}
	set.Level(len(v), op, func(k, lo, hi int) {
		if k > 0 {
			v[lo] = op(ends[k-1], v[lo])
		}
		for i := lo + 1; i < hi; i++ {
			v[i] = op(v[i-1], v[i])
		}
	})
}
