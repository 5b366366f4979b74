package workload

import (
	"crypto/sha1"
	"encoding/binary"
	"math"
)

// The kinds of tree, and the shapes of geometric ones, by the benchmark's own
// numbers.
const (
	binomial  = 0
	geometric = 1
	hybrid    = 2 // geometric above, binomial below
	balanced  = 3

	linear = 0
	expdec = 1
	cyclic = 2
	fixed  = 3
)

const maxChildren = 100 // of all nodes but the roots of binomial trees

// A Tree says how many children each node of a tree has; the tree itself is
// never in memory. It is the generator of the Unbalanced Tree Search
// benchmark: Olivier, Huan, Liu, Prins, Dinan, Sadayappan and Tseng, UTS: An
// Unbalanced Tree Search Benchmark, LCPC 2006; version 2.1 of the program.
// The names of the JSON fields are the program's flags.
type Tree struct {
	Name   string  `json:"tree,omitempty"` // as published
	Type   int     `json:"t"`
	Shape  int     `json:"a"` // geometric trees
	Depth  int     `json:"d"` // geometric trees
	Branch float64 `json:"b"` // children of the root: a mean in geometric trees
	Seed   int     `json:"r"`
	Prob   float64 `json:"q"` // binomial trees: that a node has children
	Fanout int     `json:"m"` // binomial trees: how many it has then
	Shift  float64 `json:"f"` // hybrid trees: the part of Depth that is geometric
}

// node is a node of a tree; its state is its whole identity.
type node struct {
	state  [sha1.Size]byte
	height int32
}

// root hashes the seed behind sixteen zeros.
func (t *Tree) root() node {
	var b [sha1.Size]byte
	binary.BigEndian.PutUint32(b[16:], uint32(t.Seed))
	return node{state: sha1.Sum(b[:])}
}

// child hashes the node's state and then i.
func (n node) child(i int32) node {
	var b [sha1.Size + 4]byte
	copy(b[:], n.state[:])
	binary.BigEndian.PutUint32(b[sha1.Size:], uint32(i))
	return node{sha1.Sum(b[:]), n.height + 1}
}

// leaf is the size of the subtree below n if n has no children.
func (n node) leaf() Size { return Size{Nodes: 1, Depth: int(n.height), Leaves: 1} }

// uniform is the random number that belongs to the node, in [0, 1).
func (n node) uniform() float64 {
	return float64(binary.BigEndian.Uint32(n.state[16:])&math.MaxInt32) / (1 << 31)
}

// children returns how many children n has.
func (t *Tree) children(n node) int32 {
	switch {
	case t.Type == balanced:
		if int(n.height) < t.Depth {
			return int32(t.Branch)
		}
		return 0
	case t.Type == binomial && n.height == 0:
		return int32(t.Branch)
	case t.Type == geometric, t.Type == hybrid && float64(n.height) < t.Shift*float64(t.Depth):
		return geometricChildren(n.uniform(), t.mean(float64(n.height)))
	case n.uniform() < t.Prob:
		return int32(t.Fanout)
	}
	return 0
}

// geometricChildren draws from the geometric distribution with that mean, by
// the inverse of its cumulative distribution.
func geometricChildren(u, mean float64) int32 {
	p := 1 / (1 + mean)
	k := math.Floor(math.Log(1-u) / math.Log(1-p))
	if !(k > 0) { // NaN too
		return 0
	}
	return int32(min(k, maxChildren))
}

// mean is the mean number of children of geometric nodes at a height.
func (t *Tree) mean(height float64) float64 {
	depth := float64(t.Depth)
	switch {
	case height == 0:
		return t.Branch
	case t.Shape == expdec:
		return t.Branch * math.Pow(height, -math.Log(t.Branch)/math.Log(depth))
	case t.Shape == cyclic && height > 5*depth:
		return 0
	case t.Shape == cyclic:
		return math.Pow(t.Branch, math.Sin(2*math.Pi*height/depth))
	case t.Shape == fixed && height < depth:
		return t.Branch
	case t.Shape == fixed:
		return 0
	}
	return t.Branch * (1 - height/depth)
}
