package cases

import (
	"runtime"
	"sync"

	"github.com/skua-go/skua/deque"
)

var dequeCase = Case{
	ID: "deque",
	Question: "What does a deque cost by itself? Alone, its owner pushes an item and pops it; with a thief, " +
		"the owner pushes all and another goroutine steals them meanwhile. Calls in Go go through an interface, " +
		"those of crossbeam are inlined; what is bounded has room for all from the start.",
	Unit: "item",
	Rows: func(bool) []Params {
		return []Params{params("how", "alone", "n", 1_000_000), params("how", "steal", "n", 1_000_000)}
	},
	Want: func(p Params) string { n := uint64(p.Int("n")); return decimal(n * (n - 1) / 2) },
	Ways: func() []Way {
		return together([]Way{
			dequeWay("skua ChaseLev", func(int) ends { return new(deque.ChaseLev[uint64]) }),
			dequeWay("skua Split", func(int) ends { return new(deque.Split[uint64]) }),
			dequeWay("skua Split half", func(int) ends { return deque.NewSplit[uint64](true) }),
			dequeWay("skua BWoS", func(int) ends { return new(deque.BWoS[uint64]) }),
			dequeWay("skua ABP", func(room int) ends { return deque.NewABP[uint64](room) }),
			dequeWay("skua StealHalf", func(room int) ends { return deque.NewStealHalf[uint64](room) }),
			dequeWay("skua Locked", func(int) ends { return new(deque.Locked[uint64]) }),
			dequeWay("slice + mutex", func(int) ends { return new(lockedSlice) }),
			dequeWay("channel", func(room int) ends { return make(channelEnds, room) }),
			gammaWay(),
		}, []Way{{Name: "crossbeam", Native: "rayon"}})
	},
}

// ends is what an owner and a thief do at a deque.
type ends interface {
	Push(x *uint64) bool
	Pop() (*uint64, deque.Outcome)
	Steal() (*uint64, deque.Outcome)
}

// exposer is a deque that shows thieves nothing unless its owner does it.
type exposer interface {
	Poll() int
	Private() int
}

func dequeWay(name string, open func(room int) ends) Way {
	return plain(name, func(p Params) *Run {
		n := p.Int("n")
		once, room := alone, 1
		if p.Text("how") == "steal" {
			once, room = stolen, n
		}
		items := make([]uint64, n)
		for i := range items {
			items[i] = uint64(i)
		}
		var d ends
		var sum uint64
		return &Run{
			Ops:    n,
			Before: func() { d = open(room) },
			Once:   func() { sum = once(d, items) },
			Answer: func() string { return decimal(sum) },
		}
	})
}

func gammaWay() Way {
	w := dequeWay("gammazero/deque + mutex", func(int) ends { return new(gammaDeque) })
	w.Module = "github.com/gammazero/deque"
	return w
}

// alone pushes and pops one item at a time, and returns their sum.
func alone(d ends, items []uint64) (sum uint64) {
	for i := range items {
		d.Push(&items[i])
		x, _ := d.Pop()
		sum += *x
	}
	return sum
}

// stolen returns the sum of what a thief has stolen: all.
func stolen(d ends, items []uint64) (sum uint64) {
	var thief sync.WaitGroup
	thief.Go(func() {
		for got := 0; got < len(items); {
			if x, outcome := d.Steal(); outcome == deque.Got {
				sum += *x
				got++
			} else {
				runtime.Gosched()
			}
		}
	})
	fill(d, items)
	thief.Wait()
	return sum
}

// fill pushes the items. A deque that keeps some private serves requests until there are none.
func fill(d ends, items []uint64) {
	e, exposes := d.(exposer)
	for i := range items {
		d.Push(&items[i])
		if exposes {
			e.Poll()
		}
	}
	for exposes && e.Private() > 0 {
		e.Poll()
		runtime.Gosched()
	}
}
