package drive

import (
	"context"
	"testing"
	"time"
)

// TestAwait wants a round for two workers on one processor to be called crowded, and
// patience to come to an end.
func TestAwait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // or it would try for long
	found := 1.0
	look := func(int) float64 { return found }
	p := Patience{Each: time.Hour, All: 2 * time.Second}
	for _, left := range []time.Duration{time.Second, 0, 0} {
		if p.await(ctx, 2, look) || p.All != left {
			t.Errorf("one processor was enough for two workers, or left patience of %v, want %v", p.All, left)
		}
	}
	found = 1.9
	if !p.await(ctx, 2, look) {
		t.Error("two processors were not enough for two workers")
	}
	if !(&Patience{}).await(ctx, 2, nil) {
		t.Error("without patience a round did not begin at once")
	}
}

// TestProcessors wants the look to find something.
func TestProcessors(t *testing.T) {
	if got := processors(2); got <= 0 {
		t.Errorf("%v processors", got)
	}
}
