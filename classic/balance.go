package classic

import "fmt"

// Balance says when a worker tries to steal: shouldBalance of Hendler and Shavit, Non-Blocking
// Steal-Half Work Queues, PODC 2002, section 2.2.1 [HS02]. A worker without tasks always tries, and
// with the zero value only then, which is steal-on-empty: Arora, Blumofe and Plaxton, Thread
// Scheduling for Multiprogrammed Multiprocessors, SPAA 1998 [ABP98]. At most one field is set.
type Balance struct {
	// Mu, above 0 and at most 1, is probabilistic balancing: try with probability Mu/L, L being the length
	// of the own deque. Rudolph, Slivkin-Allalouf and Upfal, A Simple Load Balancing Scheme for Task
	// Allocation in Parallel Machines, SPAA 1991 [RSU91], as section 3.1 of [HS02] has it: a
	// worker can only take, while in [RSU91] it can also give.
	Mu float64
	// Factor, above 1: try when the length of the own deque has grown or shrunk by this factor since the
	// last attempt. Berenbrink, Friedetzky and Goldberg, The Natural Work-Stealing Algorithm is
	// Stable, FOCS 2001 [BFG03], as section 2.2.1 of [HS02] quotes it.
	Factor float64
}

func (b Balance) check() error {
	ok := b == Balance{} || b.Factor == 0 && b.Mu > 0 && b.Mu <= 1 || b.Mu == 0 && b.Factor > 1
	if ok {
		return nil
	}
	return fmt.Errorf("classic: Balance is %+v: want none, a Mu above 0 and at most 1, or a Factor above 1", b)
}

// due reports whether to try, with length tasks now, above 0, and last tasks at the last attempt.
func (b Balance) due(length, last int, random uint64) bool {
	if l := float64(length); b.Mu > 0 {
		return float64(random>>11)/(1<<53)*l < b.Mu
	} else if b.Factor > 0 {
		return l >= b.Factor*float64(max(last, 1)) || b.Factor*l <= float64(last)
	}
	return false
}

// Balance performs the balancing initiation code (figure 2 of [HS02]): if the policy says so, the worker
// tries once to steal from one victim, into its own deque. The pool calls it between two tasks. A
// task that runs for long may call it too.
func (w *Worker) Balance() {
	c, length := &w.pool.config, w.length()
	if length == 0 || c.Alone || c.Workers == 1 || !c.Balance.due(length, w.lastLength, w.random.Next()) {
		return
	}
	w.lastLength = length
	v := w.chooseVictim()
	if v.deque.Len() < length+2 { // nothing to level
		return
	}
	if t, _ := w.rob(v); t != nil {
		w.push(t)
		w.pool.sleep.post(nil)
	}
}
