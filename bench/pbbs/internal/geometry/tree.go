package geometry

import (
	"cmp"
	"math"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
)

// A vec is a point in three dimensions; one in two has no third coordinate.
type vec [3]float64

func flat(points []gen.Point) []vec {
	out := make([]vec, len(points))
	for i, p := range points {
		out[i] = vec{p.X, p.Y, 0}
	}
	return out
}

func solid(points []gen.Point3) []vec {
	out := make([]vec, len(points))
	for i, p := range points {
		out[i] = vec{p.X, p.Y, p.Z}
	}
	return out
}

// A box has the least and the greatest coordinates.
type box struct{ low, high vec }

var noBox = box{vec{math.Inf(1), math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}}

func (b box) and(c box) box {
	for k := range b.low {
		b.low[k], b.high[k] = min(b.low[k], c.low[k]), max(b.high[k], c.high[k])
	}
	return b
}

// distance is the square of the distance from p to the box.
func (b box) distance(p vec) (sum float64) {
	for k := range p {
		d := max(b.low[k]-p[k], p[k]-b.high[k], 0)
		sum += d * d
	}
	return sum
}

// leaf is how many points a leaf of a tree has at most.
const leaf = 16

// A tree is a binary tree of boxes over points in the order of their Morton codes. A node is a
// range of the points, and halves where that is in the middle; node k has the children 2k+1 and 2k+2.
//
// NOT: codes of coordinates. Most points of 2Dkuzmin lie in one of 2^16 steps of the whole width, and
// those with the same code are in any order; codes of the places in the order by each coordinate tell
// dense points apart.
type tree struct {
	points []vec
	number []uint32 // of each point: which it is of those that were given
	boxes  []box
}

// A coded is a point's number with its Morton code.
type coded struct {
	code   uint64
	number uint32
}

func newTree(c forkjoin.Ctx, points []vec) *tree {
	n := len(points)
	all := seq.Reduce(c, n, noBox, func(i int) box { return box{points[i], points[i]} }, box.and)
	codes := seq.Map(c, n, seq.Grain, func(i int) coded { return coded{number: uint32(i)} })
	for k := range all.low {
		if all.low[k] < all.high[k] {
			interleave(c, points, codes, k)
		}
	}
	seq.RadixSort(c, codes, 48, func(x coded) uint64 { return x.code })
	t := &tree{
		points: seq.Map(c, n, seq.Grain, func(k int) vec { return points[codes[k].number] }),
		number: seq.Map(c, n, seq.Grain, func(k int) uint32 { return codes[k].number }),
		boxes:  make([]box, nodes(n)),
	}
	t.build(c, 0, 0, n)
	return t
}

// nodes is how many numbers of nodes a tree of n points needs.
func nodes(n int) int {
	count := 1
	for size := n; size > leaf; size = (size + 1) / 2 {
		count = 2*count + 1
	}
	return count
}

// interleave adds 16 bits of each point's place in the order by one coordinate to its code.
func interleave(c forkjoin.Ctx, points []vec, codes []coded, coordinate int) {
	n := len(points)
	order := seq.Map(c, n, seq.Grain, func(i int) placed { return placed{points[i][coordinate], uint32(i)} })
	seq.Sort(c, order, func(a, b placed) int { return cmp.Compare(a.x, b.x) })
	seq.Each(c, n, seq.Grain/4, func(place int) {
		step := uint64(place) << 16 / uint64(n)
		for b := range 16 {
			codes[order[place].number].code |= step >> b & 1 << (3*b + coordinate)
		}
	})
}

// A placed is a point's number with one of its coordinates.
type placed struct {
	x      float64
	number uint32
}

func (t *tree) build(c forkjoin.Ctx, node, from, to int) box {
	const few = 512
	switch {
	case to-from <= leaf:
		b := noBox
		for _, p := range t.points[from:to] {
			b = b.and(box{p, p})
		}
		t.boxes[node] = b
	case to-from <= few:
		m := from + (to-from)/2
		t.boxes[node] = t.build(c, 2*node+1, from, m).and(t.build(c, 2*node+2, m, to))
	default:
		m := from + (to-from)/2
		var low, high box
		c.Both(func(c forkjoin.Ctx) { low = t.build(c, 2*node+1, from, m) },
			func(c forkjoin.Ctx) { high = t.build(c, 2*node+2, m, to) })
		t.boxes[node] = low.and(high)
	}
	return t.boxes[node]
}
