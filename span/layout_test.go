package span

import (
	"testing"
	"unsafe"
)

// pair is what processors fetch at once: words that different workers write are
// not within the same one, wherever the struct lies.
const pair = 128

// TestLayout: what thieves write, what requests write, and what the owner writes
// at each step are apart, and neighbours in a slice are too.
func TestLayout(t *testing.T) {
	var s Stealing
	var c part
	apart := func(what string, from, to uintptr) {
		if to < from+pair {
			t.Errorf("%s: %d bytes apart, want %d", what, to-from, pair)
		}
	}
	apart("the owner's and the next part", unsafe.Offsetof(c.busy), unsafe.Sizeof(c))
	apart("the parts and left", unsafe.Offsetof(s.parts), unsafe.Offsetof(s.left))
	apart("left and sleepers", unsafe.Offsetof(s.left), unsafe.Offsetof(s.sleepers))
	var d Dynamic
	var g Guided
	apart("dynamic", unsafe.Offsetof(d.chunk), unsafe.Offsetof(d.next))
	apart("guided", unsafe.Offsetof(g.least), unsafe.Offsetof(g.next))
	apart("after dynamic", unsafe.Offsetof(d.next), unsafe.Sizeof(d))
	apart("after guided", unsafe.Offsetof(g.next), unsafe.Sizeof(g))
}
