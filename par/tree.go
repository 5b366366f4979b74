package par

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

// arity is how many results a node combines: enough for a cheap op, few enough
// for a dear one; not measured.
const arity = 16

// A reduction cuts [0, n) into blocks, has leaf return a result for each, and
// combines them by op, up to 16 at a time. Its shape depends on n and size only.
type reduction[A any] struct {
	settings
	n, size int
	leaf    func(k, lo, hi int) A
	op      func(a, b A) A

	tree []A // the results of the blocks, then those of each level above, the root last

	start time.Duration
	left  atomic.Int64 // blocks that have no result yet
}

// reduce returns the result of a reduction, which is for the user's function f.
// n must be positive.
func reduce[A any](s settings, n, size int, f any, op func(a, b A) A, leaf func(k, lo, hi int) A) A {
	r := &reduction[A]{settings: s, n: n, size: size, leaf: leaf, op: op}
	count := blockCount(n, size)
	room[A]("the results of blocks", treeSize(count))
	r.tree = make([]A, treeSize(count))
	if s.sequential {
		for k := range count {
			r.tree[k] = leaf(k, k*size, min(k*size+size, n))
		}
		r.combine(s, count)
	} else {
		r.start = clock()
		r.left.Store(int64(count))
		r.grain = 0 // it has had its say in size
		r.over(count, n, f, r.part)
	}
	return r.tree[len(r.tree)-1]
}

// treeSize returns how many nodes a tree with so many leaves has.
func treeSize(leaves int) int {
	size := leaves
	for leaves > 1 {
		leaves = blockCount(leaves, arity)
		size += leaves
	}
	return size
}

// part runs the blocks of one part. Who ends the last block combines the results
// there: to enter the pool again would cost more than a small tree.
func (r *reduction[A]) part(p *skua.Part) {
	leaf, tree, size, n, ran := r.leaf, r.tree, r.size, r.n, 0
	for p.Next() {
		k := p.Index()
		tree[k] = leaf(k, k*size, min(k*size+size, n))
		ran++
	}
	// ORDER: after what the part's blocks wrote, which combine reads. A part that
	// was stopped has run less than it had, so nobody combines.
	if ran > 0 && r.left.Add(-int64(ran)) == 0 {
		r.combine(r.after(r.start, r.size, p), blockCount(r.n, r.size))
	}
}

// combine fills the levels of the tree above its leaves.
func (r *reduction[A]) combine(s settings, count int) {
	rest := r.tree
	for count > 1 {
		children, level := rest[:count], rest[count:]
		s.nodes(count, r.op, func(k, lo, hi int) { level[k] = fold(children[lo:hi], r.op) })
		count, rest = blockCount(count, arity), level
	}
}

// cheapSize returns the size of n elements' blocks where a block of one would be
// no work at all.
func (s settings) cheapSize(n int) int {
	if s.grain > 0 {
		return s.grain
	}
	return max(arity, s.blockSize(n, 1024))
}

// fold returns v[0] op v[1] op …, from left to right.
func fold[E any](v []E, op func(a, b E) E) E { return addAll(v[0], v[1:], op) }
