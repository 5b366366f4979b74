package main

import (
	"context"
	"runtime"

	"github.com/skua-go/skua"
)

// meetInScope has tasks that wait for the last one of their scope.
func (nd *node) meetInScope(at spot) uint64 {
	s := skua.NewScope(nd.scopeContext(), at.place)
	met := make(chan struct{})
	for k := range nd.n / 3 {
		at.spawn(s, k&1 == 0, func(w *skua.Worker) error { nd.await(w, met); return nil })
	}
	at.spawn(s, nd.n&1 == 0, func(*skua.Worker) error { close(met); return nil })
	if err := nd.waited(s.Wait()); err != nil {
		nd.p.fault("%v: Wait returned %v", nd, err)
	}
	return 0
}

// meetOuter waits for a scope from outside, a task of which needs what the waiting
// task has forked: inside Blocking, since the scope's own wait publishes nothing
// of the worker around it.
func (nd *node) meetOuter(at spot) uint64 {
	met := make(chan struct{})
	call := func(w *skua.Worker) {
		s := skua.NewScope(context.Background(), nd.pool())
		s.Go(func(w *skua.Worker) error { nd.await(w, met); return nil })
		runtime.Gosched() // another worker may take it
		var err error
		nd.block(w, func() { err = s.Wait() })
		if nd.waited(err) != nil {
			nd.p.fault("%v: Wait returned %v", nd, err)
		}
	}
	nd.p.entered.Add(1)
	nd.join(at, func(w *skua.Worker) {
		nd.join(onWorker(w), call, func(*skua.Worker) { close(met) })
	}, nothing)
	return 0
}

// handOver lets two branches hand a word to each other by channels.
func (nd *node) handOver(at spot) uint64 {
	there, back := make(chan struct{}), make(chan struct{})
	rounds := 1 + nd.n
	partner := func(first bool) func(w *skua.Worker) {
		return func(w *skua.Worker) {
			mine, yours := there, back
			if first {
				mine, yours = back, there
			}
			for range rounds {
				if first {
					nd.send(w, yours)
				}
				nd.await(w, mine)
				if !first {
					nd.send(w, yours)
				}
			}
		}
	}
	nd.join(at, partner(nd.id&1 == 0), partner(nd.id&1 != 0))
	return 0
}

func (nd *node) send(at skua.Place, c chan struct{}) {
	nd.block(at, func() {
		select {
		case c <- struct{}{}:
		case <-nd.context().Done():
		}
	})
}

// meet forks a task and waits for it to begin, outside Blocking, in one of the ways
// that answer thieves. Some other worker takes it in the end.
func (nd *node) meet(at spot) uint64 {
	met := make(chan struct{})
	nd.join(at, func(w *skua.Worker) {
		for k := 0; !closed(met); k++ {
			nd.look(w)
			if k%16 == 15 {
				runtime.Gosched()
			}
		}
	}, func(*skua.Worker) { close(met) })
	return 0
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// look is one of the calls that answer thieves.
func (nd *node) look(w *skua.Worker) {
	switch nd.n % 6 {
	case 0:
		w.Poll()
	case 1:
		nd.p.a.On(w, step{n: 8}) // which forks on other frames than the one that waits
	case 2:
		nd.join(onWorker(w), nothing, nothing)
	case 3:
		nd.indices(w, 10)
	case 4:
		l := skua.Loop{To: 4, Body: func(p *skua.Part) {
			for p.Next() {
				nd.indices(p.Worker(), 6)
			}
		}}
		l.Run(w)
	default:
		s := skua.NewScope(nd.context(), w)
		w.Go(s, func(*skua.Worker) error { return nil })
		s.Wait()
		w.Poll()
	}
}
