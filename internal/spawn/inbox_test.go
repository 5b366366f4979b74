package spawn

import "testing"

// TestInbox puts and takes again and again: oldest first, none twice.
func TestInbox(t *testing.T) {
	b := new(inbox)
	next, taken := 0, 0
	into := make([]any, maxBatch)
	for round := range 200 {
		for range round % 50 {
			b.put(next)
			next++
		}
		for _, body := range into[:b.take(into[:1+round%maxBatch])] {
			if body != taken {
				t.Fatalf("took %v, want %d", body, taken)
			}
			taken++
		}
		if b.len() != next-taken {
			t.Fatalf("%d counted, %d there", b.len(), next-taken)
		}
	}
	if cap(b.bodies) > next {
		t.Fatalf("room for %d, of %d put", cap(b.bodies), next)
	}
}
