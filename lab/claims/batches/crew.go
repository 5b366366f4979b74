package batches

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/lab"
)

// A task computes one Fibonacci number by recursion, or does something else.
type task struct {
	n, got            int
	act               func(worker int) error // if not nil, instead; worker is the one that runs it
	failed            error
	created, finished time.Duration // since the crew began
	runs              atomic.Int32
}

func (t *task) compute(since time.Time, worker int) {
	if t.act != nil {
		t.failed = t.act(worker)
	} else {
		t.got = fib(t.n)
	}
	t.finished = time.Since(since)
	t.runs.Add(1)
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

type taskDeque interface {
	Push(*task) bool
	Pop() (*task, deque.Outcome)
	Steal() (*task, deque.Outcome)
}

// A dequeKind is one of the source's two deques, in our repaired version.
type dequeKind struct {
	name string
	make func(capacity int) taskDeque
}

var dequeKinds = []dequeKind{
	{"bounded", func(capacity int) taskDeque { return deque.NewABP[task](capacity) }},
	{"unbounded", func(int) taskDeque { return new(deque.ChaseLev[task]) }},
}

// A crew is the program of Agrawal and Indurkha [AI22]: each worker pops from a deque of
// its own, and steals when that is empty. A crew is not a skua.Pool, because stealing
// cannot be switched off there. Two faults of the printed worker are repaired: a thief
// begins at a random victim and looks at every other worker, while the printed thief
// takes the first one with tasks and never the last; and a task is a pointer, not a
// place in an array that is used again.
type crew struct {
	deques   []taskDeque
	stealing bool
	begin    time.Time

	// mail has the tasks that a generator sends to each worker; it is nil in a batch. The
	// printed generator pushes on the deques, but only the owner of a deque may push.
	mail  []chan *task
	leave bool         // a worker ends when it finds nothing, as printed
	left  atomic.Int64 // tasks that have not ended

	steals atomic.Int64
}

// run works until every worker has ended.
func (c *crew) run(seed uint64) {
	var all sync.WaitGroup
	for me := range c.deques {
		all.Go(func() { c.work(me, rand.New(rand.NewPCG(seed, uint64(me)))) })
	}
	all.Wait()
}

func (c *crew) work(me int, r *rand.Rand) {
	steals := 0
	defer func() { c.steals.Add(int64(steals)) }()
	for {
		t := c.own(me)
		if t == nil {
			runtime.Gosched() // before each attempt to steal, as printed
			if t = c.rob(me, r); t != nil {
				steals++
			}
		}
		switch {
		case t != nil:
			t.compute(c.begin, me)
			c.left.Add(-1)
		case c.mail == nil || c.leave || c.left.Load() == 0:
			return // in a batch no task comes after the start, so what is empty stays so
		}
	}
}

// own pushes the worker's mail on its deque, and pops.
func (c *crew) own(me int) *task {
	for {
		t := c.letter(me)
		if t == nil {
			break
		}
		if !c.deques[me].Push(t) {
			return t // full
		}
	}
	t, _ := c.deques[me].Pop() // neither of the two answers Lost
	return t
}

func (c *crew) letter(worker int) *task {
	if c.mail == nil {
		return nil
	}
	select {
	case t := <-c.mail[worker]:
		return t
	default:
		return nil
	}
}

// rob looks at every other worker once, if stealing is on. A thief that loses a race
// looks at the same victim again, because another thief got a task there.
func (c *crew) rob(me int, r *rand.Rand) *task {
	if !c.stealing {
		return nil
	}
	n := len(c.deques)
	for i, first := 0, r.IntN(n); i < n; i++ {
		victim := (first + i) % n
		if victim == me {
			continue
		}
		for {
			t, outcome := c.deques[victim].Steal()
			if outcome == deque.Got {
				return t
			}
			if outcome == deque.Empty {
				break
			}
		}
		if t := c.letter(victim); t != nil {
			return t
		}
	}
	return nil
}

// sums returns the three numbers that the source prints, and the share of the tasks that
// were run at all.
func (c *crew) sums(tasks []*task) (lab.Row, error) {
	var end, wait time.Duration
	ran := 0
	for _, t := range tasks {
		switch t.runs.Load() {
		case 0:
			continue
		case 1:
			if t.failed != nil {
				return nil, t.failed
			}
			if t.act == nil && t.got != fibOf[t.n] {
				return nil, fmt.Errorf("fib(%d) is %d, want %d", t.n, t.got, fibOf[t.n])
			}
		default:
			return nil, fmt.Errorf("a task was run %d times", t.runs.Load())
		}
		ran++
		end = max(end, t.finished)
		wait += t.finished - t.created
	}
	return lab.Row{
		"total": end.Seconds(),
		"wait":  wait.Seconds() / float64(max(ran, 1)),
		"stole": c.steals.Load(),
		"ran":   float64(ran) / float64(len(tasks)),
	}, nil
}

// fibOf has the Fibonacci numbers, made by additions.
var fibOf = func() (f [32]int) {
	f[1] = 1
	for i := 2; i < len(f); i++ {
		f[i] = f[i-1] + f[i-2]
	}
	return f
}()
