package call

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
)

// TestWhole: its loops run to their end in a run that was cancelled before, and the caller stops at
// the next loop.
func TestWhole(t *testing.T) {
	pool, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	const n = 1000
	cause := errors.New("the cause")
	for name, set := range map[string]Settings{"no place": {}, "pool": {Place: pool}, "MaxWorkers": {Workers: 1}} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var ran atomic.Int64
		count := func(set Settings) { set.Blocks(n, 1, nil, func(int, int, int) { ran.Add(1) }) }
		err := pool.Run(ctx, func(*skua.Worker) error {
			cancel(cause)
			set.Whole(count)
			for set.Whole(count); ; {
				count(set)
			}
		})
		if got := ran.Load(); got < 2*n || err != cause {
			t.Errorf("%s: %d blocks ran, want %d at least; Run returned %v, want the cause", name, got, 2*n, err)
		}
	}
}

// TestWhole_closed: a closed pool refuses it before anything runs.
func TestWhole_closed(t *testing.T) {
	pool, err := skua.New()
	if err != nil {
		t.Fatal(err)
	}
	pool.Close()
	defer func() {
		if v := recover(); v != skua.ErrClosed {
			t.Errorf("recovered %v, want ErrClosed", v)
		}
	}()
	(Settings{Place: pool}).Whole(func(Settings) { t.Error("ran") })
}
