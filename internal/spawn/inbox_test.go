package spawn

import "testing"

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
