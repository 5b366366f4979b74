package graphs

import (
	"sync/atomic"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
)

// A union says which vertices are connected. Vertices are looked up at once; a root is linked
// only by the step that holds it.
type union []atomic.Uint32

func newUnion(c forkjoin.Ctx, n int) union {
	u := make(union, n)
	seq.Each(c, n, seq.Grain, func(v int) { u[v].Store(uint32(v)) })
	return u
}

// root returns the vertex that stands for all that are connected with v. It shortens the way to it:
// a store that comes late leaves a parent that is an ancestor all the same.
func (u union) root(v uint32) uint32 {
	for {
		parent := u[v].Load()
		if parent == v {
			return v
		}
		if above := u[parent].Load(); above != parent {
			u[v].Store(above)
		}
		v = parent
	}
}

func (u union) link(root, to uint32) { u[root].Store(to) }

// A plainUnion is the same, serially.
type plainUnion []uint32

func newPlainUnion(n int) plainUnion {
	u := make(plainUnion, n)
	for v := range u {
		u[v] = uint32(v)
	}
	return u
}

func (u plainUnion) root(v uint32) uint32 {
	for u[v] != v {
		u[v] = u[u[v]]
		v = u[v]
	}
	return v
}

// join connects two vertices, and reports whether they were not connected before.
func (u plainUnion) join(a, b uint32) bool {
	a, b = u.root(a), u.root(b)
	if a == b {
		return false
	}
	u[max(a, b)] = min(a, b)
	return true
}
