//go:build race

package race

import (
	"runtime"
	"testing"

	"github.com/skua-go/skua"
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
