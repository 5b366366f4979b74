package workload

import (
	"errors"
	"fmt"
	"math"
)

var utsParams = []Param{
	{Name: "tree", Doc: "a published tree by `name`, T1 to T5, T1L, …; T1 unless a flag below describes another"},
	{Name: "type", Short: "t", Default: "1", Doc: "`kind` of tree: 0 binomial, 1 geometric, 2 hybrid, 3 balanced"},
	{Name: "shape", Short: "a", Default: "0", Doc: "`shape` of geometric trees: 0 linear, 1 expdec, 2 cyclic, 3 fixed"},
	{Name: "depth", Short: "d", Default: "6", Doc: "`depth` that geometric trees aim at"},
	{Name: "branch", Short: "b", Default: "4", Doc: "`number` of children of the root; a mean in geometric trees"},
	{Name: "seed", Short: "r", Default: "0", Doc: "`seed` of the root"},
	{Name: "prob", Short: "q", Default: "0.234375", Doc: "`probability` that a node of a binomial tree has children"},
	{Name: "fanout", Short: "m", Default: "4", Doc: "`number` of children that it has then"},
	{Name: "shift", Short: "f", Default: "0.5", Doc: "`part` of the depth that is geometric in hybrid trees"},
}

// readTree returns the tree that r names or describes.
func readTree(r *reader) (*Tree, error) {
	name, named := r.args["tree"]
	switch {
	case len(r.args) == 0:
		return namedTree("T1")
	case named && len(r.args) > 1:
		return nil, errors.New("tree names a whole tree: leave out the parameters that describe one")
	case named:
		return namedTree(name)
	}
	t := utsDefaults
	t.Type = r.whole("type", t.Type, binomial, balanced)
	t.Shape = r.whole("shape", t.Shape, linear, fixed)
	t.Depth = r.whole("depth", t.Depth, 1, math.MaxInt16)
	t.Branch = r.real("branch", t.Branch, 0, math.MaxInt16)
	t.Seed = r.whole("seed", t.Seed, 0, math.MaxInt32)
	t.Prob = r.real("prob", t.Prob, 0, 1)
	t.Fanout = r.whole("fanout", t.Fanout, 0, maxChildren)
	t.Shift = r.real("shift", t.Shift, 0, 1)
	return &t, t.finite()
}

// maxMean is the largest mean number of children of binomial nodes. Above 1 a
// tree may have no end; T3L, which is published, has 1.00007.
const maxMean = 1.01 // arbitrary; of 2,000 subtrees with this mean one is endless, almost surely

// finite refuses trees that have no end.
func (t *Tree) finite() error {
	if mean := t.Prob * float64(t.Fanout); (t.Type == binomial || t.Type == hybrid) && mean > maxMean {
		return fmt.Errorf("bad values for prob and fanout: their product is %v, want at most %v, or the tree has no end", mean, maxMean)
	}
	return nil
}
