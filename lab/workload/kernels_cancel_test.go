package workload

import (
	"context"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
)

// TestCancelKernels cancels runs that take ten times as long, or more, and wants
// that their forks and loops unwind.
func TestCancelKernels(t *testing.T) {
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		for name, args := range map[string]Args{
			"cilksort":   nil,
			"matmul":     nil,
			"strassen":   nil,
			"lu":         nil,
			"heat":       {"steps": "1000000"},
			"mandelbrot": {"limit": "10000"},
			"primes":     {"n": "100000000"},
		} {
			in := mustNew(t, name, args)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			ended := false
			err := pool.Run(ctx, func(w *skua.Worker) error {
				in.Parallel(w)
				ended = true
				return nil
			})
			cancel()
			if err != context.DeadlineExceeded || ended {
				t.Errorf("%s, %d workers: ended is %v and the error %v, want the context's", name, workers, ended, err)
			}
		}
	}
}
