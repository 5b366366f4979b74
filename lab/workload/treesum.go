package workload

import (
	"strconv"

	"github.com/skua-go/skua"
)

const (
	treeSumDefault = 40_000 + 9_960_000*wide  // 10,000,000: 240 MB
	treeSumMax     = 40_000 + 99_960_000*wide // 100,000,000: 2.4 GB, and the largest that Spice measures
)

var treeSumWorkload = Workload{
	Name:    "treesum",
	Doc:     "the sum over a perfectly balanced tree in memory: next to no work for a fork",
	Params:  []Param{{Name: "n", Default: strconv.Itoa(treeSumDefault), Doc: "a tree of `n` nodes, of 24 bytes each"}},
	prepare: prepareTreeSum,
}

var treeSumFunc = skua.NewFunc(treeSum)

// prepareTreeSum grows the tree, which is no part of what is measured.
func prepareTreeSum(r *reader) *Instance {
	n := r.whole("n", treeSumDefault, 1, treeSumMax)
	root, forks := growTree(0, n-1)
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel:   func(p skua.Place) any { return treeSumFunc.On(p, root) },
		Sequential: func() any { return treeSumSeq(root) },
		Check:      checkEqual(n * (n - 1) / 2),
		Tasks:      func(any) int { return forks },
	}
}

// A treeNode is a node of the tree by which Spice measures: Magnus Holm, Spice:
// Fine-grained parallelism with sub-nanosecond overhead in Zig, 2024 [SP24]. Its
// program makes one node more than it is asked for, and here there are n.
type treeNode struct {
	left, right *treeNode
	value       int
}

// growTree returns a balanced tree of the values from low to high, one object
// for each, and how many of its nodes have two children.
func growTree(low, high int) (n *treeNode, forks int) {
	n = &treeNode{value: low + (high-low)/2}
	l, r := 0, 0
	if low < n.value {
		n.left, l = growTree(low, n.value-1)
	}
	if n.value < high {
		n.right, r = growTree(n.value+1, high)
	}
	if n.left != nil && n.right != nil {
		forks = 1
	}
	return n, forks + l + r
}

// treeSum forks the right child of nodes with two.
func treeSum(f *skua.Frame[*treeNode, int], n *treeNode) int {
	switch {
	case n.left == nil && n.right == nil:
		return n.value
	case n.left == nil:
		return n.value + treeSum(f, n.right)
	case n.right == nil:
		return n.value + treeSum(f, n.left)
	}
	left := treeSum(f.Fork(n.right), n.left)
	right, done := f.Join()
	if !done {
		right = treeSum(f, n.right)
	}
	return n.value + left + right
}

// treeSumSeq is treeSum without the forks.
func treeSumSeq(n *treeNode) int {
	sum := n.value
	if n.left != nil {
		sum += treeSumSeq(n.left)
	}
	if n.right != nil {
		sum += treeSumSeq(n.right)
	}
	return sum
}
