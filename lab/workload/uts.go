package workload

import (
	"math"

	"github.com/skua-go/skua"
)

var utsWorkload = Workload{
	Name:    "uts",
	Doc:     "Unbalanced Tree Search: count the nodes of a tree made by SHA-1",
	Params:  utsParams,
	prepare: prepareUTS,
}

func prepareUTS(r *reader) *Instance {
	t, err := readTree(r)
	if err != nil {
		r.fail(err)
	}
	if r.failed() {
		return nil
	}
	below := skua.NewFunc(t.searchAll)
	return &Instance{
		Params:     t,
		Parallel:   func(p skua.Place) any { return t.searchAt(p, below) },
		Sequential: func() any { return t.count(t.root()) },
		Check:      func(answer any) error { return t.check(answer.(Size)) },
		Tasks:      func(answer any) int { return int(min(answer.(Size).Leaves-1, math.MaxInt)) },
	}
}

// Size is the answer of UTS.
type Size struct {
	Nodes  int64 `json:"nodes"`
	Depth  int   `json:"depth"` // of the deepest node; the root's is 0
	Leaves int64 `json:"leaves"`
}

// and returns the size of two sets of subtrees together.
func (s Size) and(o Size) Size {
	return Size{s.Nodes + o.Nodes, max(s.Depth, o.Depth), s.Leaves + o.Leaves}
}

// siblings are the children [low, high) of parent: the task of the parallel
// version. A child exists only once a task has come to it.
type siblings struct {
	parent    node
	low, high int32
}

// searchAt returns the size of the whole tree. The root has no parent.
func (t *Tree) searchAt(p skua.Place, below *skua.Func[siblings, Size]) Size {
	root := t.root()
	k := t.children(root)
	if k == 0 {
		return root.leaf()
	}
	size := below.On(p, siblings{root, 0, k})
	size.Nodes++
	return size
}

// search returns the size of the subtree below n. It takes the children one by
// one, and forks those that remain as one task: a node with k children takes
// k-1 forks and the whole tree one less than it has leaves, and on each level
// of the tree one of them is pending at a time.
func (t *Tree) search(f *skua.Frame[siblings, Size], n node) Size {
	k := t.children(n)
	if k == 0 {
		return n.leaf()
	}
	size := t.searchAll(f, siblings{n, 0, k})
	size.Nodes++
	return size
}

// searchAll returns the size of the subtrees below s, of which there is one at
// least.
func (t *Tree) searchAll(f *skua.Frame[siblings, Size], s siblings) Size {
	var size Size
	for {
		child := s.parent.child(s.low)
		s.low++
		if s.low == s.high {
			return size.and(t.search(f, child))
		}
		size = size.and(t.search(f.Fork(s), child))
		if rest, done := f.Join(); done {
			return size.and(rest)
		}
	}
}

// count is search without the forks.
func (t *Tree) count(n node) Size {
	k := t.children(n)
	if k == 0 {
		return n.leaf()
	}
	size := Size{Nodes: 1}
	for i := range k {
		size = size.and(t.count(n.child(i)))
	}
	return size
}
