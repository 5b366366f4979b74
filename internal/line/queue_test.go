package line

import "testing"

// TestQueue puts and takes again and again: oldest first, none twice.
func TestQueue(t *testing.T) {
	const most = 32
	b := new(Queue)
	next, taken := 0, 0
	into := make([]any, most)
	for round := range 200 {
		for range round % 50 {
			b.Put(next)
			next++
		}
		for _, body := range into[:b.Take(into[:1+round%most])] {
			if body != taken {
				t.Fatalf("took %v, want %d", body, taken)
			}
			taken++
		}
		if b.Len() != next-taken {
			t.Fatalf("%d counted, %d there", b.Len(), next-taken)
		}
	}
}

// TestQueue_steady: a queue that is never empty, and does not grow, needs no memory for more tasks, however
// many it has; and one that is empty keeps little.
func TestQueue_steady(t *testing.T) {
	const most = 3 * mostTasks
	q, into, task := new(Queue), make([]any, most), any(0)
	for range most {
		q.Put(task)
	}
	if n := testing.AllocsPerRun(100, func() {
		for range mostTasks {
			q.Put(task)
		}
		if n := q.Take(into[:mostTasks]); n != mostTasks {
			t.Fatalf("took %d, want %d", n, mostTasks)
		}
	}); n > 0 {
		t.Errorf("%v allocations for each %d tasks", n, mostTasks)
	}
	for q.Len() > 0 {
		q.Take(into)
	}
	blocks := 0
	for b := q.oldest; b != nil; b = b.next {
		blocks++
		for _, task := range b.tasks[:cap(b.tasks)] {
			if task != nil {
				t.Fatal("a task that was taken is still there")
			}
		}
	}
	if blocks > 2 {
		t.Errorf("an empty queue keeps %d blocks", blocks)
	}
}
