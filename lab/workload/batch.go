package workload

import (
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/rng"
)

var batchWorkload = Workload{
	Name: "batch",
	Doc:  "queues that are full from the start, with tasks of even or of skewed size",
	Params: []Param{
		{Name: "load", Default: "even", Doc: "`kind` of load: even, all tasks fib(25) to fib(29) by chance, or skewed, half of the queues fib(25), half fib(1)"},
		{Name: "queues", Default: "4", Doc: "`n` queues"},
		{Name: "tasks", Default: "100", Doc: "`n` tasks in each queue"},
		{Name: "seed", Default: "1", Doc: "`seed` of the even load"},
	},
	prepare: prepareBatch,
}

func prepareBatch(r *reader) *Instance {
	b := &batch{
		Load:   r.choice("load", "even", "skewed"),
		Queues: r.whole("queues", 4, 1, 10_000),
		Tasks:  r.whole("tasks", 100, 0, 100_000),
		Seed:   r.whole("seed", 1, 0, maxSeed),
	}
	if r.failed() {
		return nil
	}
	b.fill()
	return &Instance{
		Params:     b,
		Parallel:   func(p skua.Place) any { return b.runAt(p) },
		Sequential: func() any { return b.runSeq() },
		Check:      checkEqual(b.known()),
		Tasks:      func(any) int { return b.Queues * (1 + b.Tasks) },
	}
}

// A batch is the application by which Agrawal and Indurkha measure their queues,
// Work Stealing Dequeues [AI22]: each of Tasks tasks in each of Queues queues
// computes one Fibonacci number by recursion. The answer is the sum of all.
type batch struct {
	Load   string `json:"load"`
	Queues int    `json:"queues"`
	Tasks  int    `json:"tasks"`
	Seed   int    `json:"seed"`

	numbers [][]int // of each queue: which Fibonacci numbers
}

// fill draws the numbers: the source's [25, 30), or 25 in the first half of the
// queues and 1 in the second.
func (b *batch) fill() {
	r := rng.New(uint64(b.Seed))
	b.numbers = make([][]int, b.Queues)
	for q := range b.numbers {
		queue := make([]int, b.Tasks)
		for i := range queue {
			switch {
			case b.Load == "even":
				queue[i] = 25 + r.Below(5)
			case q < b.Queues/2:
				queue[i] = 25
			default:
				queue[i] = 1
			}
		}
		b.numbers[q] = queue
	}
}

// runAt spawns one task for each queue, which spawns the tasks of the queue on
// the queue of the worker that runs it.
func (b *batch) runAt(p skua.Place) int {
	var sum atomic.Int64
	s := newScope(p)
	for _, queue := range b.numbers {
		s.Go(func(w *skua.Worker) error {
			for _, k := range queue {
				w.Poll()
				w.Go(s, func(*skua.Worker) error { sum.Add(int64(fibSeq(k))); return nil })
			}
			return nil
		})
	}
	wait(p, s)
	return int(sum.Load())
}

func (b *batch) runSeq() (sum int) {
	for _, queue := range b.numbers {
		for _, k := range queue {
			sum += fibSeq(k)
		}
	}
	return sum
}

// known is the answer by additions.
func (b *batch) known() (sum int) {
	for _, queue := range b.numbers {
		for _, k := range queue {
			sum += fibLoop(k)
		}
	}
	return sum
}
