package classic

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
)

// Config says how a Pool works. The zero value is the pool of [ABP98] on the deque of [CL05], with a
// worker for each processor.
type Config struct {
	Workers  int     // from 1 to 4,096; 0 is GOMAXPROCS
	Deque    Deque   // which each worker has
	Capacity int     // of an ABP or StealHalf, from 1 to 1<<24; 0 is 8,192
	Balance  Balance // when a worker tries to steal
	Amount   Amount  // how many tasks it steals
	Victim   Victim  // from whom
	Seed     uint64  // of the random numbers by which thieves choose
	Alone    bool    // no stealing: each worker runs what was dealt to it and what that spawns [AI22]
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
	// Split is unbounded. Its tasks are the owner's alone until a thief asks for one, and the owner pushes or
	// pops: Rito and Paulino, Scheduling Computations with Provably Low Synchronization Overheads, J. Sched.
	// 2022 [RP22].
	Split
	// SplitHalf is Split whose owner exposes half of its private tasks: van Dijk and van de Pol, Lace:
	// Non-blocking Split Deque for Work-Stealing, Euro-Par 2014 Workshops [DP14].
	SplitHalf
	// BWoS is unbounded, in blocks. That in which the owner pushes and pops is the owner's alone until it
	// is full, or a thief asks: Wang and others, BWoS: Formally Verified Block-based Work Stealing for
	// Parallel Processing, OSDI 2023 [WTF23].
	BWoS
	// Locked is unbounded, under a lock: the baseline.
	Locked
)

// Balance says when a worker tries to steal: shouldBalance of [HS02], section 2.2.1. A worker without tasks
// always tries, and with the zero value only then, which is steal-on-empty [ABP98]. At most one field is
// set. The length of a Split, SplitHalf or BWoS is that of its public part.
type Balance struct {
	// Mu, above 0 and at most 1: try with probability Mu/L, L being the length of the own deque. Rudolph,
	// Slivkin-Allalouf and Upfal, A Simple Load Balancing Scheme for Task Allocation in Parallel Machines,
	// SPAA 1991 [RSU91], where a worker can also give; here it can only take, as in section 3.1 of [HS02].
	Mu float64
	// Factor, above 1: try when the length has grown or shrunk by this factor since the last attempt.
	// Berenbrink, Friedetzky and Goldberg, The Natural Work-Stealing Algorithm is Stable, FOCS 2001 [BFG03].
	Factor float64
}

// Amount says how many tasks a thief takes in one attempt.
type Amount uint8

const (
	// One is the oldest task [ABP98].
	One Amount = iota
	// Half is half of the difference between the victim's tasks and the thief's: tryToSteal of [HS02],
	// section 2.2.4. From a StealHalf it is one compare-and-swap; from others a steal for each task.
	Half
)

// Victim says at whom a thief aims an attempt.
type Victim uint8

const (
	// RandomVictim is any other worker, with the same probability, independently of all before [ABP98]:
	// Blumofe and Leiserson, Scheduling Multithreaded Computations by Work Stealing, J. ACM 1999 [BL99].
	RandomVictim Victim = iota
	// RoundVictim goes round, from a random worker when a search begins [RY20].
	RoundVictim
	// LastVictim is that of the last steal, or after a failed attempt a random one. No paper of ours has it.
	LastVictim
	// RicherVictim is the one of two random workers whose deque is longer: Mitzenmacher, The Power of Two
	// Choices in Randomized Load Balancing, IEEE Trans. Parallel Distrib. Syst. 2001 [Mi01].
	RicherVictim
	// FirstVictim is the first worker whose deque is not empty [AI22]: all thieves meet. To compare with.
	FirstVictim
)

func (d Deque) String() string  { return name(d, "ChaseLev ABP StealHalf Split SplitHalf BWoS Locked") }
func (a Amount) String() string { return name(a, "One Half") }
func (v Victim) String() string {
	return name(v, "RandomVictim RoundVictim LastVictim RicherVictim FirstVictim")
}

func name[K ~uint8](k K, names string) string {
	if list := strings.Fields(names); int(k) < len(list) {
		return list[k]
	}
	return fmt.Sprintf("%d, which is none of %s", uint8(k), names)
}

// completed fills in the defaults. Its error says what is wrong and what is allowed.
func (c Config) completed() (Config, error) {
	c.Workers = cmp.Or(c.Workers, min(runtime.GOMAXPROCS(0), 1<<12))
	c.Capacity = cmp.Or(c.Capacity, 1<<13) // arbitrary, not measured
	c.Alone = c.Alone || c.Workers == 1
	switch b := c.Balance; {
	case c.Workers < 1 || c.Workers > 1<<12:
		return c, fmt.Errorf("classic: Workers is %d: want 1 to 4096, or 0 for the default", c.Workers)
	case c.Capacity < 1 || c.Capacity > 1<<24:
		return c, fmt.Errorf("classic: Capacity is %d: want 1 to 16777216, or 0 for the default", c.Capacity)
	case c.Deque > Locked || c.Amount > Half || c.Victim > FirstVictim:
		return c, fmt.Errorf("classic: Deque is %v; Amount is %v; Victim is %v", c.Deque, c.Amount, c.Victim)
	case b != Balance{} && !(b.Factor == 0 && b.Mu > 0 && b.Mu <= 1) && !(b.Mu == 0 && b.Factor > 1):
		return c, fmt.Errorf("classic: Balance is %+v: want none, a Mu above 0 and at most 1, or a Factor above 1", b)
	}
	return c, nil
}
