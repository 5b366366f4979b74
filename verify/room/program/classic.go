package program

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/classic"
)

// Classic is the pool of a program of package classic, or nil: whoever has started the program closes it.
var Classic *classic.Pool

// Of the parameter "victim": 0 is classic.RandomVictim, 4 FirstVictim.
var classics = []Program{
	{Name: "classic-tree", Doc: "tree in a pool of package classic", Default: Params{"depth": 17, "leaf": 1000, "victim": 0},
		Start: func(_ *skua.Pool, workers int, p Params) func() time.Duration {
			return onClassic(workers, p, func(w *classic.Worker) { classicTree(w, heap{p["depth"], p["leaf"]}) })
		}},
	{Name: "classic-uts", Doc: "uts in a pool of package classic", Default: Params{"root": 2000, "seed": 17, "node": 1000, "victim": 0},
		Start: func(_ *skua.Pool, workers int, p Params) func() time.Duration {
			return onClassic(workers, p, func(w *classic.Worker) {
				classicUTS(w, child{node{0, uint64(p["seed"])}, p["root"], p["node"]})
			})
		}},
	{Name: "classic-units", Doc: "spawn-tree in a pool of package classic", Default: Params{"levels": 16, "node": 100, "victim": 0},
		Start: func(_ *skua.Pool, workers int, p Params) func() time.Duration {
			return onClassic(workers, p, func(w *classic.Worker) { classicUnits(w, p["levels"], p["node"]) })
		}},
}

// onClassic makes the pool. A victim that there is none of is a panic.
func onClassic(workers int, p Params, f func(w *classic.Worker)) func() time.Duration {
	pool, err := classic.New(classic.Config{Workers: workers, Victim: classic.Victim(p["victim"])})
	if err != nil {
		panic(err)
	}
	Classic = pool
	return whole(func() { pool.Run(f) })
}

// heap is a tree of that depth, whose leaves take so many nanoseconds.
type heap struct{ depth, leaf int }

func classicTree(w *classic.Worker, t heap) int {
	if t.depth == 0 {
		work(t.leaf)
		return 1
	}
	t.depth--
	f := classic.Fork(w, classicTree, t)
	n := classicTree(w, t)
	return n + f.Join(w)
}

// child is a node of uts, with what the root's children are, and what each node takes.
type child struct {
	node
	root, each int
}

// classicUTS forks the children of a node one after the other, and joins them in reverse.
func classicUTS(w *classic.Worker, c child) int {
	work(c.each)
	forks := make([]*classic.Future[child, int], c.children(c.root))
	for k := range forks {
		forks[k] = classic.Fork(w, classicUTS, child{c.child(k), c.root, c.each})
	}
	size := 1
	for k := len(forks) - 1; k >= 0; k-- {
		size += forks[k].Join(w)
	}
	return size
}

func classicUnits(w *classic.Worker, levels, node int) {
	for left := levels; left > 1; left-- {
		work(node)
		w.Spawn(func(w *classic.Worker) { classicUnits(w, left-1, node) })
	}
	work(node)
}
