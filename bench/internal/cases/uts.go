package cases

import (
	"crypto/sha1"
	"encoding/binary"
	"math"
)

// utsNodes are the sizes of the trees that are asked for, as published; and
// counted here for those cut at a height.
var utsNodes = map[string]int{"T1": 4_130_071, "T3": 4_112_897, "T1-8": 257_042, "T3-100": 342_377}

var utsCase = Case{
	ID:       "uts",
	Question: "Unbalanced Tree Search: trees made by SHA-1 as they are walked, which nobody can cut in advance. T1 is shallow and wide, T3 deep and thin. A fork for each child but the first.",
	Unit:     "node",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("tree", "T1"), params("tree", "T3")}
		}
		return []Params{params("tree", "T1")}
	},
	Slow: func(p Params) Params {
		if p.Text("tree") == "T1" {
			return p.With("tree", "T1-8")
		}
		return p.With("tree", "T3-100")
	},
	Want: func(p Params) string { return decimal(uint64(utsNodes[p.Text("tree")])) },
	Ways: func() []Way {
		ops := func(p Params) int { return utsNodes[p.Text("tree")] }
		return together(workloadWays("uts", ops),
			native("rayon", "tbb", "openmp"),
			spare("rayon-now", "lace"),
			slow(rivals(both, func(both func(a, b func()), p Params, _ int) *Run {
				root, nodes := utsRoots[p.Text("tree")], 0
				return &Run{Ops: ops(p), Once: func() { nodes = root.count(both) }, Answer: number(&nodes)}
			})))
	},
}

// A utsNode is a node of a tree, which its hash says all about.
type utsNode struct {
	hash   [sha1.Size]byte
	height int
	tree   *utsTree
}

// A utsTree says how many children a node has.
type utsTree struct{ children func(n utsNode) int }

// The parameters are those of the benchmark's T1 and T3: a geometric tree of four
// children on average down to height 10, and a binomial one in which an eighth of
// the nodes has eight, below a root of two thousand. The other trees are these, cut.
var utsRoots = map[string]utsNode{
	"T1":     utsRoot(19, geometricTree(10)),
	"T1-8":   utsRoot(19, geometricTree(8)),
	"T3":     utsRoot(42, binomialTree(math.MaxInt)),
	"T3-100": utsRoot(42, binomialTree(100)),
}

func geometricTree(depth int) func(n utsNode) int {
	const mean = 4.0
	return func(n utsNode) int {
		if n.height >= depth {
			return 0
		}
		return min(int(math.Floor(math.Log(1-n.uniform())/math.Log(1-1/(1+mean)))), 100)
	}
}

func binomialTree(depth int) func(n utsNode) int {
	return func(n utsNode) int {
		switch {
		case n.height == 0:
			return 2000
		case n.height < depth && n.uniform() < 0.124875:
			return 8
		}
		return 0
	}
}

func utsRoot(seed uint32, children func(n utsNode) int) utsNode {
	var b [sha1.Size]byte
	binary.BigEndian.PutUint32(b[16:], seed)
	return utsNode{sha1.Sum(b[:]), 0, &utsTree{children}}
}

func (n utsNode) child(i int) utsNode {
	var b [sha1.Size + 4]byte
	copy(b[:], n.hash[:])
	binary.BigEndian.PutUint32(b[sha1.Size:], uint32(i))
	return utsNode{sha1.Sum(b[:]), n.height + 1, n.tree}
}

// uniform is the node's random number in [0, 1).
func (n utsNode) uniform() float64 {
	return float64(binary.BigEndian.Uint32(n.hash[16:])&math.MaxInt32) / (1 << 31)
}

// count is the number of nodes from n down.
func (n utsNode) count(both func(a, b func())) int {
	k := n.tree.children(n)
	if k == 0 {
		return 1
	}
	return 1 + n.countChildren(0, k, both)
}

// countChildren forks the children behind the first of [low, high).
func (n utsNode) countChildren(low, high int, both func(a, b func())) int {
	if low+1 == high {
		return n.child(low).count(both)
	}
	var first, others int
	both(
		func() { first = n.child(low).count(both) },
		func() { others = n.countChildren(low+1, high, both) })
	return first + others
}
