package space

import (
	"context"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A node is the argument of a call: a subtree and where its frames are counted.
type node struct {
	levels int
	key    uint64 // of the random shape
	spins  int
	split  func(n node) (forked, called node)
	frames *frames
}

// frames counts those that are alive, and the most of them.
type frames struct{ alive, most atomic.Int64 }

// enter counts a frame. The most is exact: each sum that the counter has had was some call's.
//
// ORDER: none: counts, which publish nothing; they are read after the run.
func (f *frames) enter() {
	n := f.alive.Add(1)
	for most := f.most.Load(); n > most && !f.most.CompareAndSwap(most, n); most = f.most.Load() {
	}
}

func (f *frames) leave() { f.alive.Add(-1) }

// A shape is a tree. A subtree without levels is a leaf.
type shape struct {
	name   string
	levels int
	split  func(n node) (forked, called node)
}

var trees = []shape{
	{"balanced", 11, func(n node) (node, node) { n.levels--; return n, n }},
	{"deep forks", 400, func(n node) (node, node) { return n.to(n.levels - 1), n.to(min(n.levels-1, 3)) }},
	{"deep calls", 400, func(n node) (node, node) { return n.to(min(n.levels-1, 3)), n.to(n.levels - 1) }},
	{"random", 60, func(n node) (node, node) { return n.draw(1), n.draw(2) }},
}

func (n node) to(levels int) node {
	n.levels = levels
	return n
}

// draw is a child whose levels depend on the place in the tree only.
func (n node) draw(side uint64) node {
	n.key = (n.key+side)*gauge.Factor + gauge.Term
	less := 1 + int(n.key>>33%uint64(max(1, n.levels/3)))
	return n.to(max(0, n.levels-2*less))
}

var walk = skua.NewFunc(visit)

// visit runs a call whose frame has been counted. Its fork's frame is alive from the fork on,
// whoever runs it.
func visit(f *skua.Frame[node, struct{}], n node) (none struct{}) {
	defer n.frames.leave()
	gauge.Burn(n.spins)
	if n.levels == 0 {
		return none
	}
	forked, called := n.split(n)
	n.frames.enter()
	g := f.Fork(forked)
	n.frames.enter()
	visit(g, called)
	if _, done := f.Join(); !done {
		visit(f, forked)
	}
	return none
}

// countFrames runs the tree in a pool of its own.
func countFrames(ctx context.Context, tree shape, workers, samples, spins int) (rows []lab.Row, err error) {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	for sample := range samples {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var count frames
		before := pool.Stats().Steals
		count.enter()
		walk.On(pool, node{levels: tree.levels, spins: spins, split: tree.split, frames: &count})
		rows = append(rows, lab.Row{"sample": sample, "frames": count.most.Load(), "steals": pool.Stats().Steals - before, "left": count.alive.Load()})
	}
	return rows, nil
}
