package fork

import (
	"testing"
	"unsafe"

	"github.com/skua-go/skua/internal/pad"
)

// TestStackLayout wants the words of a Stack that different workers write apart
// in memory: the gate, which thieves shut; the owner's own; and age, which
// thieves move. The allocator aligns a Stack to no more than its size class, so
// what counts is the distance.
func TestStackLayout(t *testing.T) {
	var s Stack
	const line = unsafe.Sizeof(pad.Line{})
	if line < 128 {
		t.Errorf("a pad.Line is %d bytes, want two cache lines", line)
	}
	gate := unsafe.Offsetof(s.Gate)
	first, last := unsafe.Offsetof(s.split), unsafe.Offsetof(s.key)+unsafe.Sizeof(s.key)
	age := unsafe.Offsetof(s.age)
	for _, own := range []uintptr{
		unsafe.Offsetof(s.split), unsafe.Offsetof(s.base), unsafe.Offsetof(s.demand),
		unsafe.Offsetof(s.body), unsafe.Offsetof(s.worker), unsafe.Offsetof(s.key),
	} {
		if own < first || own >= last {
			t.Errorf("an owner's word at %d is not among the others at %d to %d", own, first, last)
		}
	}
	end := unsafe.Sizeof(s)
	for _, gap := range []struct {
		what     string
		from, to uintptr
	}{
		{"the gate and the owner's words", gate + unsafe.Sizeof(s.Gate), first},
		{"the owner's words and age", last, age},
		{"age and what follows in memory", age + unsafe.Sizeof(s.age), end},
	} {
		if gap.to < gap.from || gap.to-gap.from < line {
			t.Errorf("%s are not %d bytes apart: %d to %d", gap.what, line, gap.from, gap.to)
		}
	}
	if gate != 0 {
		t.Errorf("the gate is at %d, want 0: the fork path reads it through a pointer without offset", gate)
	}
	if age%8 != 0 {
		t.Errorf("age at %d is not aligned", age)
	}
}

// TestSlotSize keeps frames small: a frame of two words of argument and result
// should fit one cache line.
func TestSlotSize(t *testing.T) {
	if size := unsafe.Sizeof(Slot{}); size > 16 {
		t.Errorf("a Slot has %d bytes, want at most 16", size)
	}
}
