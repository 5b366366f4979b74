package classic

import (
	"fmt"
	"runtime"
)

// Config says how a Pool works. The zero value is the pool of Arora, Blumofe and Plaxton [ABP98]
// on the deque of Chase and Lev [CL05], with a worker for each processor.
type Config struct {
	Workers  int     // from 1 to 4,096; 0 is GOMAXPROCS
	Deque    Deque   // which each worker has
	Capacity int     // of an ABP or StealHalf deque, from 1 to 1<<24; 0 is 8,192
	Balance  Balance // when a worker tries to steal
	Amount   Amount  // how many tasks it steals
	Victim   Victim  // from whom
	Waiting  Waiting // what it does while it waits for a stolen fork

	// Alone switches stealing off: each worker runs what was dealt to it and what that has spawned,
	// as with enable_ws = false in Agrawal and Indurkha, Work Stealing Dequeues, student report [AI22].
	Alone bool

	// Seed is of the random numbers by which thieves choose. The runs of several workers differ
	// all the same.
	Seed uint64
}

const (
	mostWorkers     = 1 << 12 // a field of the sleep word has 16 bits, so it could be 1<<16 - 1
	mostCapacity    = 1 << 24 // what a StealHalf can have
	defaultCapacity = 1 << 13 // arbitrary, not measured
)

// Deque says which deque of package deque a worker has.
type Deque uint8

const (
	// ChaseLev is unbounded: Chase and Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005 [CL05].
	ChaseLev Deque = iota
	// ABP is bounded: Arora, Blumofe and Plaxton, Thread Scheduling for Multiprogrammed
	// Multiprocessors, SPAA 1998 [ABP98].
	ABP
	// StealHalf is bounded, and gives half of its tasks by one compare-and-swap: Hendler and Shavit,
	// Non-Blocking Steal-Half Work Queues, PODC 2002 [HS02].
	StealHalf
	// Split is unbounded, and its tasks are the owner's alone until a thief asks, for one of them:
	// Rito and Paulino, Scheduling Computations with Provably Low Synchronization Overheads, Journal of
	// Scheduling 2022 [RP22]. The owner answers when it pushes and pops, not inside of a long task.
	Split
	// SplitHalf is Split whose owner exposes half of its private tasks: van Dijk and van de Pol, Lace:
	// Non-blocking Split Deque for Work-Stealing, Euro-Par 2014 Workshops [DP14].
	SplitHalf
	// Locked is unbounded, under a lock: the baseline.
	Locked
)

var dequeNames = []string{"ChaseLev", "ABP", "StealHalf", "Split", "SplitHalf", "Locked"}

// String returns the name of the constant.
func (d Deque) String() string { return name(dequeNames, d) }

// Waiting says what a worker does while it waits for a fork that was stolen.
type Waiting uint8

const (
	// Help runs any task of its own or of others, and sleeps if there is none: as join does in Rayon
	// (RFC 5 of the Rayon project, 2020) [RY20]. Its stack may grow deeper than the serial recursion.
	Help Waiting = iota
	// Leapfrog runs its own tasks, and steals from the thief of the fork alone, which so helps to end
	// the fork: Wagner and Calder, Leapfrogging: A Portable Technique for Implementing Efficient
	// Futures, PPoPP 1993 [WC93]. It yields between attempts, and does not sleep.
	Leapfrog
)

var waitingNames = []string{"Help", "Leapfrog"}

// String returns the name of the constant.
func (m Waiting) String() string { return name(waitingNames, m) }

// name returns the name of constant k, or a number that is none.
func name[T ~uint8](names []string, k T) string {
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprint(uint8(k))
}

// completed returns the config with its defaults filled in, or an error that names what is wrong and what
// is allowed.
func (c Config) completed() (Config, error) {
	if c.Workers == 0 {
		c.Workers = min(runtime.GOMAXPROCS(0), mostWorkers)
	}
	if c.Capacity == 0 {
		c.Capacity = defaultCapacity
	}
	if c.Workers < 1 || c.Workers > mostWorkers {
		return c, fmt.Errorf("classic: Workers is %d: want 1 to %d, or 0 for GOMAXPROCS", c.Workers, mostWorkers)
	}
	if c.Capacity < 1 || c.Capacity > mostCapacity {
		return c, fmt.Errorf("classic: Capacity is %d: want 1 to %d, or 0 for %d", c.Capacity, mostCapacity, defaultCapacity)
	}
	for _, choice := range []struct {
		field string
		value uint8
		names []string
	}{
		{"Deque", uint8(c.Deque), dequeNames},
		{"Amount", uint8(c.Amount), amountNames},
		{"Victim", uint8(c.Victim), victimNames},
		{"Waiting", uint8(c.Waiting), waitingNames},
	} {
		if int(choice.value) >= len(choice.names) {
			return c, fmt.Errorf("classic: %s is %d: want one of %v", choice.field, choice.value, choice.names)
		}
	}
	return c, c.Balance.check()
}
