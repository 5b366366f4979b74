package classic

import "github.com/skua-go/skua/deque"

// Victim says at whom a thief aims an attempt.
type Victim uint8

const (
	// RandomVictim is any other worker, with the same probability, independently of all before: Arora,
	// Blumofe and Plaxton, SPAA 1998 [ABP98]; Blumofe and Leiserson, Scheduling Multithreaded
	// Computations by Work Stealing, Journal of the ACM 46(5), 1999 [BL99].
	RandomVictim Victim = iota
	// RoundVictim goes round, from a random worker when a search begins: RFC 5 of Rayon, 2020 [RY20].
	RoundVictim
	// LastVictim is that of the last steal, or after a failed attempt a random one. No paper of ours has it.
	LastVictim
	// RicherVictim is the one of two random workers whose deque is longer: Mitzenmacher, The Power of
	// Two Choices in Randomized Load Balancing, IEEE Transactions on Parallel and Distributed Systems
	// 12(10), 2001 [Mi01], which [HS02] cites.
	RicherVictim
	// FirstVictim is the first worker whose deque is not empty: Agrawal and Indurkha, Work Stealing
	// Dequeues, student report [AI22]. All thieves meet there; to compare with.
	FirstVictim
)

// Amount says how many tasks a thief takes in one attempt.
type Amount uint8

const (
	// One is the oldest task: Arora, Blumofe and Plaxton, SPAA 1998 [ABP98].
	One Amount = iota
	// Half is half of the difference between the victim's tasks and the thief's: Hendler and Shavit,
	// PODC 2002, section 2.2.4 [HS02]. From a StealHalf it is one compare-and-swap; from others a steal
	// for each task, which [HS02], section 2, calls the first attempt at an algorithm.
	Half
)

// chooseVictim returns the worker to steal from. There is another.
func (w *Worker) chooseVictim() *Worker {
	others := len(w.pool.workers) - 1
	v := w.other(w.random.Below(others))
	switch w.pool.config.Victim {
	case RoundVictim:
		w.at = (w.at + 1) % others
		return w.other(w.at)
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

// rob tries to steal from v, and returns a task to run; if the amount is Half, further ones are in w's
// deque. If v's deque is empty it takes the oldest task of v's inbox.
func (w *Worker) rob(v *Worker) (*task, deque.Outcome) {
	w.counts.attempts.Add(1) // ORDER: none: a statistic
	w.lucky = nil
	t, n, outcome := w.loot(v)
	if outcome == deque.Empty {
		t, outcome = v.inbox.Steal()
	}
	if outcome == deque.Lost {
		w.counts.lost.Add(1) // ORDER: none: a statistic
	}
	if t != nil {
		w.lucky, n = v, max(n, 1)
	}
	if n > 1 {
		w.pool.sleep.post(nil) // the others were in no deque for a moment
	}
	w.counts.steals.Add(uint64(n)) // ORDER: none: a statistic
	return t, outcome
}

// loot takes n tasks of v's deque. It returns the last one if no other thief took that from w's at once.
func (w *Worker) loot(v *Worker) (t *task, n int, outcome deque.Outcome) {
	if w.pool.config.Amount == One {
		t, outcome = v.deque.Steal()
		return t, 0, outcome
	}
	if own, ok := w.deque.(*deque.StealHalf[task]); ok {
		n, outcome = v.deque.(*deque.StealHalf[task]).StealInto(own)
	} else {
		for want := max(1, (v.deque.Len()-w.length()+1)/2); n < want; n++ {
			if t, outcome = v.deque.Steal(); t == nil {
				break
			}
			w.push(t)
		}
	}
	if n > 0 {
		if t, outcome = w.deque.Pop(); t == nil {
			outcome = deque.Lost // and v may have more
		}
	}
	return t, n, outcome
}
