package batch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
)

// TestBudget_never draws needs at random: what is admitted never exceeds the limit,
// unless it is one item alone.
func TestBudget_never(t *testing.T) {
	for seed := range uint64(20) {
		const limit = 100
		b := NewBudget(limit)
		var mu sync.Mutex
		var used, holders int64
		change := func(by, n int64) {
			mu.Lock()
			defer mu.Unlock()
			if used, holders = used+by, holders+n; used > limit && holders > 1 {
				t.Errorf("seed %d: %d items use %d of %d", seed, holders, used, limit)
			}
		}
		var all sync.WaitGroup
		for worker := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, worker))
			all.Go(func() {
				for range 200 {
					ctx, cancel := context.WithCancel(t.Context())
					if rng.IntN(10) == 0 {
						go cancel()
					}
					need := rng.Int64N(130) // 0 is unknown
					taken, err := b.Acquire(ctx, need)
					cancel()
					if err != nil {
						continue
					}
					if need > 0 && taken != need || taken <= 0 {
						t.Errorf("of %d %d were taken", need, taken)
					}
					change(taken, 1)
					b.Learn(rng.Int64N(30))
					change(-taken, -1)
					b.Release(taken)
				}
			})
		}
		all.Wait()
		if b.used != 0 || b.holders != 0 || len(b.waiting) != 0 {
			t.Errorf("seed %d: at the end %d bytes are used by %d, %d wait", seed, b.used, b.holders, len(b.waiting))
		}
	}
}

// waiters is how many items wait for memory.
func waiters(b *Budget) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}

// waitFor returns when n items wait for memory.
func waitFor(b *Budget, n int) {
	for waiters(b) != n {
		runtime.Gosched()
	}
}

// TestBudget_order: the item that came first is admitted first, although a later one would fit.
func TestBudget_order(t *testing.T) {
	b := NewBudget(100)
	taken, _ := b.Acquire(t.Context(), 60)
	var order []string
	var mu sync.Mutex
	var all sync.WaitGroup
	ctx, cancel := context.WithCancelCause(t.Context())
	left := make(chan struct{}) // closed when the one that leaves has
	wait := func(name string, ctx context.Context, need int64) {
		before := waiters(b)
		all.Go(func() {
			taken, err := b.Acquire(ctx, need)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				order = append(order, fmt.Sprint(name, ": ", err))
				close(left)
				return
			}
			order = append(order, name)
			b.Release(taken)
		})
		waitFor(b, before+1)
	}
	wait("large", t.Context(), 1000)
	wait("middle", ctx, 80)
	wait("small", t.Context(), 1)
	cancel(errors.New("enough"))
	<-left
	b.Release(taken)
	all.Wait()
	if got, want := fmt.Sprint(order), "[middle: enough large small]"; got != want {
		t.Errorf("admitted %s, want %s", got, want)
	}
}

// TestBudget_leave: when the one that does not fit goes, those behind it are admitted.
func TestBudget_leave(t *testing.T) {
	b := NewBudget(100)
	b.Acquire(t.Context(), 60)
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { b.Acquire(ctx, 80) })
	waitFor(b, 1)
	all.Go(func() { b.Acquire(t.Context(), 10) })
	waitFor(b, 2)
	cancel()
	all.Wait()
}

// TestBudget_learns: before anything is known two items run; then as many as the largest lets.
func TestBudget_learns(t *testing.T) {
	for used, want := range map[int64]int{80: 10, 8: 100, 2000: 1} {
		b := NewBudget(1000)
		b.Learn(used / 2)
		b.Learn(used)
		b.Learn(1)
		n := 0
		for ok := true; ok; {
			if _, ok = b.admit(0); ok {
				n++
			}
		}
		if n != want {
			t.Errorf("with %d learned %d run, want %d", used, n, want)
		}
	}
	b := NewBudget(1000)
	for n := range 3 {
		if _, ok := b.admit(0); ok != (n < 2) {
			t.Errorf("item %d of unknown need: admitted %v", n+1, ok)
		}
	}
}
