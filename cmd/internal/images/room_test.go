package images

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestRoom: the garbage of works that have ended is collected before it fills the limit,
// also if the runtime never collects by itself.
func TestRoom(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	const limit, need = 64 << 20, 20 << 20
	runtime.GC()
	before := heap()
	r := &room{limit: limit}
	var kept [][]byte // of the work that is still running
	for i := range 12 {
		r.enter(need)
		kept = append(kept, make([]byte, need))
		if now := heap() - before; now > limit+1<<20 {
			t.Fatalf("work %d: %d MB more on the heap than before, want at most %d", i, now>>20, limit>>20)
		}
		if len(kept) > 2 {
			t.Fatal("the test itself keeps too much")
		}
		if len(kept) == 2 {
			r.leave(need)
			kept = append([][]byte{}, kept[1:]...)
		}
	}
	r.leave(need)
	if r.running != 0 {
		t.Errorf("%d bytes run after all have ended", r.running)
	}
	runtime.KeepAlive(kept)
}

func heap() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
