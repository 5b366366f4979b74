package classic

import (
	"cmp"
	"fmt"
	"runtime"
)

// Config says how a Pool works. The zero value is the pool of Arora, Blumofe and Plaxton [ABP98]
// on the deque of Chase and Lev [CL05], with a worker for each processor.
type Config struct {
	Workers  int     // from 1 to 4,096; 0 is GOMAXPROCS
	Deque    Deque   // which each worker has
	Capacity int     // of an ABP or StealHalf, from 1 to 1<<24; 0 is 8,192
	Balance  Balance // when a worker tries to steal
	Amount   Amount  // how many tasks it steals
	Victim   Victim  // from whom
	Seed     uint64  // of the random numbers by which thieves choose

	// Alone switches stealing off: each worker runs what was dealt to it and what that spawns, as with
	// enable_ws = false in Agrawal and Indurkha, Work Stealing Dequeues, student report [AI22].
	Alone bool
}

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

var (
	dequeNames  = []string{"ChaseLev", "ABP", "StealHalf", "Split", "SplitHalf", "Locked"}
	amountNames = []string{"One", "Half"}
	victimNames = []string{"RandomVictim", "RoundVictim", "LastVictim", "RicherVictim", "FirstVictim"}
)

func (d Deque) String() string  { return name(dequeNames, uint8(d)) }
func (a Amount) String() string { return name(amountNames, uint8(a)) }
func (v Victim) String() string { return name(victimNames, uint8(v)) }

func name(names []string, k uint8) string {
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprint(k)
}

// completed fills in the defaults. Its error says what is wrong and what is allowed.
func (c Config) completed() (Config, error) {
	c.Workers = cmp.Or(c.Workers, min(runtime.GOMAXPROCS(0), 1<<12))
	c.Capacity = cmp.Or(c.Capacity, 1<<13) // arbitrary, not measured
	return c, cmp.Or(limit("Workers", c.Workers, 1<<12), limit("Capacity", c.Capacity, 1<<24),
		choice("Deque", uint8(c.Deque), dequeNames), choice("Amount", uint8(c.Amount), amountNames),
		choice("Victim", uint8(c.Victim), victimNames), c.Balance.check())
}

func limit(field string, n, most int) error {
	if n < 1 || n > most {
		return fmt.Errorf("classic: %s is %d: want 1 to %d, or 0 for the default", field, n, most)
	}
	return nil
}

func choice(field string, k uint8, names []string) error {
	if int(k) >= len(names) {
		return fmt.Errorf("classic: %s is %d: want one of %v", field, k, names)
	}
	return nil
}
