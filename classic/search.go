package classic

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
)

// sleepy is how many rounds a worker looks for work before it announces that it is about to sleep:
// 32 in Rayon [RY20] and in Blitz, a work-stealing library for Zig [BZ26].
const sleepy = 32

// search looks for a task while the worker's own queues are empty, and sleeps between if there is none.
// It returns nil if the latch is set. Between two rounds it yields, as the thieves of
// [ABP98] do before each attempt: the worker that has the work may need the processor.
func (w *Worker) search(l *latch) *task {
	s := &w.pool.sleep
	s.begin()
	w.lastLength = 0
	if w.pool.config.Victim == RoundVictim {
		w.at = w.random.Below(len(w.pool.workers))
	}
	for round := 0; ; round++ {
		t := w.round()
		if round == sleepy && t == nil && !l.isSet() {
			seen := s.announce()
			if t = w.lookEverywhere(); t == nil {
				if !s.sleep(w, l, seen) {
					return nil
				}
				round = -1
			}
		}
		if t != nil || l.isSet() {
			s.end()
			return t
		}
		if round >= 0 {
			park.Yield()
		}
	}
}

// round is as many attempts as there are other workers, and a look at what comes from outside.
func (w *Worker) round() *task {
	if t := w.own(); t != nil || w.pool.config.Alone {
		return t
	}
	for range len(w.pool.workers) - 1 {
		if t, _ := w.rob(w.chooseVictim()); t != nil {
			return t
		}
	}
	t, _ := w.pool.injector.Steal()
	return t
}

// lookEverywhere returns nil only if every queue was empty at some instant after the call began. A
// lost race says nothing about that, so it tries again.
func (w *Worker) lookEverywhere() *task {
	if t := w.own(); t != nil || w.pool.config.Alone {
		return t
	}
	for _, v := range w.pool.workers {
		for v != w {
			t, outcome := w.rob(v)
			if t != nil {
				return t
			}
			if outcome == deque.Empty {
				break
			}
			park.Yield()
		}
	}
	t, _ := w.pool.injector.Steal()
	return t
}
