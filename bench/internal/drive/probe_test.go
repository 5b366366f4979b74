package drive

import (
	"context"
	"runtime"
	"testing"
)

// TestAwait wants a round for 64 workers on one processor to be called crowded.
func TestAwait(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // or it would try for long
	if d := (&Driver{Workers: 64, Patience: 1}); d.await(ctx) {
		t.Error("one processor was enough for 64 workers")
	}
}
