package deque

import (
	"math"
	"math/bits"
	"testing"
)

// A task is an item of the suite. It is too large for the allocator to put several
// into one object, so that each can be collected by itself.
type task struct {
	id int
	_  [3]int
}

// queue is what every deque of the family can do.
type queue interface {
	Push(x *task) bool
	Pop() (*task, Outcome)
	Steal() (*task, Outcome)
	Len() int
	Counts() Counts
}

// A kind is a row of the family.
type kind struct {
	name    string
	bounded bool // Push may answer false
	sticky  bool // and does so until the owner has emptied the deque, whatever was stolen

	// make returns an empty deque: of that capacity if bounded, else with room for
	// so many before it grows. late does, too, with indices or tags about to
	// overflow. The capacity is a power of two.
	make, late func(capacity int) queue

	// cas bounds the owner's CAS in k pushes, or k pops, with m steals.
	cas func(k, m int) int
}

var kinds = []kind{
	{
		name: "locked",
		make: func(capacity int) queue { return lockedAt(capacity, 0) },
		late: func(capacity int) queue { return lockedAt(capacity, capacity-1) },
		cas:  func(k, m int) int { return k }, // each takes the lock
	},
	{
		name: "locked-batch",
		make: func(capacity int) queue { return lockedBatch{lockedAt(capacity, 0)} },
		late: func(capacity int) queue { return lockedBatch{lockedAt(capacity, capacity-1)} },
		cas:  func(k, m int) int { return k },
	},
	{
		name: "abp", bounded: true, sticky: true,
		make: func(capacity int) queue { return NewABP[task](capacity) },
		late: func(capacity int) queue {
			d := NewABP[task](capacity)
			d.age.Store((math.MaxUint32 - 2) << 32)
			return d
		},
		cas: func(k, m int) int { return 1 + m },
	},
	{
		name: "chaselev",
		make: func(capacity int) queue { return chaseLevAt(capacity, 0) },
		late: func(capacity int) queue { return chaseLevAt(capacity, math.MaxInt64-5) },
		cas:  func(k, m int) int { return 1 + m },
	},
	{
		name: "stealhalf", bounded: true,
		make: func(capacity int) queue { return NewStealHalf[task](capacity) },
		late: func(capacity int) queue { return newStealHalf[task](capacity, indexMask-2, math.MaxUint32-2) },
		cas:  func(k, m int) int { return bits.Len(uint(k)) + 1 + 2*m }, // log₂ k + 2 + 2m
	},
	{
		name: "split",
		make: func(int) queue { return new(Split[task]) },
		late: func(int) queue { return splitAt[task](math.MaxInt64 - 5) },
		cas:  func(k, m int) int { return 2 * m }, // one for each item that was exposed
	},
	{
		name: "split-half",
		make: func(int) queue { return NewSplit[task](true) },
		late: func(int) queue { d := splitAt[task](math.MaxInt64 - 5); d.half = true; return d },
		cas:  func(k, m int) int { return (1 + publicSlots) * m },
	},
	{
		name: "bwos",
		make: func(int) queue { return new(BWoS[task]) },
		late: func(int) queue { return bwosAt(2, math.MaxInt64-5) },
		cas:  func(k, m int) int { return k/blockSlots + 2*m },
	},
	{
		name: "bwos-one",
		make: func(int) queue { return NewBWoS[task](1) },
		late: func(int) queue { return bwosAt(1, math.MaxInt64-5) },
		cas:  func(k, m int) int { return k + m },
	},
}

// lockedAt returns a deque with a ring of size slots, a power of two, whose top is the
// slot of that index.
func lockedAt(size, top int) *Locked[task] {
	return &Locked[task]{ring: make([]*task, size), top: top}
}

// lockedBatch is a Locked that is used by its methods for batches, with batches of one.
type lockedBatch struct{ *Locked[task] }

func (d lockedBatch) Push(x *task) bool {
	d.PushAll([]*task{x})
	return true
}

func (d lockedBatch) Pop() (*task, Outcome) {
	outcome := Empty
	x := d.PopIf(func(*task) bool { outcome = Got; return true })
	return x, outcome
}

func (d lockedBatch) Steal() (*task, Outcome) {
	var one [1]*task
	_, outcome := d.StealHalf(one[:], 0)
	return one[0], outcome
}

// chaseLevAt returns a deque with a ring of size slots, a power of two, whose next
// index is i.
func chaseLevAt(size int, i int64) *ChaseLev[task] {
	if size&(size-1) != 0 {
		panic("a ring whose size is no power of two")
	}
	d := &ChaseLev[task]{b: i}
	d.top.Store(i)
	d.bottom.Store(i)
	d.replace(newRing[task](int64(size)))
	return d
}

// bwosAt returns a deque with blocks of that size whose first item has place i in the order of all.
func bwosAt(size int, i int64) *BWoS[task] {
	d := NewBWoS[task](size)
	d.enter(d.linked(0), 0, 0)
	d.block.base = i
	d.private.Store(i)
	return d
}

// scenarios is the suite, in the order in which a failure says most.
var scenarios = []struct {
	name string
	run  func(t *testing.T, k kind)
}{
	{"empty", testEmpty},
	{"smoke", testSmoke},
	{"full", testFull},
	{"wrap-around", testWrapAround},
	{"one-to-one", testOneToOne},
	{"outcome", testOutcome},
	{"last-element", testLastElement},
	{"stampede", testStampede},
	{"growth", testGrowth},
	{"starvation", testStarvation},
	{"release", testRelease},
}

// TestFamily puts every kind through every scenario.
func TestFamily(t *testing.T) {
	for _, k := range kinds {
		t.Run("deque="+k.name, func(t *testing.T) {
			for _, s := range scenarios {
				t.Run(s.name, func(t *testing.T) { s.run(t, k) })
			}
		})
	}
}

// A start is a way to begin: where indices are, and how much room there is.
type start struct {
	name string
	make func(capacity int) queue
}

func (k kind) starts() []start { return []start{{"zero", k.make}, {"late", k.late}} }

// poll lets the owner of a deque that has private items serve its thieves.
func poll(d queue) {
	if d, ok := d.(interface{ Poll() int }); ok {
		d.Poll()
	}
}

// size is the number of items, private ones too, for the owner of a quiet deque.
func size(d queue) int {
	n := d.Len()
	if d, ok := d.(interface{ Private() int }); ok {
		n += d.Private()
	}
	return n
}

// stealServed steals while the owner, which is the caller, does nothing but serve.
func stealServed(d queue) (*task, Outcome) {
	x, outcome := d.Steal()
	if outcome == Empty {
		poll(d)
		x, outcome = d.Steal()
	}
	return x, outcome
}
