package classic

import "github.com/skua-go/skua/deque"

// Amount says how many tasks a thief takes in one attempt.
type Amount uint8

const (
	// One is the oldest task: Arora, Blumofe and Plaxton, SPAA 1998 [ABP98].
	One Amount = iota
	// Half is half of the difference between the victim's tasks and the thief's: Hendler and Shavit,
	// PODC 2002, section 2.2.4 [HS02]. From a StealHalf it is one compare-and-swap, from a Locked one
	// lock, and at most 32 tasks; from others a steal for each task, which [HS02], section 2, calls
	// the first attempt at an algorithm.
	Half
)

var amountNames = []string{"One", "Half"}

// String returns the name of the constant.
func (a Amount) String() string { return name(amountNames, a) }

// rob tries to steal from v, and returns a task to run; if the amount is Half, further ones are in w's
// deque. If v's deque is empty it takes the oldest task of v's inbox.
func (w *Worker) rob(v *Worker) (*task, deque.Outcome) {
	w.counts.attempts.Add(1)
	t, n, outcome := w.loot(v)
	if outcome == deque.Empty {
		t, outcome = v.inbox.Steal()
	}
	if t != nil {
		n = max(n, 1)
	}
	if n > 1 {
		w.pool.sleep.post(nil) // the others were in no deque for a moment
	}
	if outcome == deque.Lost {
		w.counts.lost.Add(1)
	}
	w.lucky = nil
	if n > 0 {
		w.lucky = v
		w.counts.hauls.Add(1)
		w.counts.steals.Add(uint64(n))
	}
	return t, outcome
}

// loot takes n tasks of v's deque. It returns the last one if no other thief took that from w's at once.
func (w *Worker) loot(v *Worker) (t *task, n int, outcome deque.Outcome) {
	if w.pool.config.Amount == One {
		t, outcome = v.deque.Steal()
		return t, 0, outcome
	}
	switch own := w.deque.(type) {
	case *deque.StealHalf[task]:
		n, outcome = v.deque.(*deque.StealHalf[task]).StealInto(own)
	case *deque.Locked[task]:
		var into [32]*task // arbitrary, not measured
		n, outcome = v.deque.(*deque.Locked[task]).StealHalf(into[:], own.Len())
		for _, t := range into[:n] {
			w.push(t)
		}
	default:
		want := max(1, (v.deque.Len()-w.length()+1)/2)
		for ; n < want; n++ {
			x, last := v.deque.Steal()
			if outcome = last; x == nil {
				break
			}
			w.push(x)
		}
	}
	if n > 0 {
		if t, outcome = w.deque.Pop(); t == nil {
			outcome = deque.Lost // and v may have more
		}
	}
	return t, n, outcome
}
