package workload

import "errors"

const (
	dagMaxNodes  = 10_000_000 // a GB, more or less
	dagMaxDegree = 16
)

// parseDAG returns the graph that args describe, without its edges.
func parseDAG(args Args) (*dag, error) {
	d := &dag{}
	var errs [5]error
	d.Width, errs[0] = args.whole("width", 100, 1, dagMaxNodes)
	d.Depth, errs[1] = args.whole("depth", 1000, 1, dagMaxNodes)
	d.Degree, errs[2] = args.whole("degree", 2, 1, dagMaxDegree)
	d.Seed, errs[3] = args.whole("seed", 1, 0, maxSeed)
	d.Grain, errs[4] = args.whole("grain", grainDefault, 0, grainMax)
	err := errors.Join(errs[:]...)
	switch {
	case err != nil:
	case d.nodes() > dagMaxNodes:
		err = errors.New("bad values for width and depth: want at most 10,000,000 tasks")
	case d.Degree > d.Width:
		err = errors.New("bad value for degree: a layer has fewer tasks")
	}
	return d, err
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
