package fork

import (
	"context"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestScope_outsideFromInside spawns on the queue of the task's worker, into a scope
// that was made at the pool. The wait for it is another worker's on the same
// goroutine, which finds these tasks only if the first one makes them public.
func TestScope_outsideFromInside(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ran := make(chan int, 5)
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), pool)
		for k := range cap(ran) {
			w.Go(s, func(*skua.Worker) error { ran <- k; return nil })
		}
		return s.Wait()
	})
	if err != nil || len(ran) != cap(ran) {
		t.Errorf("%d of %d tasks ran, Run returned %v", len(ran), cap(ran), err)
	}
}
