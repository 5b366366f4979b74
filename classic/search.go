package classic

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
)

const sleepy = 32 // rounds until a worker announces that it will sleep: as in Rayon [RY20] and Blitz [BZ26]

// search looks for a task, and sleeps if there is none; it returns nil if the latch is open. Before each
// round it yields, as the thieves of [ABP98] do: the worker that has tasks may need the processor.
func (w *Worker) search(l *latch) (t *task) {
	s := &w.pool.sleep
	s.begin()
	w.lastLength, w.round, w.spare = 0, w.random.Next(), nil
	for round := 0; t == nil && !l.isOpen(); round++ {
		if round < sleepy {
			park.Yield()
			t = w.look(false)
			continue
		}
		seen := s.announce()
		if t = w.look(true); t == nil {
			if !s.sleep(w, l, seen) {
				return nil
			}
			round = 0
		}
	}
	s.end()
	return t
}

// look makes one round: the own queues, and as many attempts as there are other workers. If it looks
// everywhere, nil means that each queue was empty at some instant after the call began: a lost race says
// nothing about that, so the attempt is repeated.
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
	return nil
}

// chooseVictim returns the worker to steal from. There is another.
func (w *Worker) chooseVictim() *Worker {
	others := len(w.pool.workers) - 1
	v := w.other(w.random.Below(others))
	switch w.pool.config.Victim {
	case RoundVictim:
		w.round++
		return w.other(int(w.round % uint64(others)))
	case LastVictim:
		if w.lucky != nil {
			return w.lucky
		}
	case RicherVictim:
		if two := w.other(w.random.Below(others)); two.deque.Len() > v.deque.Len() {
			return two
		}
	case FirstVictim:
		for k := range others {
			if first := w.other(k); first.deque.Len() > 0 {
				return first
			}
		}
	}
	return v
}

// other returns worker k of all but w.
func (w *Worker) other(k int) *Worker {
	if k >= w.id {
		k++
	}
	return w.pool.workers[k]
}

// rob tries to steal from v, and returns a task to run. If the amount is Half, it leaves further ones in w's
// deque. If v's deque is empty, it takes the oldest task of v's inbox.
func (w *Worker) rob(v *Worker) (t *task, outcome deque.Outcome) {
	w.tried.Attempts++
	w.lucky = nil
	n := 0
	if w.pool.config.Amount == One {
		t, outcome = v.deque.Steal()
	} else if n, outcome = w.half(v); n > 0 {
		t, outcome = w.deque.Pop() // or it is empty: other thieves were faster
	}
	if outcome == deque.Empty {
		t, outcome = v.inbox.Steal()
	}
	if outcome == deque.Lost {
		w.tried.Lost++
	}
	if t != nil {
		w.lucky, n = v, max(n, 1)
	}
	w.tried.Steals += uint64(n)
	return t, outcome
}

// half moves n tasks from v's deque to w's.
func (w *Worker) half(v *Worker) (n int, outcome deque.Outcome) {
	if own, ok := w.deque.(*deque.StealHalf[task]); ok {
		if n, outcome = v.deque.(*deque.StealHalf[task]).StealInto(own); n > 0 {
			w.pool.sleep.post(nil) // for a moment they were in no deque
		}
		return n, outcome
	}
	for want := max(1, (v.deque.Len()-w.deque.Len()+1)/2); n < want; n++ {
		t, outcome := v.deque.Steal()
		if t == nil {
			return n, outcome
		}
		w.put(t)
	}
	return n, deque.Got
}

// due reports whether to try, with length tasks now, above 0, and last tasks at the last attempt.
func (b Balance) due(length, last int, random uint64) bool {
	l, f := float64(length), b.Factor
	return b.Mu > 0 && float64(random>>11)/(1<<53)*l < b.Mu || f > 0 && (l >= f*float64(max(last, 1)) || f*l <= float64(last))
}

// Balance performs the balancing initiation code (figure 2 of [HS02]): if the policy says so, the worker
// tries once to steal from one victim, into its own deque. The pool calls it between two tasks. A
// task that runs for long may call it too.
func (w *Worker) Balance() {
	c := &w.pool.config
	if c.Alone || c.Balance == (Balance{}) {
		return
	}
	length := w.deque.Len()
	if length == 0 || !c.Balance.due(length, w.lastLength, w.random.Next()) {
		return
	}
	w.lastLength = length
	if v := w.chooseVictim(); v.deque.Len() >= length+2 { // else there is nothing to level
		if t, _ := w.rob(v); t != nil {
			w.put(t)
		}
	}
}
