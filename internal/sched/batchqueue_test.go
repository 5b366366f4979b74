package sched

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/deque"
)

// numbers names tasks by their bodies.
func numbers(tasks []*Task) (out []int) {
	for _, t := range tasks {
		out = append(out, t.body.(int))
	}
	return out
}

func numbered(from, to int) (tasks []*Task) {
	for n := from; n < to; n++ {
		tasks = append(tasks, &Task{body: n})
	}
	return tasks
}

// TestBatchQueue: the owner takes the youngest, thieves the older half, and what
// is pushed at once comes out in its order.
func TestBatchQueue(t *testing.T) {
	var q batchQueue
	for _, task := range numbered(0, 5) {
		q.Push(task)
	}
	into := make([]*Task, maxBatch)
	if got := numbers(into[:q.StealHalf(into)]); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("a thief took %v of 5, want the 3 oldest", got)
	}
	q.PushAll(numbered(5, 8))
	var got []int
	for task, o := q.Pop(); o == deque.Got; task, o = q.Pop() {
		got = append(got, task.body.(int))
	}
	if want := []int{5, 6, 7, 4, 3}; !slices.Equal(got, want) {
		t.Errorf("popped %v, want %v", got, want)
	}
	if n := q.StealHalf(into); n != 0 || q.Len() != 0 {
		t.Errorf("%d stolen of an empty queue, %d left", n, q.Len())
	}
}

// TestBatchQueue_room steals and pushes in turn: what is stolen makes room, and
// nothing stays in the array.
func TestBatchQueue_room(t *testing.T) {
	var q batchQueue
	next, taken := 0, 0
	var one [1]*Task
	for range 1000 {
		for range 2 {
			q.Push(&Task{body: next})
			next++
		}
		for q.Len() > 3 {
			if q.StealHalf(one[:]) != 1 || one[0].body != taken {
				t.Fatalf("stole %v, want %d", one[0], taken)
			}
			taken++
		}
	}
	if c := cap(q.tasks); c > 16 {
		t.Errorf("room for %d tasks, where 5 at most were there at a time", c)
	}
	for k, task := range q.tasks[:cap(q.tasks)] {
		if live := k >= q.head && k < len(q.tasks); live != (task != nil) {
			t.Errorf("slot %d of %d to %d holds %v", k, q.head, len(q.tasks), task)
		}
	}
}

// TestBatchQueue_popOf leaves the tasks of other scopes.
func TestBatchQueue_popOf(t *testing.T) {
	var q batchQueue
	a, b := new(Scope), new(Scope)
	q.Push(&Task{scope: a})
	q.Push(&Task{scope: b})
	if q.PopOf(a) != nil || q.PopOf(b) == nil || q.PopOf(b) != nil || q.PopOf(a) == nil {
		t.Error("PopOf took another scope's task, or left the right one")
	}
}

// TestInbox puts and takes across slabs: oldest first, none twice.
func TestInbox(t *testing.T) {
	b, s := new(inbox), new(Scope)
	next, taken := 0, 0
	into := make([]*Task, maxBatch)
	for round := range 200 {
		for range round % 50 {
			b.put(s, next)
			next++
		}
		for _, task := range into[:b.take(into[:1+round%maxBatch])] {
			if task.body != taken {
				t.Fatalf("took %v, want %d", task.body, taken)
			}
			taken++
		}
		if b.n != next-taken {
			t.Fatalf("%d counted, %d there", b.n, next-taken)
		}
	}
	if next < 10*slabTasks || taken < 10*slabTasks {
		t.Fatalf("%d put, %d taken: too few for many slabs", next, taken)
	}
}
