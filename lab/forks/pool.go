package forks

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/rng"
)

// A Pool runs one recursive function on several workers, each with a deque of the same
// kind. One Run at a time.
type Pool[A, R any] struct {
	body    func(w *Worker[A, R], arg A) R
	workers []*Worker[A, R]
	over    atomic.Bool // the root has ended
}

// Stats are what the workers have done in all runs.
type Stats struct {
	Forks     uint64
	Inline    uint64 // of these, those that found a full deque
	Steals    uint64
	Leapfrogs uint64 // of these, those by workers that waited
	Exposures uint64 // forks that owners of split deques have made public
}

// New returns a pool of workers, at least one, for body, with deques of that kind:
// policy.Deques has the names.
func New[A, R any](workers int, kind string, body func(w *Worker[A, R], arg A) R) (*Pool[A, R], error) {
	k, err := policy.ParseDeque(kind)
	if err != nil {
		return nil, fmt.Errorf("forks: %w", err)
	}
	if workers < 1 {
		return nil, fmt.Errorf("forks: %d workers, want at least one", workers)
	}
	p := &Pool[A, R]{body: body}
	for id := range workers {
		p.workers = append(p.workers, &Worker[A, R]{pool: p, deque: newQueue[A, R](k), random: rng.New(uint64(id + 1))})
	}
	return p, nil
}

// Workers returns how many workers a run has.
func (p *Pool[A, R]) Workers() int { return len(p.workers) }

// Run returns what body returns for arg. The calling goroutine is the first worker; the
// others are started for this run and have ended when it returns.
func (p *Pool[A, R]) Run(arg A) R {
	p.over.Store(false) // ORDER: before the goroutines begin, which load it
	var idle sync.WaitGroup
	for _, w := range p.workers[1:] {
		idle.Go(w.serve)
	}
	result := p.body(p.workers[0], arg)
	p.over.Store(true) // ORDER: all forks are joined, so no worker has a task; serve's load ends it
	idle.Wait()
	return result
}

// Stats returns the counts so far. Not during a Run.
func (p *Pool[A, R]) Stats() (s Stats) {
	for _, w := range p.workers {
		s.Forks += w.count.Forks
		s.Inline += w.count.Inline
		s.Steals += w.count.Steals
		s.Leapfrogs += w.count.Leapfrogs
		s.Exposures += w.deque.Counts().Owner.Exposures
	}
	return s
}

// serve runs stolen tasks until the root has ended.
func (w *Worker[A, R]) serve() {
	others := len(w.pool.workers) - 1
	for !w.pool.over.Load() {
		at := w.random.Below(others)
		victim := w.pool.workers[at]
		if victim == w {
			victim = w.pool.workers[others]
		}
		if !w.rob(victim) {
			runtime.Gosched()
		}
	}
}
