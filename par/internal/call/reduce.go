package call

import (
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// Arity is how many results a node of a tree combines: enough for a cheap operation, few
// enough for an expensive one; not measured.
const Arity = 16

// A reduction cuts [0, n) into blocks, has leaf return a result for each, and combines the
// results by op, up to Arity at a time. A worker that goes through the blocks of a lowest node from the
// first on combines them as it goes; a thief that takes the rest of one stores what it finds there. Race
// builds do so for each block (apart.go).
//
// Invariants:
//
//	T1  The tree's shape depends on n and size only. So do the brackets of op, and the
//	    result is the same to the bit for any number of workers.
//	T2  nodes has the results of the lowest nodes, then those of each level above, the root last.
//	    Of lowest node k the first folded[k] blocks are in nodes[k] and the others in torn. Each element
//	    is written once, by the worker that runs its block or node.
//	T3  A level is read when all of the level below it has been written: the lowest after
//	    the countdown, the others after the loop over their level.
type reduction[A any] struct {
	count  int // of blocks
	run    Run[A]
	begin  func(p *skua.Part) Run[A] // of each part, if each has a run of its own; else nil
	op     func(a, b A) A
	nodes  []A
	folded []uint8
	torn   []A // made by tear
	tear   sync.Once
	folds  *folds // of race builds; nil in others
	blocks countdown

	// The only node and what is folded of it, if there are no more blocks than one has.
	node [1]A
	done [1]uint8
}

// A Run combines what the blocks from k on come to, where p is: those up to end, or as far as p goes without
// a gap. It returns the block after them, and whether p has left for another one. With k+1 as end it takes no
// step of p, which may be nil.
type Run[A any] func(p *skua.Part, k, end int) (acc A, next int, left bool)

// Reduce returns the result of a reduction, which is for the user's function f. n must be
// positive.
func Reduce[A any](s Settings, n, size int, f any, op func(a, b A) A, leaf func(lo, hi int) A) A {
	return ReduceRuns(s, n, size, f, op, runOf(n, size, op, leaf))
}

// ReduceParts is Reduce with a leaf for each part of the loop, or for nil in Sequential, which begin
// returns: such a leaf may keep what it needs from one block to the next.
func ReduceParts[A any](s Settings, n, size int, f any, op func(a, b A) A, begin func(p *skua.Part) func(lo, hi int) A) A {
	return reduce(s, n, size, f, op, nil, func(p *skua.Part) Run[A] { return runOf(n, size, op, begin(p)) })
}

// runOf returns the run of a leaf.
func runOf[A any](n, size int, op func(a, b A) A, leaf func(lo, hi int) A) Run[A] {
	return func(p *skua.Part, k, end int) (acc A, next int, left bool) {
		acc, next = leaf(Block(k, n, size)), k+1
		for ; next < end && p.Next(); next++ {
			if p.Index() != next {
				return acc, next, true
			}
			acc = op(acc, leaf(Block(next, n, size)))
		}
		return acc, next, false
	}
}

// ReduceRuns is Reduce with a run: a call less for each block.
func ReduceRuns[A any](s Settings, n, size int, f any, op func(a, b A) A, run Run[A]) A {
	return reduce(s, n, size, f, op, run, nil)
}

func reduce[A any](s Settings, n, size int, f any, op func(a, b A) A, run Run[A], begin func(p *skua.Part) Run[A]) A {
	if n <= size {
		return one(s, n, f, run, begin)
	}
	r := &reduction[A]{count: BlockCount(n, size), run: run, begin: begin, op: op}
	if r.count <= Arity {
		r.nodes = r.node[:]
	} else {
		Room[A]("the results of blocks", r.count)
		r.nodes = make([]A, nodeCount(r.count))
	}
	if s.Sequential {
		r.alone()
		r.combine(s)
		return r.root()
	}
	if r.count <= Arity {
		r.folded = r.done[:]
	} else {
		Room[uint8]("the results of blocks", BlockCount(r.count, Arity))
		r.folded = make([]uint8, BlockCount(r.count, Arity))
	}
	if apart.On() {
		r.tear.Do(r.makeTorn) // whom another waits for is ordered with it, and may not be
		r.folds = newFolds(r.count, r.folded)
	}
	s.Grain = 0 // it has had its say in size
	r.blocks.begin(s, r.count, size)
	if r.count > Arity*Arity {
		r.blocks.start = Clock()
	}
	loop := s.loop(r.count, n, f, r.part)
	loop.Run(s.At())
	if !r.blocks.followed {
		s.Steady = true
		r.combine(s)
	}
	return r.root()
}

// one is reduce for n elements that are one block: there is no tree.
func one[A any](s Settings, n int, f any, run Run[A], begin func(p *skua.Part) Run[A]) (acc A) {
	if s.Sequential {
		acc, _, _ = runFor(nil, run, begin)(nil, 0, 1)
		return acc
	}
	s.Grain = 0
	loop := s.loop(1, n, f, func(p *skua.Part) {
		for p.Next() {
			acc, _, _ = runFor(p, run, begin)(p, 0, 1)
		}
	})
	loop.Run(s.At())
	return acc
}

// runFor returns the run of a part, or of the caller alone if p is nil.
func runFor[A any](p *skua.Part, run Run[A], begin func(p *skua.Part) Run[A]) Run[A] {
	if begin == nil {
		return run
	}
	return begin(p)
}

// alone runs all blocks here.
func (r *reduction[A]) alone() {
	run := runFor(nil, r.run, r.begin)
	for k := range r.count {
		if v, _, _ := run(nil, k, k+1); k%Arity == 0 {
			r.nodes[k/Arity] = v
		} else {
			r.nodes[k/Arity] = r.op(r.nodes[k/Arity], v)
		}
	}
}

func (r *reduction[A]) makeTorn() { r.torn = make([]A, r.count) }

func (r *reduction[A]) root() A { return r.nodes[len(r.nodes)-1] }

// nodeCount returns how many nodes a tree has above its leaves.
func nodeCount(leaves int) int {
	size := 0
	for first := true; first || leaves > 1; first = false {
		leaves = BlockCount(leaves, Arity)
		size += leaves
	}
	return size
}

// part runs the blocks of one part. The worker that ends the last block combines the
// results.
func (r *reduction[A]) part(p *skua.Part) {
	run, ran := runFor(p, r.run, r.begin), 0
	for left := false; left || p.Next(); {
		k, next := p.Index(), 0
		switch {
		case apart.Enabled && r.folds != nil && !p.Steady():
			r.runApart(run, p, k)
			next = k + 1
		case k%Arity == 0:
			r.nodes[k/Arity], next, left = run(p, k, k+Arity)
			r.folded[k/Arity] = uint8(next - k)
		default:
			r.tear.Do(r.makeTorn)
			r.torn[k], next, left = run(p, k, k+1)
		}
		ran += next - k
	}
	switch {
	case !r.blocks.last(p, ran):
	case r.count <= Arity*Arity && r.torn == nil:
		r.combine(Settings{Sequential: true}) // one node at most is left: it needs no clock, and no other worker
	default:
		r.combine(r.blocks.following(p))
	}
}

// combine makes the lowest level whole and fills the levels above it.
func (r *reduction[A]) combine(s Settings) {
	if r.torn != nil {
		r.mend(s)
	}
	rest, count := r.nodes, BlockCount(r.count, Arity)
	for count > 1 {
		children, level := rest[:count], rest[count:]
		s.Level(count, r.op, func(k, lo, hi int) { level[k] = FoldAll(children[lo:hi], r.op) })
		count, rest = BlockCount(count, Arity), level
	}
}

// mend adds to the lowest nodes what is in torn. What that is depends on timing, so no recording may
// have a loop of it.
func (r *reduction[A]) mend(s Settings) {
	s.Sequential = s.Sequential || s.Steady
	var nodes []int
	for k, done := range r.folded {
		if k*Arity+int(done) < min(k*Arity+Arity, r.count) {
			nodes = append(nodes, k)
		}
	}
	s.Level(len(nodes)*Arity, r.op, func(i, _, _ int) {
		k := nodes[i]
		r.nodes[k] = AddAll(r.nodes[k], r.torn[k*Arity+int(r.folded[k]):min(k*Arity+Arity, r.count)], r.op)
	})
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

// BareLeast is how many elements a block of BareSize has, at least: some tenths of a microsecond,
// against a tenth for a block. Blocks of 16 took Sum of 10⁴ int64 from 3 µs to 11.
const BareLeast = 1024

// BareSize returns the size of n elements' blocks where an element costs not even a call.
func (s Settings) BareSize(n int) int {
	if s.Grain > 0 {
		return s.Grain
	}
	return max(BareLeast, s.CheapSize(n))
}

// FoldAll returns v[0] op v[1] op …, from left to right.
func FoldAll[E any](v []E, op func(a, b E) E) E { return AddAll(v[0], v[1:], op) }

// AddAll adds the elements of s to acc, in order. Where add does next to nothing, its calls
// cost less five at a time: the compiler keeps nothing but acc over each, and what is behind the first of a
// block of 16 is three fives (1.19 ns an element one at a time, 1.17 by fours, 1.10 by fives).
//
// NOT: Reduce and its like small enough to be inlined into the caller, so that add could be
// inlined too. What is copied with an inlined function is not inlined into again if it
// stands in a func literal, as all that workers run does (Go 1.26); then even Part.Next is
// a call.
func AddAll[A, E any](acc A, s []E, add func(acc A, v E) A) A {
	for ; len(s) >= 5; s = s[5:] {
		acc = add(add(add(add(add(acc, s[0]), s[1]), s[2]), s[3]), s[4])
	}
	for _, v := range s {
		acc = add(acc, v)
	}
	return acc
}
