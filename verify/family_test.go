package verify

import (
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua/deque"
)

// kind is a member of the family and how it differs.
type kind struct {
	name string
	make func(r *rand.Rand) ends

	bounded  bool
	exact    bool // bounded: full when it holds capacity items, and not before
	capacity int
	split    bool
	ranged   bool // a thief may lose to a change of the range that thieves see
}

var kinds = []kind{
	{name: "locked", make: func(*rand.Rand) ends { return new(deque.Locked[int]) }},
	{name: "split", split: true, make: func(*rand.Rand) ends { return new(deque.Split[int]) }},
	{name: "split half", split: true, make: func(*rand.Rand) ends { return deque.NewSplit[int](true) }},
	{name: "stealhalf", bounded: true, exact: true, capacity: 8, ranged: true,
		make: func(*rand.Rand) ends { return stealHalf{deque.NewStealHalf[int](8)} }},
}

type stealHalf struct{ *deque.StealHalf[int] }

func (d stealHalf) stealInto(own ends) (int, deque.Outcome) {
	return d.StealInto(own.(stealHalf).StealHalf)
}

func kindNamed(name string) kind {
	for _, k := range kinds {
		if k.name == name {
			return k
		}
	}
	panic(fmt.Sprintf("no kind %q", name))
}
