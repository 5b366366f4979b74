package main

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/skua-go/skua"
)

// node is one node of a program's tree. Its value, if it returns, depends on the
// tree alone: want.
type node struct {
	op     *op
	id     int32
	n      int // 0 to 15; the op makes of it what it likes
	kids   []*node
	parent *node
	p      *program

	away  bool  // runs in the program's other pool
	tied  bool  // a task around it waits in another pool, outside Blocking
	owner *node // around it: the Run that a cancellation ends, or nil

	want  uint64
	may   outcome
	loose bool // something below may leave behind what outlives the node

	begun, ended atomic.Int32
	shut         atomic.Bool // nothing below may run any more
	failed       atomic.Bool // of a loop: it has failed, and every worker was told
	run          *runState   // of an owner, made by its own op before its kids run
}

// spot is where a node runs: at a place, which is a worker or a frame too.
type spot struct {
	place skua.Place
	w     *skua.Worker               // or nil
	a     *skua.Frame[step, uint64]  // or nil
	b     *skua.Frame[int32, uint64] // or nil
}

func onWorker(w *skua.Worker) spot { return spot{place: w, w: w} }

// poll answers thieves, and lets a cancelled run stop.
func (at spot) poll() {
	switch {
	case at.w != nil:
		at.w.Poll()
	case at.a != nil:
		at.a.Poll()
	default:
		at.b.Poll()
	}
}

// spawn puts a task into the scope: on the queue of its own worker if it may
// and has one.
func (at spot) spawn(s *skua.Scope, own bool, task func(w *skua.Worker) error) {
	if own && at.w != nil {
		at.w.Go(s, task)
		return
	}
	s.Go(task)
}

// value is the node's own part of its value.
func (nd *node) value() uint64 {
	x := uint64(nd.id)*0x9e3779b97f4a7c15 + 1
	x ^= x >> 31
	return x * 0xbf58476d1ce4e5b9
}

// visit runs the node and returns its value.
func (nd *node) visit(at spot) uint64 {
	nd.begin()
	v := nd.value() + nd.op.run(nd, at)
	nd.finish(v)
	return v
}

func (nd *node) begin() {
	p := nd.p
	if nd.begun.Add(1) > 1 {
		p.fault("%v ran twice", nd)
	}
	nd.checkOpen("began")
	p.toldOf()
	p.events.pass(p.begun.Add(1))
}

func (nd *node) finish(v uint64) {
	progress.Add(1)
	nd.ended.Add(1)
	nd.checkOpen("ended")
	if v != nd.want {
		nd.p.fault("%v returned %#x, want %#x", nd, v, nd.want)
	}
}

// checkOpen complains if a call that waits for all that it began is over and the
// node, which it began, is not.
func (nd *node) checkOpen(what string) {
	for up := nd.parent; up != nil; up = up.parent {
		if up.shut.Load() {
			nd.p.fault("%v %s when %v was over", nd, what, up)
			return
		}
	}
}

// closes is deferred by ops whose call waits for all that it began, also when
// it fails.
func (nd *node) closes() {
	if !nd.loose {
		nd.shut.Store(true)
	}
}

// pool returns the pool in which the node runs.
func (nd *node) pool() *skua.Pool {
	if nd.away {
		return nd.p.other
	}
	return nd.p.main
}

// busy computes for a moment, as the leaves of a program do.
func (nd *node) busy(n int) {
	if nd.away {
		spin(n)
		return
	}
	nd.p.gauge.busy(n)
}

func (nd *node) String() string { return fmt.Sprintf("node %d %s/%d", nd.id, nd.op.name, nd.n) }

// tree writes the node and all below it: what is running is marked by >, what has
// not begun by a dot.
func (nd *node) tree(b *strings.Builder) {
	switch {
	case nd.begun.Load() == 0:
		b.WriteByte('.')
	case nd.ended.Load() == 0:
		b.WriteByte('>')
	}
	fmt.Fprintf(b, "%d:%s/%d", nd.id, nd.op.name, nd.n)
	if len(nd.kids) == 0 {
		return
	}
	b.WriteByte('(')
	for k, kid := range nd.kids {
		if k > 0 {
			b.WriteByte(' ')
		}
		kid.tree(b)
	}
	b.WriteByte(')')
}
