package main

import (
	"context"
	"sync/atomic"

	"github.com/skua-go/skua"
)

// scopeOps spawn kids into scopes.
var scopeOps = []*op{
	{name: "scope", weight: 10, least: 1, most: 7, waits: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		s := skua.NewScope(nd.scopeContext(), at.place)
		return nd.spawnAll(at, s, nil)
	}},
	{name: "limited", weight: 5, least: 1, most: 7, waits: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		s := skua.NewScope(nd.scopeContext(), at.place)
		most := 1 + nd.n%3
		s.SetLimit(most)
		var running atomic.Int64
		return nd.spawnAll(at, s, func(run func()) {
			if n := running.Add(1); n > int64(most) {
				nd.p.fault("%v: %d tasks run, the limit is %d", nd, n, most)
			}
			defer running.Add(-1)
			run()
		})
	}},
	{name: "spawning", weight: 4, least: 1, most: 7, waits: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		s := skua.NewScope(nd.scopeContext(), at.place)
		var sum atomic.Uint64
		if nd.n&8 != 0 {
			s.SetLimit(1 + nd.n&3)
		}
		at.spawn(s, nd.n&1 == 0, func(w *skua.Worker) error { // the first task spawns the others
			for k := 1; k < len(nd.kids); k++ {
				nd.spawn(onWorker(w), s, k, &sum, nil)
			}
			sum.Add(nd.kids[0].visit(onWorker(w)))
			return nil
		})
		return nd.wait(s, &sum)
	}},
	{name: "series", weight: 5, run: func(nd *node, at spot) uint64 {
		s := skua.NewScope(nd.scopeContext(), at.place)
		if nd.n%4 == 0 {
			s.SetLimit(2)
		}
		var ran atomic.Int64
		tasks := 4 * nd.n
		for k := range tasks {
			at.spawn(s, nd.n&1 == 0 || k%2 == 0, func(w *skua.Worker) error {
				nd.busy(5)
				ran.Add(1)
				return nil
			})
		}
		if err := nd.waited(s.Wait()); err != nil || ran.Load() != int64(tasks) {
			nd.p.fault("%v: %d of %d tasks ran, Wait returned %v", nd, ran.Load(), tasks, err)
		}
		return 0
	}},
	{name: "scopeTree", weight: 5, run: func(nd *node, at spot) uint64 {
		var ran atomic.Int64
		nd.scopeTree(at, 1+nd.n%4, &ran)
		want := int64(0)
		for range 1 + nd.n%4 {
			want = 3 * (want + 1)
		}
		if ran.Load() != want {
			nd.p.fault("%v: %d of %d tasks ran", nd, ran.Load(), want)
		}
		return 0
	}},
	{name: "orphans", leaves: true, weight: 4, least: 1, most: 4, needs: fails, drops: true, ends: fine, run: func(nd *node, at spot) uint64 {
		s := skua.NewScope(nd.scopeContext(), at.place)
		var sum atomic.Uint64
		for k := range nd.kids {
			nd.spawn(at, s, k, &sum, nil)
		}
		return 0 // there is no Wait for it
	}},
	{name: "errors", weight: 5, least: 1, most: 6, waits: true, needs: fails, drops: true, ends: through(anyOfBut), run: (*node).firstError},
}

// scopeContext is a context for a scope in the node: its run's or one that never
// ends.
func (nd *node) scopeContext() context.Context {
	if nd.n&4 == 0 {
		return nd.context()
	}
	return context.Background()
}

// spawn spawns kid number k, as a task that may be wrapped.
func (nd *node) spawn(at spot, s *skua.Scope, k int, sum *atomic.Uint64, around func(func())) {
	at.spawn(s, nd.n&1 == 0 || k%2 == 0, func(w *skua.Worker) error {
		run := func() { sum.Add(nd.kids[k].visit(onWorker(w))) }
		if around == nil {
			run()
		} else {
			around(run)
		}
		return nil
	})
}

func (nd *node) spawnAll(at spot, s *skua.Scope, around func(func())) uint64 {
	var sum atomic.Uint64
	for k := range nd.kids {
		nd.spawn(at, s, k, &sum, around)
	}
	return nd.wait(s, &sum)
}

// wait waits for a scope whose tasks return no errors.
func (nd *node) wait(s *skua.Scope, sum *atomic.Uint64) uint64 {
	defer nd.closes()
	if err := nd.waited(s.Wait()); err != nil {
		nd.p.fault("%v: Wait returned %v", nd, err)
	}
	if s.Context().Err() == nil {
		nd.p.fault("%v: the context of a scope is not over after Wait", nd)
	}
	return sum.Load()
}

// scopeTree spawns three tasks that do so too, in scopes of their own.
func (nd *node) scopeTree(at spot, depth int, ran *atomic.Int64) {
	if depth == 0 {
		return
	}
	s := skua.NewScope(nd.scopeContext(), at.place)
	for range 3 {
		at.spawn(s, nd.n&4 == 0, func(w *skua.Worker) error {
			ran.Add(1)
			nd.busy(20)
			nd.scopeTree(onWorker(w), depth-1, ran)
			return nil
		})
	}
	if err := nd.waited(s.Wait()); err != nil {
		nd.p.fault("%v: Wait returned %v", nd, err)
	}
}

// anyOfBut is the outcome of tasks of which one returns an error, which may come
// before any failure.
func anyOfBut(nd *node) outcome {
	o := anyOf(nd)
	o.returns = true
	return o
}

// firstError spawns the kids and tasks that return errors: Wait returns the first.
func (nd *node) firstError(at spot) uint64 {
	defer nd.closes()
	s := skua.NewScope(nd.scopeContext(), at.place)
	var sum atomic.Uint64
	mine := &planned{nd.id}
	for k := range nd.kids {
		nd.spawn(at, s, k, &sum, nil)
		if k == nd.n%len(nd.kids) {
			at.spawn(s, nd.n&2 == 0, func(*skua.Worker) error { return mine })
		}
	}
	if err := nd.waited(s.Wait()); err != error(mine) {
		nd.p.fault("%v: Wait returned %v, want %v", nd, err, mine)
	}
	return 0
}
