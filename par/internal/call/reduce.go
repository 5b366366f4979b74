package call

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// Arity is how many results a node combines: enough for a cheap op, not too many
// for an expensive one; not measured.
const Arity = 16

// A reduction cuts [0, n) into blocks, has leaf return a result for each, and
// combines them by op, up to 16 at a time. Its shape depends on n and size only.
type reduction[A any] struct {
	set     Settings
	n, size int
	leaf    func(k, lo, hi int) A
	op      func(a, b A) A

	tree []A // the results of the blocks, then those of each level above, the root last

	start time.Duration
	left  atomic.Int64 // blocks that have no result yet
}

// Reduce returns the result of a reduction, which is for the user's function f.
// n must be positive.
func Reduce[A any](s Settings, n, size int, f any, op func(a, b A) A, leaf func(k, lo, hi int) A) A {
	r := &reduction[A]{set: s, n: n, size: size, leaf: leaf, op: op}
	count := BlockCount(n, size)
	Room[A]("the results of blocks", treeSize(count))
	r.tree = make([]A, treeSize(count))
	if s.Sequential {
		for k := range count {
			r.tree[k] = leaf(k, k*size, min(k*size+size, n))
		}
		r.combine(s, count)
	} else {
		r.start = clock()
		r.left.Store(int64(count))
		r.set.Grain = 0 // size takes account of it
		r.set.LoopOver(count, n, f, r.part)
	}
	return r.tree[len(r.tree)-1]
}

// treeSize returns how many nodes a tree with that number of leaves has.
func treeSize(leaves int) int {
	size := leaves
	for leaves > 1 {
		leaves = BlockCount(leaves, Arity)
		size += leaves
	}
	return size
}

// part runs the blocks of one part. The worker that ends the last block combines the results
// there: to enter the pool again would cost more than a small tree.
func (r *reduction[A]) part(p *skua.Part) {
	leaf, tree, size, n, ran := r.leaf, r.tree, r.size, r.n, 0
	for p.Next() {
		k := p.Index()
		tree[k] = leaf(k, k*size, min(k*size+size, n))
		ran++
	}
	// ORDER: after what the part's blocks wrote, which combine reads. A part that
	// was stopped has run less than it had, so no worker combines.
	if ran > 0 && r.left.Add(-int64(ran)) == 0 {
		r.combine(r.set.after(r.start, r.size, p), BlockCount(r.n, r.size))
	}
}

// combine fills the levels of the tree above its leaves.
func (r *reduction[A]) combine(s Settings, count int) {
	rest := r.tree
	for count > 1 {
		children, level := rest[:count], rest[count:]
		s.Level(count, r.op, func(k, lo, hi int) { level[k] = FoldAll(children[lo:hi], r.op) })
		count, rest = BlockCount(count, Arity), level
	}
}

// CheapSize returns the size of n elements' blocks where a block of one would be
// no work at all.
func (s Settings) CheapSize(n int) int {
	if s.Grain > 0 {
		return s.Grain
	}
	return max(Arity, s.BlockSize(n, 1024))
}

// FoldAll returns v[0] op v[1] op …, from left to right.
func FoldAll[E any](v []E, op func(a, b E) E) E { return AddAll(v[0], v[1:], op) }

// AddAll adds the elements of s to acc, in order. Where add does next to nothing,
// its calls cost less four at a time: nothing but acc is kept over each.
//
// NOT: Reduce and its like small enough to be inlined into the caller, so that
// add could be too. What is copied with an inlined function is not inlined into
// again if it stands in a func literal, as all that workers run does (Go 1.26);
// then even Part.Next is a call.
func AddAll[A, E any](acc A, s []E, add func(acc A, v E) A) A {
	for ; len(s) >= 4; s = s[4:] {
		acc = add(add(add(add(acc, s[0]), s[1]), s[2]), s[3])
	}
	for _, v := range s {
		acc = add(acc, v)
	}
	return acc
}
