//go:build race

package race

import (
	"context"
	"runtime"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
)

// TestScope_exit: a task that calls Goexit on the goroutine that waits for the scope ends that one, which
// comes after all other tasks all the same. Only some of so many are branches.
func TestScope_exit(t *testing.T) {
	pool := must(skua.New(skua.WithWorkers(1)))
	defer pool.Close()
	for range 20 {
		x := make([]int, 300)
		if !expect.Exits(func() {
			pool.Run(context.Background(), func(w *skua.Worker) error {
				s := skua.NewScope(context.Background(), w)
				for k := range x {
					s.Go(func(*skua.Worker) error {
						if x[k]++; k == len(x)-1 {
							runtime.Goexit()
						}
						return nil
					})
				}
				return s.Wait()
			})
		}) {
			t.Error("Wait has returned")
		}
		for k := range x {
			x[k]++
		}
	}
}
