package program

import (
	"time"

	"github.com/skua-go/skua"
)

var trees = []Program{
	{Name: "tree", Doc: "a binary tree of forks with 2^depth leaves, the same for any number of workers", Default: Params{"depth": 17, "leaf": 1000},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			f := tree(p["leaf"])
			return whole(func() { f.On(pool, p["depth"]) })
		}},
	{Name: "leaves", Doc: "so many leaves for each worker, by one Frame.Each", Default: Params{"each": 4, "leaf": 1_000_000},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration {
			f, n := leaves(p["leaf"]), p["each"]*workers
			return whole(func() { f.On(pool, n) })
		}},
	{Name: "weak-tree", Doc: "a binary tree of forks with at least so many leaves for each worker", Default: Params{"each": 8192, "leaf": 1000},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration {
			f, depth := tree(p["leaf"]), 0
			for 1<<depth < p["each"]*workers {
				depth++
			}
			return whole(func() { f.On(pool, depth) })
		}},
	{Name: "unit-tree", Doc: "a full binary tree of so many levels, whose nodes all take as long: each forks one child and goes on with the other", Default: Params{"levels": 16, "node": 100},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			f := units(p["node"])
			return whole(func() { f.On(pool, max(1, p["levels"])) })
		}},
	{Name: "fib", Doc: "Fibonacci numbers by two recursive calls", Default: Params{"n": 25, "call": 20},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			f := fib(p["call"])
			return whole(func() { f.On(pool, p["n"]) })
		}},
	{Name: "uts", Doc: "a binomial tree that cannot be cut in advance: the root has so many children, every other node 8 with a probability of 0.124", Default: Params{"root": 2000, "seed": 17, "node": 1000},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			f := uts(p["root"], p["node"])
			return whole(func() { f.On(pool, node{0, uint64(p["seed"])}) })
		}},
	{Name: "owner", Doc: "a loop keeps all workers awake; then one worker forks tiny tasks, one by one, while the others look for work: time for those forks", Default: Params{"forks": 200, "task": 50, "loop": 20_000},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration { return owner(pool, workers, p) }},
}

func tree(leaf int) *skua.Func[int, int] {
	return skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth == 0 {
			work(leaf)
			return 1
		}
		a, b := f.Both(depth-1, depth-1)
		return a + b
	})
}

func leaves(leaf int) *skua.Func[int, int] {
	return skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		if n > 0 {
			f.Each(make([]int, n), make([]int, n))
			return 0
		}
		work(leaf)
		return 0
	})
}

func units(node int) *skua.Func[int, int] {
	return skua.NewFunc(func(f *skua.Frame[int, int], levels int) int {
		work(node)
		if levels == 1 {
			return 1
		}
		a, b := f.Both(levels-1, levels-1)
		return 1 + a + b
	})
}

func fib(call int) *skua.Func[int, int] {
	return skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		work(call)
		if n < 2 {
			return n
		}
		a, b := f.Both(n-1, n-2)
		return a + b
	})
}

// node is a node of the binomial tree. What it becomes depends on its seed alone.
type node struct {
	depth int
	seed  uint64
}

// children is how many x has, if the root has so many.
func (x node) children(root int) int {
	switch {
	case x.depth == 0:
		return root
	case mix(x.seed)%1000 < 124:
		return 8
	}
	return 0
}

func (x node) child(k int) node { return node{x.depth + 1, mix(x.seed*8191 + uint64(k) + 1)} }

// uts forks the children of a node one after the other, and joins them in reverse.
func uts(root, each int) *skua.Func[node, int] {
	var visit func(f *skua.Frame[node, int], x node) int
	var children func(f *skua.Frame[node, int], x node, k, n int) int
	children = func(f *skua.Frame[node, int], x node, k, n int) int {
		if k == n {
			return 1
		}
		child := x.child(k)
		rest := children(f.Fork(child), x, k+1, n)
		size, done := f.Join()
		if !done {
			size = visit(f, child)
		}
		return rest + size
	}
	visit = func(f *skua.Frame[node, int], x node) int {
		work(each)
		return children(f, x, 0, x.children(root))
	}
	return skua.NewFunc(visit)
}

func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// owner returns the time of the forks alone.
func owner(pool *skua.Pool, workers int, p Params) func() time.Duration {
	n, task := p["forks"], p["task"]
	forks := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
		for range n {
			f.Fork(0)
			work(task)
			if _, done := f.Join(); !done {
				work(task)
			}
		}
		return n
	})
	return func() (took time.Duration) {
		inside(pool, func(w *skua.Worker) {
			(&skua.Loop{To: 8 * workers, Body: func(part *skua.Part) {
				for part.Next() {
					work(p["loop"])
				}
			}}).Run(w)
			begin := now()
			forks.On(w, n)
			took = now() - begin
		})
		return took
	}
}
