package call

import (
	"time"

	"github.com/skua-go/skua"
)

// Arity is how many results a node of a tree combines: enough for a cheap operation, few
// enough for an expensive one; not measured.
const Arity = 16

// A reduction cuts [0, n) into blocks, has leaf return a result for each, and combines the
// results by op, up to Arity at a time.
//
// Invariants:
//
//	T1  The tree's shape depends on n and size only. So do the brackets of op, and the
//	    result is the same to the bit for any number of workers.
//	T2  tree has the results of the blocks, then those of each level above, the root last.
//	    Each element is written once, by the worker that runs its block or node.
//	T3  A level is read when all of the level below it has been written: the lowest after
//	    the countdown, the others after the loop over their level.
type reduction[A any] struct {
	n, size int
	leaf    func(p *skua.Part) func(k, lo, hi int) A
	op      func(a, b A) A
	tree    []A
	blocks  countdown
}

// Reduce returns the result of a reduction, which is for the user's function f. n must be
// positive.
func Reduce[A any](s Settings, n, size int, f any, op func(a, b A) A, leaf func(k, lo, hi int) A) A {
	return ReduceParts(s, n, size, f, op, func(*skua.Part) func(k, lo, hi int) A { return leaf })
}

// ReduceParts is Reduce with a leaf for each part of the loop, or for nil in Sequential, which begin
// returns: such a leaf may keep what it needs from one block to the next.
func ReduceParts[A any](s Settings, n, size int, f any, op func(a, b A) A, begin func(p *skua.Part) func(k, lo, hi int) A) A {
	r := &reduction[A]{n: n, size: size, leaf: begin, op: op}
	count := BlockCount(n, size)
	Room[A]("the results of blocks", treeSize(count))
	r.tree = make([]A, treeSize(count))
	if s.Sequential {
		leaf := begin(nil)
		for k := range count {
			lo, hi := block(k, n, size)
			r.tree[k] = leaf(k, lo, hi)
		}
		r.combine(s, count)
	} else {
		s.Grain = 0 // it has had its say in size
		r.blocks.begin(s, count, size)
		loop := s.loop(count, n, f, r.part)
		loop.Run(s.At())
		if !r.blocks.followed {
			s.Steady = true
			r.combine(s, count)
		}
	}
	return r.tree[len(r.tree)-1]
}

// treeSize returns how many nodes a tree has, leaves included.
func treeSize(leaves int) int {
	size := leaves
	for leaves > 1 {
		leaves = BlockCount(leaves, Arity)
		size += leaves
	}
	return size
}

// part runs the blocks of one part. The worker that ends the last block combines the
// results.
func (r *reduction[A]) part(p *skua.Part) {
	leaf, tree, size, n, ran := r.leaf(p), r.tree, r.size, r.n, 0
	for p.Next() {
		k := p.Index()
		lo, hi := block(k, n, size)
		tree[k] = leaf(k, lo, hi)
		ran++
	}
	if r.blocks.last(p, ran) {
		r.combine(r.blocks.following(p), BlockCount(r.n, r.size))
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

// Level runs body on every node k of a level of a tree, whose children are [lo, hi) of n.
// The first node tells whether the others are worth a loop.
func (s Settings) Level(n int, f any, body func(k, lo, hi int)) {
	count := BlockCount(n, Arity)
	if count < 2 || s.Sequential {
		s.Sequential = true // here and now
		s.Blocks(n, Arity, f, body)
		return
	}
	start := Clock()
	body(0, 0, Arity)
	rest := func(k, lo, hi int) { body(k+1, lo+Arity, hi+Arity) }
	s.Sequential = Clock()-start < soloTime/time.Duration(count) && !s.Steady
	s.Blocks(n-Arity, Arity, f, rest)
}

// CheapSize returns the size of n elements' blocks where a block of one element would be no
// work at all.
func (s Settings) CheapSize(n int) int {
	if s.Grain > 0 {
		return s.Grain
	}
	return max(Arity, s.BlockSize(n, 1024))
}

// bareLeast is how many elements a block of BareSize has, at least: some tenths of a microsecond,
// against a tenth for a block. Blocks of 16 took Sum of 10⁴ int64 from 3 µs to 11.
const bareLeast = 1024

// BareSize returns the size of n elements' blocks where an element costs not even a call.
func (s Settings) BareSize(n int) int {
	if s.Grain > 0 {
		return s.Grain
	}
	return max(bareLeast, s.CheapSize(n))
}

// FoldAll returns v[0] op v[1] op …, from left to right.
func FoldAll[E any](v []E, op func(a, b E) E) E { return AddAll(v[0], v[1:], op) }

// AddAll adds the elements of s to acc, in order. Where add does next to nothing, its calls
// cost less four at a time: the compiler keeps nothing but acc over each.
//
// NOT: Reduce and its like small enough to be inlined into the caller, so that add could be
// inlined too. What is copied with an inlined function is not inlined into again if it
// stands in a func literal, as all that workers run does (Go 1.26); then even Part.Next is
// a call.
func AddAll[A, E any](acc A, s []E, add func(acc A, v E) A) A {
	for ; len(s) >= 4; s = s[4:] {
		acc = add(add(add(add(acc, s[0]), s[1]), s[2]), s[3])
	}
	for _, v := range s {
		acc = add(acc, v)
	}
	return acc
}
