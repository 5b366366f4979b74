package sim

// A family is a set of dags that are made as they are executed: a node says what
// it enables.
type family struct {
	Family
	most   int  // Size
	joined bool // what a node enables meets again in a node of its own
	// split returns the sizes and keys of the two nodes that a node enables, or
	// forks false and how many nodes in a row it begins.
	split func(c *DagConfig, n node) (left, right node, forks bool, chain int64)
}

// A Family is a set of dags by name. Work and Span are those of Size n and Chain
// k, in words.
type Family struct{ Name, Doc, Work, Span string }

// Families lists the dags that Run executes.
func Families() (out []Family) {
	for _, f := range families {
		out = append(out, f.Family)
	}
	return out
}

func findFamily(name string) (*family, error) {
	var names []string
	for _, f := range families {
		names = append(names, f.Name)
	}
	i, err := pick("family", name, names)
	return &families[i], err
}

// sized is a node from which so much follows.
func sized(size int64) node { return node{size: size} }

// row is the first of k nodes in a row.
func row(k int) node { return node{link: true, chain: int64(k) - 1} }

var families = []family{
	{Family{"chain", "n nodes in a row", "n", "n"}, 1 << 30, false,
		func(c *DagConfig, n node) (node, node, bool, int64) { return node{}, node{}, false, n.size }},
	{Family{"tree", "a full binary tree of n levels, without joins", "2ⁿ-1", "n"}, 60, false,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			return sized(n.size - 1), sized(n.size - 1), n.size > 1, 1
		}},
	{Family{"forkjoin", "n levels of forks, 2ⁿ leaves of k nodes, and joins", "2ⁿ(k+2)-2", "2n+k"}, 60, true,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			if n.size == 0 {
				return node{}, node{}, false, int64(c.Chain)
			}
			return sized(n.size - 1), sized(n.size - 1), true, 0
		}},
	{Family{"fib", "the calls of fib(n), which fork fib(n-2) and go on with fib(n-1)", "(k+2)F(n+1)-2", "2(n-1)+k"}, 80, true,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			if n.size < 2 {
				return node{}, node{}, false, int64(c.Chain)
			}
			return sized(n.size - 1), sized(n.size - 2), true, 0
		}},
	{Family{"loop", "n iterations of k nodes, halved as a parallel loop is", "n(k+2)-2", "2⌈log₂ n⌉+k"}, 1 << 30, true,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			half := n.size / 2
			return sized(n.size - half), sized(half), n.size > 1, int64(c.Chain)
		}},
	{Family{"comb", "a spine of n nodes, all but the last with a tooth of k nodes; the owner follows the spine and pushes teeth", "n(k+1)-k", "n-1+k; 1 if n = 1"}, 1 << 30, false,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			return sized(n.size - 1), row(c.Chain), n.size > 1, 1
		}},
	{Family{"spine", "the same, but the owner follows the tooth and pushes the spine: at most one node can be stolen", "n(k+1)-k", "n-1+k; 1 if n = 1"}, 1 << 30, false,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			return row(c.Chain), sized(n.size - 1), n.size > 1, 1
		}},
	{Family{"random", "a binary tree with joins and n leaves, divided at random, each of 1 to k nodes", "about n(k+1)/2+2n", "O(log n)+k, likely"}, 1 << 30, true,
		func(c *DagConfig, n node) (node, node, bool, int64) {
			if n.size == 1 {
				return node{}, node{}, false, 1 + int64(n.key>>33%uint64(c.Chain))
			}
			part := 1 + int64(n.key>>33%uint64(n.size-1))
			return node{size: part, key: mix(n.key + 1)}, node{size: n.size - part, key: mix(n.key + 2)}, true, 0
		}},
}
