package classic

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
)

// sleepy is how many rounds a worker looks for work before it announces that it is about to sleep:
// 32 in Rayon [RY20] and in Blitz, a work-stealing library for Zig [BZ26].
const sleepy = 32

// search looks for a task, and sleeps if there is none; it returns nil if the latch is open. Between two
// rounds it yields, as the thieves of [ABP98] do: the worker that has tasks may need the processor.
func (w *Worker) search(l *latch) *task {
	s := &w.pool.sleep
	s.begin()
	w.lastLength = 0
	w.at = w.random.Below(len(w.pool.workers)) // where RoundVictim begins
	for round := 0; ; round++ {
		t := w.look(false)
		if t == nil && round == sleepy {
			seen := s.announce()
			if t = w.look(true); t == nil {
				if !s.sleep(w, l, seen) {
					return nil
				}
				round = 0
			}
		}
		if t != nil || l.isOpen() {
			s.end()
			return t
		}
		park.Yield()
	}
}

// look makes one round: the own queues, as many attempts as there are other workers, and what comes from
// outside. If it looks everywhere, nil means that each queue was empty at some instant after the
// call began: a lost race says nothing about that, so the attempt is repeated.
func (w *Worker) look(everywhere bool) *task {
	if t := w.own(); t != nil || w.pool.config.Alone {
		return t
	}
	for k := range len(w.pool.workers) - 1 {
		v := w.other(k)
		if !everywhere {
			v = w.chooseVictim()
		}
		t, outcome := w.rob(v)
		for everywhere && t == nil && outcome != deque.Empty {
			park.Yield()
			t, outcome = w.rob(v)
		}
		if t != nil {
			return t
		}
	}
	t, _ := w.pool.injector.Steal()
	return t
}
