package cases

import "github.com/skua-go/skua"

var treesumCase = Case{
	ID:       "treesum",
	Question: "A sum over a balanced tree in memory: what does a fork cost beside a few loads? Time for a node, of which half fork.",
	Unit:     "node",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("nodes", 1<<24-1)}
		}
		return []Params{params("nodes", 1<<21-1)}
	},
	Slow: func(p Params) Params { return p.With("nodes", (p.Int("nodes")+1)>>5-1) },
	Want: treesumWant,
	Ways: func() []Way { return treesumWays() },
}

var treesumSmallCase = Case{
	ID:       "treesum-small",
	Question: "The same over a tree of a thousand nodes, on a pool that is warm: is there anything to gain, and what is lost?",
	Unit:     "node",
	Rows:     func(bool) []Params { return []Params{params("nodes", 1023)} },
	Want:     treesumWant,
	Ways:     func() []Way { return treesumWays() },
}

func treesumWant(p Params) string { return sumBelow(p.Int("nodes") + 1) }

func treesumWays() []Way {
	return together([]Way{
		plain("serial", func(p Params) *Run { return treesumRun(p, treesumSerial) }),
		own("skua", func(pool *skua.Pool, p Params) *Run {
			return treesumRun(p, func(t *tree) int { return treesumFunc.On(pool, t) })
		}),
		own("skua Both", func(pool *skua.Pool, p Params) *Run {
			return treesumRun(p, func(t *tree) int { return treesumBothFunc.On(pool, t) })
		}),
	},
		native("rayon", "tbb", "openmp", "java"),
		spare("rayon-now", "chili", "lace", "parlay"),
		slow(rivals(both, func(both func(a, b func()), p Params, _ int) *Run {
			return treesumRun(p, treesumBy(both))
		})))
}

// A tree is perfectly balanced; its values are 1…n in order.
type tree struct {
	left, right *tree
	value       int
}

func grow(low, high int) *tree {
	if low > high {
		return nil
	}
	mid := low + (high-low)/2
	t := &tree{value: mid}
	t.left = grow(low, mid-1)
	t.right = grow(mid+1, high)
	return t
}

func treesumRun(p Params, sum func(t *tree) int) *Run {
	nodes := p.Int("nodes")
	root := grow(1, nodes)
	var answer int
	return &Run{Ops: nodes, Once: func() { answer = sum(root) }, Answer: number(&answer)}
}

var (
	treesumFunc     = skua.NewFunc(treesumFork)
	treesumBothFunc = skua.NewFunc(treesumBoth)
)

func treesumFork(f *skua.Frame[*tree, int], t *tree) int {
	if t.left == nil {
		return t.value
	}
	left := treesumFork(f.Fork(t.right), t.left)
	right, done := f.Join()
	if !done {
		right = treesumFork(f, t.right)
	}
	return left + t.value + right
}

func treesumBoth(f *skua.Frame[*tree, int], t *tree) int {
	if t.left == nil {
		return t.value
	}
	left, right := f.Both(t.left, t.right)
	return left + t.value + right
}

func treesumBy(both func(a, b func())) func(t *tree) int {
	var sum func(t *tree) int
	sum = func(t *tree) int {
		if t.left == nil {
			return t.value
		}
		var left, right int
		both(func() { left = sum(t.left) }, func() { right = sum(t.right) })
		return left + t.value + right
	}
	return sum
}

func treesumSerial(t *tree) int {
	if t.left == nil {
		return t.value
	}
	return treesumSerial(t.left) + t.value + treesumSerial(t.right)
}
