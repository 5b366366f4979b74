//go:build explore

package sched

import (
	"github.com/skua-go/skua/internal/sleep"
)

// This file gives the explorer's scenarios hands: workers whose every step is
// scripted. It is in no other build.

// NewScripted returns a pool that starts no residents. One searcher is counted
// that is not there, with a token of its own, so owners see that their work is wanted,
// and wake nobody.
func NewScripted(config Config) *Pool {
	p := New(config)
	p.living = sleep.MaxSleepers
	p.sleep.AddTokens(1)
	p.sleep.TakeToken()
	p.sleep.StartSearch()
	return p
}

// Thief returns a worker with a token, for a thread of the scenario.
func (p *Pool) Thief() *Worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sleep.TakeToken()
	return p.newWorker(-1)
}

// TrySteal searches once and runs what it finds, and what came with it. If the
// token went with a wake-up the thief takes another.
func TrySteal(w *Worker) bool {
	w.Here()
	l, found := PoolOf(w).lookAround(w, true)
	for ok := found; ok; l, ok = spawnedOf(w).next() {
		l.run(w)
		if w.tokenless {
			w.crew.sleep.TakeToken()
			w.tokenless = false
		}
	}
	return found
}

// Quit gives the thief's token back.
func Quit(w *Worker) { w.crew.yieldToken() }
