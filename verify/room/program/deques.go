package program

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
)

// queue is what the deques have in common.
type queue interface {
	Push(*int) bool
	Pop() (*int, deque.Outcome)
	Steal() (*int, deque.Outcome)
}

// deques have one thief less than the pool has workers, which it does not need.
var deques = []Program{
	dequeProgram("deque-chaselev", func(int) queue { return new(deque.ChaseLev[int]) }),
	dequeProgram("deque-abp", func(n int) queue { return deque.NewABP[int](n) }),
	dequeProgram("deque-split", func(int) queue { return deque.NewSplit[int](false) }),
	dequeProgram("deque-split-half", func(int) queue { return deque.NewSplit[int](true) }),
	dequeProgram("deque-bwos", func(int) queue { return new(deque.BWoS[int]) }),
	dequeProgram("deque-stealhalf", func(n int) queue { return deque.NewStealHalf[int](n) }),
	dequeProgram("deque-locked", func(int) queue { return new(deque.Locked[int]) }),
}

func dequeProgram(name string, fresh func(n int) queue) Program {
	return Program{
		Name: name, Doc: "an owner pushes items and pops them, while thieves steal one at a time and work on each: time for all",
		Default: Params{"n": 20_000, "item": 100, "push": 20},
		Start: func(_ *skua.Pool, workers int, p Params) func() time.Duration {
			return whole(func() { besieged(fresh(p["n"]), workers-1, p) })
		},
	}
}

// besieged lets an owner and that many thieves take n items.
func besieged(q queue, thieves int, p Params) {
	var left, living atomic.Int64
	left.Store(int64(p["n"]))
	living.Store(int64(thieves))
	ended := park.New()
	for range thieves {
		park.Go(func() {
			for left.Load() > 0 {
				if _, outcome := q.Steal(); outcome == deque.Got {
					left.Add(-1)
					work(p["item"])
				} else {
					park.Yield()
				}
			}
			if living.Add(-1) == 0 {
				ended.Unpark()
			}
		})
	}
	items := make([]int, p["n"])
	for i := range items {
		work(p["push"])
		q.Push(&items[i])
	}
	for {
		if _, outcome := q.Pop(); outcome == deque.Empty {
			break
		}
		left.Add(-1)
		work(p["item"])
	}
	if thieves > 0 {
		ended.Park()
	}
}
