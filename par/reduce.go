package par

// Reduce returns id op s[0] op s[1] op …, which is id if s is empty. op must be
// associative, need not be commutative, and runs several at once. id comes in
// once, at the left, so it may be any start, though it usually is op's identity.
//
// Where the brackets go depends on len(s) and Grain only, never on workers or
// timing: the result is the same to the bit on every machine, for float64 too.
// The slice is cut into blocks of Grain elements, or into at most 1,024 equal
// ones, which are folded from left to right; the results are combined 16 at a
// time.
//
// Work O(n), span O(n/1024 + log n) calls, or O(Grain + log n). Allocates the
// n/Grain or 1,024 results of the blocks and a constant number of small objects.
// Panics as For does.
func Reduce[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) E {
	need("Reduce", op != nil)
	t := resolve(o)
	return reduce(t, len(s), 1024, op, id, op, func(lo, hi int) E {
		acc := id
		if lo > 0 {
			acc = s[lo]
			lo++
		}
		for _, v := range s[lo:hi] {
			acc = op(acc, v)
		}
		return acc
	})
}

// MapReduce returns id op m(s[0]) op m(s[1]) op …, which is id if s is empty,
// without storing the results of m. Calls of m and op run several at once. The
// rest as Reduce.
func MapReduce[S ~[]E, E, R any](s S, id R, m func(v E) R, op func(a, b R) R, o ...Option) R {
	need("MapReduce", m != nil && op != nil)
	t := resolve(o)
	return reduce(t, len(s), 1024, m, id, op, func(lo, hi int) R {
		acc := id
		if lo > 0 {
			acc = m(s[lo])
			lo++
		}
		for _, v := range s[lo:hi] {
			acc = op(acc, m(v))
		}
		return acc
	})
}

// Fold adds every element of s to an accumulator and returns it. Each block of s
// has an accumulator of its own, made by newAcc; combine merges that of a block
// with that of the blocks on its right, and may change and return either. add
// likewise may change and return the one it is given. An accumulator is in one
// call at a time; calls with different ones run several at once.
//
// Which elements share an accumulator, and the order of combining, depend on
// len(s) and Grain only, as for Reduce, but there are at most 128 blocks, since
// accumulators may be large. newAcc is called once for each, and once if s is
// empty.
//
// Work O(n), span O(n/128 + log n) calls, or O(Grain + log n). Allocates what
// the functions do and a constant number of objects. Panics as For does.
func Fold[S ~[]E, E, A any](s S, newAcc func() A, add func(acc A, v E) A, combine func(a, b A) A, o ...Option) A {
	need("Fold", newAcc != nil && add != nil && combine != nil)
	if len(s) == 0 {
		return newAcc()
	}
	var unused A
	t := resolve(o)
	return reduce(t, len(s), 128, add, unused, combine, func(lo, hi int) A {
		acc := newAcc()
		for _, v := range s[lo:hi] {
			acc = add(acc, v)
		}
		return acc
	})
}

// arity is how many results a node of the tree combines: enough for a cheap op,
// few enough for a dear one; not measured.
const arity = 16

// reduce folds the blocks of [0, n), at most most of them unless there is a
// grain, by block, and combines the results by op. It returns id if there are
// none.
func reduce[A any](t settings, n, most int, f any, id A, op func(a, b A) A, block func(lo, hi int) A) A {
	if n == 0 {
		return id
	}
	return reduceBlocks(t, n, most, f, op, block, func(v []A) A { return fold(v, op) })
}

// reduceBlocks does reduce's work for n > 0; node combines the results of up to
// 16 nodes and calls op.
func reduceBlocks[A any](t settings, n, most int, f, op any, block func(lo, hi int) A, node func(v []A) A) A {
	size := t.blockSize(n, most)
	count := blockCount(n, size)
	nodes := make([]A, treeSize(count))
	leaf := func(k, lo, hi int) { nodes[k] = block(lo, hi) }
	t.blocksThen(n, size, f, leaf, func(t settings) {
		level := nodes[:count]
		for next := nodes[count:]; len(level) > 1; next = next[len(level):] {
			children := level
			t.nodes(len(children), op, func(k, lo, hi int) { next[k] = node(children[lo:hi]) })
			level = next[:blockCount(len(children), arity)]
		}
	})
	return nodes[len(nodes)-1]
}

// treeSize returns how many nodes a tree with so many leaves has.
func treeSize(leaves int) int {
	total := leaves
	for leaves > 1 {
		leaves = blockCount(leaves, arity)
		total += leaves
	}
	return total
}
