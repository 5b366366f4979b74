package deque

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// The scenarios of an owner among thieves. Whatever the schedule, each task comes
// out exactly once, and each thief gets older tasks before younger ones.

// A crowd is a deque with its owner, which runs the test's script, and its thieves.
type crowd struct {
	t      *testing.T
	k      kind
	d      queue
	made   int
	alloc  func() *task
	popped []int
	stolen [][]int // by thief
	haul   atomic.Int64
	over   atomic.Bool
}

// rush lets thieves loose on d while script does the owner's part. Then the owner
// takes what is left.
func rush(t *testing.T, k kind, d queue, thieves int, script func(c *crowd)) {
	t.Helper()
	c := &crowd{t: t, k: k, d: d, alloc: func() *task { return new(task) }, stolen: make([][]int, thieves)}
	var wg sync.WaitGroup
	for id := range thieves {
		wg.Go(func() { c.thief(id) })
	}
	script(c)
	for c.pop() {
	}
	c.over.Store(true)
	wg.Wait()
	if c.pop() {
		t.Error("the owner found a task after it had found none")
	}
	c.check()
}

func (c *crowd) thief(id int) {
	for {
		last := c.over.Load()
		x, outcome := c.d.Steal()
		switch {
		case outcome == Got:
			c.stolen[id] = append(c.stolen[id], x.id)
			c.haul.Add(1)
		case outcome == Empty && last:
			return
		default:
			runtime.Gosched()
		}
	}
}

// push adds the next task. If there is no room the owner makes some.
func (c *crowd) push() {
	c.made++
	x := c.alloc()
	x.id = c.made
	for !c.d.Push(x) {
		if !c.k.bounded {
			c.t.Fatalf("push of task %d: no room in an unbounded deque", c.made)
		}
		c.pop()
	}
	poll(c.d)
}

// pop takes a task, if there is one, and reports whether there was.
func (c *crowd) pop() bool {
	poll(c.d)
	for {
		x, outcome := c.d.Pop()
		switch outcome {
		case Got:
			c.popped = append(c.popped, x.id)
			return true
		case Empty:
			return false
		}
		runtime.Gosched()
	}
}

// check wants each task once, and each thief's in order.
func (c *crowd) check() {
	c.t.Helper()
	times := make([]int, c.made+1)
	for id, got := range c.stolen {
		for i, x := range got {
			times[x]++
			if i > 0 && got[i-1] >= x {
				c.t.Fatalf("thief %d stole task %d after %d", id, x, got[i-1])
			}
		}
	}
	for _, x := range c.popped {
		times[x]++
	}
	for x, n := range times[1:] {
		if n != 1 {
			c.t.Fatalf("task %d of %d came out %d times", x+1, c.made, n)
		}
	}
	if n := size(c.d); n != 0 {
		c.t.Fatalf("%d tasks are left", n)
	}
}

// slower is by how much the crowds do less than they could: the race detector's slowdown, or
// what the size of the tests leaves out.
func slower() int {
	if raceDetector {
		return 5
	}
	return expect.Size(20, 8, 1)
}

// atProcs runs f with 1, 2 and 8 processors.
func atProcs(t *testing.T, f func(t *testing.T)) {
	for _, procs := range []int{1, 2, 8} {
		t.Run(fmt.Sprintf("procs=%d", procs), func(t *testing.T) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
			f(t)
		})
	}
}

// testOneToOne lets the owner push and one thief take.
func testOneToOne(t *testing.T, k kind) {
	atProcs(t, func(t *testing.T) {
		for _, s := range k.starts() {
			for _, capacity := range []int{4, 1024} {
				rush(t, k, s.make(capacity), 1, func(c *crowd) {
					for range 4000 / slower() {
						c.push()
					}
				})
			}
		}
	})
}

// testLastElement has never more than three tasks in the deque, for owner and
// thieves to fight over.
func testLastElement(t *testing.T, k kind) {
	atProcs(t, func(t *testing.T) {
		for _, s := range k.starts() {
			rush(t, k, s.make(4), 2, func(c *crowd) {
				for n := range 30_000 / slower() {
					for range 1 + n%3 {
						c.push()
					}
					if n%8 == 0 {
						runtime.Gosched()
					}
					for range 1 + n%3 {
						c.pop()
					}
					if n := size(c.d); n != 0 {
						t.Fatalf("%d tasks are left", n)
					}
				}
			})
		}
	})
}

// testOutcome wants thieves that are told Empty to be right: nobody pushes, so the
// deque stays empty then.
func testOutcome(t *testing.T, k kind) {
	atProcs(t, func(t *testing.T) {
		const tasks, thieves = 8192, 4
		for range 60 / slower() {
			d := k.make(tasks)
			for range tasks {
				d.Push(new(task))
			}
			if d, ok := d.(interface{ Expose(int) int }); ok {
				d.Expose(tasks)
			}
			var ready, done sync.WaitGroup
			ready.Add(thieves)
			for range thieves {
				done.Go(func() {
					ready.Done()
					ready.Wait()
					for outcome := Got; outcome != Empty; {
						_, outcome = d.Steal()
						if n := d.Len(); outcome == Empty && n > 0 {
							t.Errorf("a thief was told %v beside %d tasks", outcome, n)
						}
					}
				})
			}
			done.Wait()
		}
	})
}

// testStampede has more thieves than tasks, most of the time.
func testStampede(t *testing.T, k kind) {
	atProcs(t, func(t *testing.T) {
		for _, s := range k.starts() {
			for _, thieves := range []int{2, 8} {
				for _, capacity := range []int{4, 1024} {
					rush(t, k, s.make(capacity), thieves, func(c *crowd) {
						for n := range 4000 / slower() {
							c.push()
							if n%3 == 0 {
								c.pop()
							}
						}
					})
				}
			}
		}
	})
}

// testGrowth pushes bursts and pops most of each while thieves are inside, so that
// rings grow and shrink under them; a bounded deque is full again and again.
func testGrowth(t *testing.T, k kind) {
	atProcs(t, func(t *testing.T) {
		for _, s := range k.starts() {
			rush(t, k, s.make(4), 3, func(c *crowd) {
				for round := range 6 {
					burst := 3000 / slower() >> round
					for range burst {
						c.push()
					}
					for range burst - 3 {
						c.pop()
					}
				}
			})
		}
	})
}

// testStarvation wants the thieves to get everything if the owner takes nothing,
// and the owner to get through whatever the thieves do.
func testStarvation(t *testing.T, k kind) {
	atProcs(t, func(t *testing.T) {
		const tasks = 1000
		rush(t, k, k.make(1024), 4, func(c *crowd) {
			for range tasks {
				c.push()
			}
			for c.haul.Load() < tasks {
				poll(c.d)
				runtime.Gosched()
			}
			if len(c.popped) != 0 {
				t.Errorf("the owner popped %d tasks, want 0", len(c.popped))
			}
		})
		rush(t, k, k.make(4), 8, func(c *crowd) {
			for range 20_000 / slower() {
				c.push()
				c.pop()
			}
		})
	})
}
