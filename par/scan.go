package par

import "github.com/skua-go/skua/par/internal/call"

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
	scan(resolve(o), s, id, op, func(acc E, lo, hi int) { prefixes(out[lo:hi], acc, s[lo:hi], op) })
	return out
}

// ScanExclusive returns the prefix before each element of s, and the result of all: element
// i of prefix is id op s[0] op … op s[i-1], and total is id op s[0] op … of all of s.
// Otherwise as Scan.
func ScanExclusive[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) (prefix S, total E) {
	call.Need("ScanExclusive", op != nil)
	out := make(S, len(s))
	total = id
	scan(resolve(o), s, id, op, func(acc E, lo, hi int) {
		out[lo] = acc
		prefixes(out[lo+1:hi], acc, s[lo:hi-1], op)
		if hi == len(s) {
			total = op(out[hi-1], s[hi-1])
		}
	})
	return out, total
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
