//go:build race

package race

import (
	"runtime"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// TestStacks: the branches that have ended, whose goroutines the detector needs, do not keep deep stacks.
func TestStacks(t *testing.T) {
	const most = 200 << 20 // 500 stacks of a megabyte would be 500 MB
	var m runtime.MemStats
	onOne(func(w *skua.Worker) {
		deep := func(*skua.Worker) { recurse(1 << 20 / 256) }
		for range 500 {
			skua.Join(w, deep, deep)
		}
		runtime.ReadMemStats(&m)
	})
	if m.StackInuse > most {
		t.Errorf("stacks take %d MB after branches that recurse to a megabyte each, want %d at most", m.StackInuse>>20, most>>20)
	}
}

//go:noinline
func recurse(n int) byte {
	var frame [256]byte
	if n > 0 {
		frame[n%len(frame)] = recurse(n - 1)
	}
	return frame[0]
}

// TestForksKeepNothing: what joined branches had is free again, in trees with SKUA_RACE=all too.
func TestForksKeepNothing(t *testing.T) {
	defer apart.Set(apart.All)()
	pool := must(skua.New(skua.WithWorkers(2)))
	defer pool.Close()
	var f *skua.Func[int, int]
	f = skua.NewFunc(func(f *frame, n int) int {
		if n < 2 {
			return n
		}
		g := f.Fork(n - 1)
		b := g.Call(n - 2)
		a, done := f.Join()
		if !done {
			a = f.Call(n - 1)
		}
		return a + b
	})
	var few, many runtime.MemStats
	kept := func(n int, m *runtime.MemStats) {
		f.On(pool, n)
		runtime.GC()
		runtime.ReadMemStats(m)
	}
	kept(8, &few)
	kept(19, &many)
	if many.HeapObjects > few.HeapObjects+5000 {
		t.Errorf("6,764 forks keep %d objects, 33 keep %d", many.HeapObjects, few.HeapObjects)
	}
}
