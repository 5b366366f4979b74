package deque

import (
	"runtime"
	"testing"
	"weak"
)

// testRelease sends up to a million tasks through a deque that lives on, and wants none
// of them reachable: popped, stolen, or both in turn. Sixteen neighbours are one
// object, which each of them keeps alive.
func testRelease(t *testing.T, k kind) {
	tasks, burst := 1_000_000/slower(), 1000
	type block [16]task
	var all []weak.Pointer[block]
	d := k.make(1024)
	rush(t, k, d, 1, func(c *crowd) {
		var next *block
		c.alloc = func() *task {
			at := c.made % len(next)
			if at == 0 || next == nil {
				next = new(block)
				all = append(all, weak.Make(next))
			}
			return &next[at]
		}
		for n := range tasks / burst {
			for range burst {
				c.push()
			}
			for range n % burst {
				c.pop()
			}
		}
	})
	runtime.GC()
	kept := 0
	for _, x := range all {
		if x.Value() != nil {
			kept++
		}
	}
	if kept != 0 || len(all) < tasks/len(block{}) {
		t.Errorf("%d of %d blocks of tasks are reachable, want 0 of %d", kept, len(all), tasks/len(block{}))
	}
	runtime.KeepAlive(d)
}
