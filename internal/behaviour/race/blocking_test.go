//go:build race

package race

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// chain spawns n tasks of which each waits in Blocking for the next one.
func chain(w *skua.Worker, n int) error {
	turn := make([]chan int, n+1)
	for i := range turn {
		turn[i] = make(chan int)
	}
	close(turn[n])
	s := skua.NewScope(context.Background(), w)
	for i := range n {
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() { <-turn[i+1] })
			close(turn[i])
			return nil
		})
	}
	return s.Wait()
}

// TestBlocking_plain: after some thousand tasks some are branches and others are not, and wait for
// each other in Blocking, while other callers have all tokens.
func TestBlocking_plain(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	for workers := 1; workers <= 3; workers++ {
		pool := kit.NewPool(t, workers)
		came, leave := make(chan int), make(chan int)
		for range workers {
			go skua.Join(pool, func(*skua.Worker) { came <- 0; <-leave }, kit.Nothing)
			<-came
		}
		err := pool.Run(context.Background(), func(w *skua.Worker) error {
			for range 300 {
				if err := chain(w, 20); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		close(leave)
	}
}

// TestClose_branches wants no goroutine of a branch to outlive its pool.
func TestClose_branches(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	before := runtime.NumGoroutine()
	for range 1_000 {
		pool, err := skua.New(skua.WithWorkers(2))
		if err != nil {
			t.Fatal(err)
		}
		s := skua.NewScope(context.Background(), pool)
		for range 4 {
			s.Go(func(*skua.Worker) error { return nil })
		}
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		pool.Close()
	}
	expect.Eventually(t, "all goroutines have ended", func() bool { return runtime.NumGoroutine() <= before })
}
