package sched

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/deque"
)

// TestBatchQueue_crowd lets thieves take halves while the owner pushes, one by one
// and many at once, and pops: every task comes out exactly once. The race detector
// sees an access that is not under the lock.
func TestBatchQueue_crowd(t *testing.T) {
	const tasks, thieves = 60_000, 2
	var q batchQueue
	var seen [tasks]atomic.Int32
	var taken atomic.Int32
	take := func(tasks ...*Task) {
		for _, task := range tasks {
			seen[task.body.(int)].Add(1)
		}
		taken.Add(int32(len(tasks)))
	}
	var wg sync.WaitGroup
	for range thieves {
		wg.Go(func() {
			into := make([]*Task, 4)
			for taken.Load() < tasks {
				take(into[:q.StealHalf(into)]...)
			}
		})
	}
	for next := 0; next < tasks; next += 3 {
		q.PushAll(numbered(next, next+2))
		q.Push(&Task{body: next + 2})
		if next%4 == 0 {
			if task, o := q.Pop(); o == deque.Got {
				take(task)
			}
		}
	}
	wg.Wait()
	for n := range seen {
		if c := seen[n].Load(); c != 1 {
			t.Errorf("task %d came out %d times", n, c)
		}
	}
}
