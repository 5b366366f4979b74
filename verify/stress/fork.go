package main

import "github.com/skua-go/skua"

// step is the argument of task type A: a node to visit, or to run only, since it
// was visited already and wants to be in a frame.
type step struct {
	nd    *node
	begun bool
	n     int // of a counted tree, without a node
}

// bodyA is the body of task type A.
func (p *program) bodyA(f *skua.Frame[step, uint64], s step) uint64 {
	at := spot{place: f, a: f}
	switch {
	case s.nd == nil:
		return p.count(f, s.n)
	case s.begun:
		return s.nd.op.run(s.nd, at)
	}
	return s.nd.visit(at)
}

// bodyB is the body of task type B, whose frames hold no pointers: a node's number,
// or its complement if it was visited already.
func (p *program) bodyB(f *skua.Frame[int32, uint64], id int32) uint64 {
	at := spot{place: f, b: f}
	if id < 0 {
		nd := p.nodes[^id]
		return nd.op.run(nd, at)
	}
	return p.nodes[id].visit(at)
}

// onA runs the op of a visited node in a frame of type A.
func (nd *node) onA(at spot, in func(f *skua.Frame[step, uint64]) uint64) uint64 {
	if at.a != nil {
		return in(at.a)
	}
	return nd.p.a.On(at.place, step{nd: nd, begun: true})
}

func (nd *node) onB(at spot, in func(f *skua.Frame[int32, uint64]) uint64) uint64 {
	if at.b != nil {
		return in(at.b)
	}
	return nd.p.b.On(at.place, ^nd.id)
}

// join is skua.Join at a place in the node's run.
func (nd *node) join(at spot, a, b func(w *skua.Worker)) {
	stopped := nd.stopped()
	skua.Join(at.place, func(w *skua.Worker) {
		nd.passed(stopped, "Join")
		a(w)
	}, b)
}

// nothing is a branch without work.
func nothing(*skua.Worker) {}

// forkOps fork kids and join them.
var forkOps = []*op{
	{name: "join", weight: 8, least: 2, most: 2, run: func(nd *node, at spot) uint64 {
		var a, b uint64
		nd.join(at,
			func(w *skua.Worker) { a = nd.kids[0].visit(onWorker(w)) },
			func(w *skua.Worker) { b = nd.kids[1].visit(onWorker(w)) })
		return a + b
	}},
	{name: "both", weight: 4, least: 2, most: 2, run: func(nd *node, at spot) uint64 {
		return nd.onA(at, func(f *skua.Frame[step, uint64]) uint64 {
			a, b := f.Both(step{nd: nd.kids[0]}, step{nd: nd.kids[1]})
			return a + b
		})
	}},
	{name: "each", weight: 3, least: 1, most: 5, run: func(nd *node, at spot) uint64 {
		return nd.onB(at, func(f *skua.Frame[int32, uint64]) (sum uint64) {
			var args []int32
			for _, kid := range nd.kids {
				args = append(args, kid.id)
			}
			res := make([]uint64, len(args))
			f.Each(args, res)
			for _, x := range res {
				sum += x
			}
			return sum
		})
	}},
	{name: "forkA", weight: 8, least: 1, most: 6, run: func(nd *node, at spot) uint64 {
		return nd.onA(at, func(f *skua.Frame[step, uint64]) uint64 {
			return forkAll(nd, f, nd.kids,
				func(kid *node) step { return step{nd: kid} },
				func(kid *node, f *skua.Frame[step, uint64]) uint64 { return kid.visit(spot{place: f, a: f}) })
		})
	}},
	{name: "forkB", weight: 8, least: 1, most: 6, run: func(nd *node, at spot) uint64 {
		return nd.onB(at, func(f *skua.Frame[int32, uint64]) uint64 {
			return forkAll(nd, f, nd.kids,
				func(kid *node) int32 { return kid.id },
				func(kid *node, f *skua.Frame[int32, uint64]) uint64 { return kid.visit(spot{place: f, b: f}) })
		})
	}},
	{name: "onA", weight: 2, least: 1, most: 1, run: func(nd *node, at spot) uint64 {
		return nd.p.a.On(at.place, step{nd: nd.kids[0]})
	}},
	{name: "onB", weight: 2, least: 1, most: 1, run: func(nd *node, at spot) uint64 {
		return nd.p.b.On(at.place, nd.kids[0].id)
	}},
}

// forkAll forks all kids but the first one above the other, runs that one on top
// of them, and joins.
func forkAll[A any](nd *node, f *skua.Frame[A, uint64], kids []*node,
	arg func(*node) A, visit func(*node, *skua.Frame[A, uint64]) uint64) uint64 {
	last := len(kids) - 1
	if last == 0 {
		return visit(kids[0], f)
	}
	stopped := nd.stopped()
	next := f.Fork(arg(kids[last]))
	nd.passed(stopped, "Fork")
	sum := forkAll(nd, next, kids[:last], arg, visit)
	x, done := f.Join()
	if !done {
		x = visit(kids[last], f)
	}
	return sum + x
}

// countTree counts a tree of up to some thousand nodes whose shape its size gives.
func (nd *node) countTree(at spot) uint64 {
	n := nd.n * nd.n * nd.n
	if got := nd.p.a.On(at.place, step{n: n}); got != uint64(n) {
		nd.p.fault("%v: a tree of %d nodes counted %d", nd, n, got)
	}
	return 0
}

func (p *program) count(f *skua.Frame[step, uint64], n int) uint64 {
	if n <= 1 {
		return uint64(n)
	}
	left := (n - 1) * (n%7 + 1) / 9
	a := p.count(f.Fork(step{n: left}), n-1-left)
	b, done := f.Join()
	if !done {
		b = p.count(f, left)
	}
	return 1 + a + b
}
