package main

import (
	"runtime"

	"github.com/skua-go/skua"
)

// failOps fail, and recover.
var failOps = []*op{
	{name: "panic", weight: 3, needs: fails, run: func(nd *node, at spot) uint64 { panic(&planned{nd.id}) },
		ends: func(nd *node) outcome { return outcome{fails: map[failure]bool{{kind: panicked, node: nd.id}: true}} }},
	{name: "goexit", weight: 3, needs: exits, run: func(nd *node, at spot) uint64 { runtime.Goexit(); return 0 },
		ends: func(nd *node) outcome { return outcome{fails: map[failure]bool{{kind: exited}: true}} }},
	{name: "recover", weight: 8, least: 1, most: 1, drops: true, ends: recovered, run: func(nd *node, at spot) uint64 {
		nd.recover(at)
		nd.join(at, nothing, nothing) // the frames can be used
		return 0
	}},
	{name: "try", weight: 8, least: 1, most: 1, drops: true, ends: recovered, run: func(nd *node, at spot) uint64 {
		nd.try(at)
		nd.join(at, nothing, nothing)
		return 0
	}},
}

// recovered is the outcome of the kid when its panics are recovered.
func recovered(nd *node) outcome {
	kid := nd.kids[0].may
	o := outcome{returns: kid.returns}
	for f := range kid.fails {
		if f.kind == exited {
			o.fails = map[failure]bool{f: true}
		} else {
			o.returns = true
		}
	}
	return o
}

// recover runs the kid in a call of its own, which waits for all that the kid forked also
// when it fails, and recovers around that.
func (nd *node) recover(at spot) {
	kid := nd.kids[0]
	how, v := catch(func() {
		switch nd.n % 3 {
		case 0:
			nd.p.a.On(at.place, step{nd: kid})
		case 1:
			nd.p.b.On(at.place, kid.id)
		default:
			nd.join(at, func(w *skua.Worker) { kid.visit(onWorker(w)) }, nothing)
		}
	})
	nd.closes() // not if a Goexit passes
	kid.settle(how, v)
}

// settle judges a failure that was recovered; other failures go on.
func (nd *node) settle(how *failure, v any) {
	if how != nil && (how.kind == cancelled || how.kind == refused) {
		panic(v)
	}
	nd.judge(how, v)
}

// try runs the kid in skua.Try, which waits for all that the kid began.
func (nd *node) try(at spot) {
	kid := nd.kids[0]
	err := skua.Try(at.place, func() { kid.visit(at) })
	nd.closes() // not if a Goexit or a cancelled run passes
	if err == nil {
		kid.judge(nil, nil)
		return
	}
	how := classify(err)
	if how.kind == cancelled || how.kind == refused {
		panic(err)
	}
	if !kid.may.wrapped().fails[how] {
		nd.p.fault("%v: Try returned %T %v, want %v", nd, err, &how, kid.may.wrapped())
	}
}
