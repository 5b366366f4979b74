package indices

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
	var p Cursor
	apart := func(what string, from, to uintptr) {
		if to < from+pair {
			t.Errorf("%s: %d bytes apart, want %d", what, to-from, pair)
		}
	}
	apart("space and word", unsafe.Offsetof(p.unit), unsafe.Offsetof(p.word))
	apart("word and limit", unsafe.Offsetof(p.word), unsafe.Offsetof(p.limit))
	apart("limit and the owner's", unsafe.Offsetof(p.limit), unsafe.Offsetof(p.at))
	apart("a range and what comes after it", unsafe.Offsetof(p.word), unsafe.Sizeof(p.Range))
}
