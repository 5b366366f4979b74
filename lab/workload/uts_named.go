package workload

import (
	"fmt"
	"strings"
)

// A published tree: what the benchmark's sample_trees.sh says of it, and 0 where
// it says nothing. The leaves of T1XXL are what other implementations count.
type published struct {
	tree Tree
	size Size
}

var publishedTrees = []published{
	// about 4 million nodes
	{geo("T1", fixed, 10, 4, 19), Size{4130071, 10, 3305118}},
	{geo("T2", cyclic, 16, 6, 502), Size{4117769, 81, 2342762}},
	{bin("T3", 0.124875, 8, 42), Size{4112897, 1572, 3599034}},
	{hyb("T4", linear, 16, 6, 1, 0.234375, 4), Size{4132453, 134, 3108986}},
	{geo("T5", linear, 20, 4, 34), Size{4147582, 20, 2181318}},
	// about 100 million
	{geo("T1L", fixed, 13, 4, 29), Size{102181082, 13, 81746377}},
	{geo("T2L", cyclic, 23, 7, 220), Size{96793510, 67, 53791152}},
	{bin("T3L", 0.200014, 5, 7), Size{111345631, 17844, 89076904}},
	// thousands of millions
	{geo("T1XL", fixed, 15, 4, 29), Size{1635119272, 15, 1308100063}},
	{geo("T1XXL", fixed, 15, 4, 19), Size{4230646601, 15, 3384495738}},
	{bin("T3XXL", 0.499995, 2, 316), Size{2793220501, 0, 0}},
	{bin("T2XXL", 0.499999995, 2, 0), Size{10612052303, 216370, 5306027151}},
	// hundreds of thousands of millions
	{geo("T1WL", fixed, 18, 4, 19), Size{270751679750, 18, 216601257283}},
	{bin("T2WL", 0.4999999995, 2, 559), Size{295393891003, 1021239, 147696946501}},
	{bin("T3WL", 0.4999995, 2, 559), Size{157063495159, 758577, 78531748579}},
}

// utsDefaults are what the benchmark takes for flags that are not given.
var utsDefaults = Tree{
	Type: geometric, Shape: linear, Depth: 6, Branch: 4, Seed: 0,
	Prob: 15.0 / 64, Fanout: 4, Shift: 0.5,
}

func geo(name string, shape, depth int, branch float64, seed int) Tree {
	t := utsDefaults
	t.Name, t.Type, t.Shape, t.Depth, t.Branch, t.Seed = name, geometric, shape, depth, branch, seed
	return t
}

func bin(name string, prob float64, fanout, seed int) Tree {
	t := utsDefaults
	t.Name, t.Type, t.Branch, t.Prob, t.Fanout, t.Seed = name, binomial, 2000, prob, fanout, seed
	return t
}

func hyb(name string, shape, depth int, branch float64, seed int, prob float64, fanout int) Tree {
	t := geo(name, shape, depth, branch, seed)
	t.Type, t.Prob, t.Fanout = hybrid, prob, fanout
	return t
}

// namedTree returns the published tree of that name.
func namedTree(name string) (*Tree, error) {
	var names []string
	for i := range publishedTrees {
		if t := publishedTrees[i].tree; strings.EqualFold(t.Name, name) {
			return &t, nil
		}
		names = append(names, publishedTrees[i].tree.Name)
	}
	return nil, fmt.Errorf("unknown tree %q: want %s", name, strings.Join(names, ", "))
}

// check compares a size with what is published about the tree, given by name
// or by its parameters.
func (t *Tree) check(got Size) error {
	given := *t
	for _, p := range publishedTrees {
		given.Name = p.tree.Name
		if given == p.tree {
			return p.check(got)
		}
	}
	return nil
}

func (p published) check(got Size) error {
	want := p.size
	if want.Depth == 0 { // unpublished
		want.Depth, want.Leaves = got.Depth, got.Leaves
	}
	if got != want {
		return fmt.Errorf("tree %s has %+v, want %+v", p.tree.Name, got, want)
	}
	return nil
}
