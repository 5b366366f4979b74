//go:build explore

package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/self"
	"github.com/skua-go/skua/internal/sleep"
)

// This file gives the explorer's scenarios hands: workers whose every step is scripted. The overlay of
// their build puts it into package sched; it is in no other build.

// NewEmpty returns a pool that starts no residents.
func NewEmpty(config crew.Config) *Pool {
	p := New(config)
	p.Residents.Store(sleep.MaxSleepers) // ORDER: no other goroutine knows p yet
	return p
}

// NewScripted is NewEmpty, with one searcher counted that is not there, with a token of its own, so
// owners see that their work is wanted, and wake nobody.
func NewScripted(config crew.Config) *Pool {
	p := NewEmpty(config)
	p.Sleep.Grant(1)
	p.Sleep.TakeToken()
	p.Sleep.StartSearch()
	return p
}

// Thief returns a worker with a token, for a thread of the scenario.
func (p *Pool) Thief() *crew.Worker {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	p.Sleep.TakeToken()
	return p.newWorker(-1, nil)
}

// TrySteal searches once and runs what it finds, and what came with it. If the
// token went with a wake-up the thief takes another.
func TrySteal(w *crew.Worker) bool {
	l, found, _ := (&resident{w, PoolOf(w)}).lookAround(true)
	return runAll(w, l, found)
}

// Seek looks for work, and runs what it finds, unless it comes to sleep: it looks as a worker does that
// is about to, and is counted as a searcher. In the end it gives the token back.
func Seek(w *crew.Worker) {
	w.Crew.Sleep.StartSearch()
	for r := (&resident{w, PoolOf(w)}); ; {
		switch l, found, awake := r.sleepOn(); {
		case found:
			runAll(w, l, true)
			Quit(w)
			return
		case !awake:
			return
		}
	}
}

// TryTray waits at its tray once, and runs what is dealt into it.
func TryTray(w *crew.Worker) bool {
	l, found := loop.Of(w).Wait()
	return runAll(w, l, found)
}

func runAll(w *crew.Worker, l crew.Loot, found bool) bool {
	w.Self.Store(self.Goroutine()) // ORDER: only the goroutine of that name acts on it
	for ok := found; ok; l, ok = w.Own.Next() {
		l.Run(w)
		if w.Tokenless {
			w.Crew.Sleep.TakeToken()
			w.Tokenless = false
		}
	}
	return found
}

// Quit gives the thief's token back.
func Quit(w *crew.Worker) { w.Crew.YieldToken() }
