package spawn

import (
	"testing"
	"unsafe"

	"github.com/skua-go/skua/internal/pad"
)

// TestScopeLayout wants what workers read of a scope for each task apart from
// what each spawn writes.
func TestScopeLayout(t *testing.T) {
	var s Scope
	const line = unsafe.Sizeof(pad.Line{})
	read, written := unsafe.Offsetof(s.brake.Limit)+unsafe.Sizeof(s.brake.Limit), unsafe.Offsetof(s.mu)
	if gap := written - read; gap < line {
		t.Errorf("%d bytes between limit and mu, want %d", gap, line)
	}
	if state := unsafe.Offsetof(s.state); state < written {
		t.Errorf("state at %d is before mu at %d", state, written)
	}
}
