package drive

import (
	"context"
	"runtime"
	"testing"
	"time"
)

// TestAwait wants a round for 64 workers on one processor to be called crowded.
func TestAwait(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // or it would try for long
	p := Patience{Each: time.Hour, All: 2 * time.Second}
	for _, left := range []time.Duration{time.Second, 0, 0} {
		if p.await(ctx, 64) || p.All != left {
			t.Errorf("one processor was enough for 64 workers, or left patience of %v, want %v", p.All, left)
		}
	}
	if !(&Patience{}).await(ctx, 64) {
		t.Error("without patience a round did not begin at once")
	}
}
