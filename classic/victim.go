package classic

// Victim says at whom a thief aims an attempt.
type Victim uint8

const (
	// RandomVictim is any other worker, with the same probability, independently of all before: Arora,
	// Blumofe and Plaxton, SPAA 1998 [ABP98]; Blumofe and Leiserson, Scheduling Multithreaded
	// Computations by Work Stealing, Journal of the ACM 46(5), 1999 [BL99].
	RandomVictim Victim = iota
	// RoundVictim goes round the workers, from a random one when a search begins: as in Rayon (RFC
	// 5 of the Rayon project, 2020) [RY20].
	RoundVictim
	// LastVictim is the worker of the last steal; after a failed attempt it is a random one. No
	// paper of ours has it; package skua had it as a policy.
	LastVictim
	// RicherVictim is the one of two random workers whose deque is longer: Mitzenmacher, The Power of
	// Two Choices in Randomized Load Balancing, IEEE Transactions on Parallel and Distributed Systems
	// 12(10), 2001, which [HS02] cites.
	RicherVictim
	// FirstVictim is the first worker whose deque is not empty: Agrawal and Indurkha, Work Stealing
	// Dequeues, student report [AI22]. All thieves meet there; to compare with.
	FirstVictim
)

var victimNames = []string{"RandomVictim", "RoundVictim", "LastVictim", "RicherVictim", "FirstVictim"}

// String returns the name of the constant.
func (v Victim) String() string { return name(victimNames, v) }

// chooseVictim returns the worker to steal from. There is another.
func (w *Worker) chooseVictim() *Worker {
	all := w.pool.workers
	switch w.pool.config.Victim {
	case RoundVictim:
		w.at = (w.at + 1) % len(all)
		if w.at == w.id {
			w.at = (w.at + 1) % len(all)
		}
		return all[w.at]
	case LastVictim:
		if v := w.lucky; v != nil {
			return v
		}
	case RicherVictim:
		one, two := w.other(), w.other()
		if two.deque.Len() > one.deque.Len() {
			return two
		}
		return one
	case FirstVictim:
		for _, v := range all {
			if v != w && v.deque.Len() > 0 {
				return v
			}
		}
	}
	return w.other()
}

// other returns a random other worker.
func (w *Worker) other() *Worker {
	k := w.random.Below(len(w.pool.workers) - 1)
	if k >= w.id {
		k++
	}
	return w.pool.workers[k]
}
