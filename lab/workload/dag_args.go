package workload

import "errors"

const (
	dagMaxNodes  = 10_000_000 // a GB, more or less
	dagMaxDegree = 16
)

// readDAG returns the graph that r describes, without its edges.
func readDAG(r *reader) *dag {
	d := &dag{
		Width:  r.whole("width", 100, 1, dagMaxNodes),
		Depth:  r.whole("depth", 1000, 1, dagMaxNodes),
		Degree: r.whole("degree", 2, 1, dagMaxDegree),
		Seed:   r.whole("seed", 1, 0, maxSeed),
		Grain:  r.whole("grain", grainDefault, 0, grainMax),
	}
	switch {
	case r.failed():
	case d.nodes() > dagMaxNodes:
		r.fail(errors.New("bad values for width and depth: want at most 10,000,000 tasks"))
	case d.Degree > d.Width:
		r.fail(errors.New("bad value for degree: a layer has fewer tasks"))
	}
	return d
}

// backwards is the answer from the last layer to the first. The value of a node
// is factor·(number + values of predecessors) + term, so the answer is the sum
// over all nodes of (factor·number + term) times the number of ways to the last
// layer, a factor for each edge of a way.
func (d *dag) backwards() (sum uint64) {
	factor, term := jump(d.Grain)
	ways := make([]uint64, d.nodes())
	for n := len(ways) - 1; n >= 0; n-- {
		next := d.next(n)
		if next == nil {
			ways[n] = 1
		}
		for _, to := range next {
			ways[n] += factor * ways[to]
		}
		sum += (factor*uint64(n) + term) * ways[n]
	}
	return sum
}
