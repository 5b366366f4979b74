package par

// A reduction's tree, in one array: first the results of the blocks, then those
// of each level above, the root last. Its shape depends on nothing but the number
// of elements and the size of a block.

// arity is how many results a node combines: enough for a cheap op, few enough
// for a dear one; not measured.
const arity = 16

// newTree returns the tree over n > 0 elements in blocks of size.
func newTree[A any](n, size int) []A {
	leaves := blockCount(n, size)
	total := leaves
	for leaves > 1 {
		leaves = blockCount(leaves, arity)
		total += leaves
	}
	return make([]A, total)
}

// cheapSize returns the size of n elements' blocks where a block of one would be
// no work at all.
func (s settings) cheapSize(n int) int {
	if s.grain > 0 {
		return s.grain
	}
	return max(arity, s.blockSize(n, 1024))
}

// reduceTree runs leaf for every block of [0, n), which stores its result in tree,
// then combines the results by node, up to 16 at a time, and returns the root.
// leaf calls the user's function f, and node op.
func reduceTree[A any](t settings, tree []A, n, size int, f any, leaf func(k, lo, hi int), op any, node func(v []A) A) A {
	t.blocksThen(n, size, f, leaf, func(t settings) {
		rest := tree
		for count := blockCount(n, size); count > 1; count = blockCount(count, arity) {
			children, level := rest[:count], rest[count:]
			t.nodes(count, op, func(k, lo, hi int) { level[k] = node(children[lo:hi]) })
			rest = level
		}
	})
	return tree[len(tree)-1]
}

// reduce combines, by op, what leaf returns for each block of [0, n), of which
// there are at most most unless there is a grain; id, if there is none.
func reduce[A any](t settings, n, most int, f any, id A, op func(a, b A) A, leaf func(lo, hi int) A) A {
	if n == 0 {
		return id
	}
	size := t.blockSize(n, most)
	tree := newTree[A](n, size)
	return reduceTree(t, tree, n, size, f, func(k, lo, hi int) { tree[k] = leaf(lo, hi) }, op, folding(op))
}

// folding returns fold by op.
func folding[E any](op func(a, b E) E) func(v []E) E {
	return func(v []E) E { return fold(v, op) }
}

// fold returns v[0] op v[1] op …, from left to right.
func fold[E any](v []E, op func(a, b E) E) E {
	acc := v[0]
	for _, x := range v[1:] {
		acc = op(acc, x)
	}
	return acc
}
