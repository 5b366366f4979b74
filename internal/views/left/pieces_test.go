package left

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/views"
)

// TestPieces: what the maker of a loop and a thief write in pieces comes after what the maker wrote
// before the loop, in the order of the indices.
func TestPieces(t *testing.T) {
	r, delivered := journal()
	var maker, thief views.Strand
	write := func(s *views.Strand, k int) { s.Add(r, &[]int{k}) }
	var p Pieces
	at, its := 0, 50
	write(&maker, 0)
	p.Home(&maker, at) // it has not moved, and so goes on
	p.Move(&maker, &at, 30, true)
	write(&maker, 30)
	write(&thief, 50)
	p.Move(&thief, &its, 20, false)
	p.Move(&maker, &at, 10, true)
	write(&maker, 10)
	write(&thief, 20)
	p.Add(its, thief.End())
	if at != 10 || its != 20 {
		t.Errorf("the pieces begin at %d and %d, want 10 and 20", at, its)
	}
	p.Home(&maker, at)
	p.Merge(&maker)
	if maker.End().Deliver(); !slices.Equal(*delivered, []int{0, 10, 20, 30, 50}) {
		t.Errorf("merged %v, want them in order", *delivered)
	}
}
