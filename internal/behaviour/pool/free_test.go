package pool

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
)

// TestClose_frees wants a closed pool freed although the body of a Func that ran on it
// has hold of it, as the pool's stacks have of the Func.
func TestClose_frees(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	use := func() weak.Pointer[skua.Pool] {
		pool, err := skua.New(skua.WithWorkers(2))
		if err != nil {
			t.Fatal(err)
		}
		fn := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			return n + pool.Stats().Workers
		})
		fn.On(pool, 1)
		if err := pool.Close(); err != nil {
			t.Fatal(err)
		}
		return weak.Make(pool)
	}
	pool := use()
	expect.Eventually(t, "a closed pool is freed", func() bool {
		runtime.GC()
		return pool.Value() == nil
	})
}
