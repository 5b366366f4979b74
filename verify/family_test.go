package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skua-go/skua/deque"
)

// kind is a member of the family and how it differs.
type kind struct {
	name string
	make func(capacity int) ends

	capacity int  // of the deques in histories; 0 where there is no limit
	exact    bool // full when it holds capacity items, and not before
	split    bool
	half     bool // split: serves a request with half of the private items
	blocks   int  // split: slots of a block in histories, 0 unless it has blocks
	batches  bool // a thief may take several at once
	ranged   bool // a thief may lose to a change of the range that thieves see
}

var kinds = []kind{
	{name: "locked", make: func(int) ends { return new(locked) }, batches: true},
	{name: "abp", make: func(n int) ends { return deque.NewABP[int](n) }, capacity: 10},
	{name: "chaselev", make: func(int) ends { return new(deque.ChaseLev[int]) }},
	{name: "stealhalf", make: func(n int) ends { return stealHalf{deque.NewStealHalf[int](n)} },
		capacity: 8, exact: true, batches: true, ranged: true},
	{name: "split", make: func(int) ends { return new(deque.Split[int]) }, split: true},
	{name: "split half", make: func(int) ends { return deque.NewSplit[int](true) }, split: true, half: true},
	{name: "bwos", make: func(n int) ends { return deque.NewBWoS[int](cmp.Or(n, 3)) }, split: true, half: true, blocks: 3},
}

// ends is what every deque of the family has; some have more.
type ends interface {
	Push(x *int) bool
	Pop() (*int, deque.Outcome)
	Steal() (*int, deque.Outcome)
	Len() int
}

type batches interface {
	stealInto(own ends) (int, deque.Outcome)
}

type exposes interface {
	Poll() int
	Expose(n int) int
	Private() int
}

type stealHalf struct{ *deque.StealHalf[int] }

func (d stealHalf) stealInto(own ends) (int, deque.Outcome) {
	return d.StealInto(own.(stealHalf).StealHalf)
}

// batchRoom is how many items a batch of a locked deque may move.
const batchRoom = 8

type locked struct{ deque.Locked[int] }

// stealInto does what a worker of the scheduler does.
func (d *locked) stealInto(own ends) (int, deque.Outcome) {
	var into [batchRoom]*int
	n, outcome := d.StealHalf(into[:], own.Len())
	if n > 0 {
		slices.Reverse(into[:n])
		own.(*locked).PushAll(into[:n])
	}
	return n, outcome
}

func kindNamed(name string) kind {
	for _, k := range kinds {
		if k.name == name {
			return k
		}
	}
	panic(fmt.Sprintf("no kind %q", name))
}
