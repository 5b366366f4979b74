package classic

import "fmt"

// Balance says when a worker tries to steal: the method shouldBalance of Hendler and Shavit,
// Non-Blocking Steal-Half Work Queues, PODC 2002, section 2.2.1 [HS02]. A worker asks it between two
// tasks, and where a task calls Worker.Balance. A worker without tasks always tries. The
// zero value is OnEmpty.
type Balance struct {
	rule   rule
	number float64 // µ, or the factor
}

type rule uint8

const (
	onEmpty rule = iota
	probability
	factor
)

// OnEmpty is steal-on-empty: try to steal only when the own deque is empty. Arora, Blumofe and Plaxton,
// Thread Scheduling for Multiprogrammed Multiprocessors, SPAA 1998 [ABP98].
func OnEmpty() Balance { return Balance{} }

// Probability is probabilistic balancing: try with probability µ/L, L being the length of the own deque,
// and 0 < µ ≤ 1. Rudolph, Slivkin-Allalouf and Upfal, A Simple Load Balancing Scheme for Task
// Allocation in Parallel Machines, SPAA 1991 [RSU91], as section 3.1 of [HS02] has it: a worker can
// only take, while in [RSU91] it can also give.
func Probability(mu float64) Balance { return Balance{probability, mu} }

// Factor tries when the length of the own deque has grown or shrunk by the factor k > 1 since the last
// attempt. Berenbrink, Friedetzky and Goldberg, The Natural Work-Stealing Algorithm is Stable, FOCS
// 2001 [BFG03], as section 2.2.1 of [HS02] quotes it.
func Factor(k float64) Balance { return Balance{factor, k} }

// String returns the policy as it is written in Go.
func (b Balance) String() string {
	switch b.rule {
	case probability:
		return fmt.Sprintf("Probability(%v)", b.number)
	case factor:
		return fmt.Sprintf("Factor(%v)", b.number)
	}
	return "OnEmpty()"
}

func (b Balance) check() error {
	switch {
	case b.rule == probability && !(b.number > 0 && b.number <= 1):
		return fmt.Errorf("classic: Balance is %v: want a µ above 0 and at most 1", b)
	case b.rule == factor && !(b.number > 1):
		return fmt.Errorf("classic: Balance is %v: want a factor above 1", b)
	}
	return nil
}

// due reports whether to try, with length tasks now, length > 0, and last tasks at the last attempt.
func (b Balance) due(length, last int, random uint64) bool {
	switch b.rule {
	case probability:
		return float64(random>>11)/(1<<53)*float64(length) < b.number
	case factor:
		return float64(length) >= b.number*float64(max(last, 1)) || b.number*float64(length) <= float64(last)
	}
	return false
}

// Balance performs the balancing initiation code (figure 2 of [HS02]): if the policy says so, the worker
// tries once to steal from one victim, into its own deque. The pool calls it between two tasks. A
// task that runs for long may call it too.
func (w *Worker) Balance() {
	b := w.pool.config.Balance
	if b.rule == onEmpty || w.pool.config.Alone || len(w.pool.workers) == 1 {
		return
	}
	length := w.length()
	if length == 0 || !b.due(length, w.lastLength, w.random.Next()) {
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
