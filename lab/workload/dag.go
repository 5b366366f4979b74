package workload

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/rng"
)

var dagWorkload = Workload{
	Name: "dag",
	Doc:  "a random graph in layers: a task starts when its predecessors have ended",
	Params: []Param{
		{Name: "width", Default: "100", Doc: "`n` tasks in each layer"},
		{Name: "depth", Default: "1000", Doc: "`n` layers"},
		{Name: "degree", Default: "2", Doc: "`n` successors of each task, in the next layer"},
		{Name: "seed", Default: "1", Doc: "`seed` of the edges"},
		grainParam,
	},
	prepare: prepareDAG,
}

func prepareDAG(r *reader) *Instance {
	d := readDAG(r)
	if r.failed() {
		return nil
	}
	d.connect()
	return &Instance{
		Params:     d,
		Parallel:   func(p skua.Place) any { return Checksum(d.runAt(p)) },
		Sequential: func() any { return Checksum(d.runSeq()) },
		Check:      checkLater(func() any { return Checksum(d.backwards()) }),
		Tasks:      func(any) int { return d.nodes() },
	}
}

// A dag is a graph whose nodes are in layers, numbered through. Edges go to the
// next layer. The value of a node comes of its number and of the values of its
// predecessors; the answer is the sum of the values of the last layer.
type dag struct {
	Width  int `json:"width"`
	Depth  int `json:"depth"`
	Degree int `json:"degree"`
	Seed   int `json:"seed"`
	Grain  int `json:"grain"`

	edges []int32 // the successors of each node, Degree of them
	needs []int32 // the number of predecessors of each node
}

func (d *dag) nodes() int { return d.Width * d.Depth }

// next returns the successors of node n.
func (d *dag) next(n int) []int32 {
	if n*d.Degree >= len(d.edges) {
		return nil // the last layer
	}
	return d.edges[n*d.Degree:][:d.Degree]
}

// connect draws the edges. The first ones of the nodes of a layer go to different
// nodes, so that every node but those of the first layer has a predecessor.
func (d *dag) connect() {
	r := rng.New(uint64(d.Seed))
	d.edges = make([]int32, 0, (d.Depth-1)*d.Width*d.Degree)
	d.needs = make([]int32, d.nodes())
	first := make([]int32, d.Width)
	for layer := 1; layer < d.Depth; layer++ {
		for i := range first { // a random permutation
			j := r.Below(i + 1)
			first[i], first[j] = first[j], int32(layer*d.Width+i)
		}
		for _, n := range first {
			d.join(n, &r)
		}
	}
	for _, n := range d.edges {
		d.needs[n]++
	}
}

// join appends the edges of one node: to n, and to other nodes of n's layer, all
// different.
func (d *dag) join(n int32, r *rng.Rand) {
	start := len(d.edges)
	low := int(n) / d.Width * d.Width
	d.edges = append(d.edges, n)
	for len(d.edges) < start+d.Degree {
		other := int32(low + r.Below(d.Width))
		if !slices.Contains(d.edges[start:], other) {
			d.edges = append(d.edges, other)
		}
	}
}

// dagRun is one parallel run: what nodes have got so far from their
// predecessors, and how many of those they wait for.
type dagRun struct {
	*dag
	scope   *skua.Scope
	in      []atomic.Uint64
	waiting []atomic.Int32
	sum     atomic.Uint64
}

func (d *dag) runAt(p skua.Place) uint64 {
	r := &dagRun{
		dag:     d,
		scope:   newScope(p),
		in:      make([]atomic.Uint64, d.nodes()),
		waiting: make([]atomic.Int32, d.nodes()),
	}
	for n, k := range d.needs {
		r.waiting[n].Store(k)
	}
	for n := range d.Width {
		r.scope.Go(func(w *skua.Worker) error { r.node(w, n); return nil })
	}
	wait(p, r.scope)
	return r.sum.Load()
}

// node runs node n. It spawns each successor for which it brings the last value that is
// missing.
func (r *dagRun) node(w *skua.Worker, n int) {
	w.Poll()
	v := grind(uint64(n)+r.in[n].Load(), r.Grain)
	next := r.next(n)
	if next == nil {
		r.sum.Add(v)
	}
	for _, to := range next {
		r.in[to].Add(v)
		if r.waiting[to].Add(-1) == 0 {
			w.Go(r.scope, func(w *skua.Worker) error { r.node(w, int(to)); return nil })
		}
	}
}

// runSeq runs the nodes in the order of their numbers.
func (d *dag) runSeq() (sum uint64) {
	in := make([]uint64, d.nodes())
	for n := range in {
		v := grind(uint64(n)+in[n], d.Grain)
		next := d.next(n)
		if next == nil {
			sum += v
		}
		for _, to := range next {
			in[to] += v
		}
	}
	return sum
}
