package stuck

import "testing"

// TestGoroutine_tasks: a call by a Func at a pool is one that has to end before the pool may.
func TestGoroutine_tasks(t *testing.T) {
	g, ok := parse("goroutine 1 [select]:\nx/skua.(*Pool).Close(0x1)\n\t/pool.go:1\nmain.f()\n\t/f.go:1\nx/skua.spot.run(0x1)\n\t/place.go:1\nx/skua.(*Pool).Run(0x1)\n\t/pool.go:2")
	if n := g.below("skua.(*Pool).Close").tasks(); !ok || n != 2 {
		t.Errorf("%d tasks and calls, want 2", n)
	}
}
