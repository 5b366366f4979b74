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
	if cap(b.tasks) > next {
		t.Fatalf("room for %d, of %d put", cap(b.tasks), next)
	}
}
