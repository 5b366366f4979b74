//go:build race && !explore

package apart

// row is a list of branches, the oldest first; a branch is in each row once at most. It is shared
// behind a lock that the detector does not see, so it looks into none of these functions.
type row struct {
	kind        int // which of a branch's places it uses
	first, last *Branch
}

// The kinds of rows.
const (
	queued = iota // of those that wait for a turn
	begins        // of those that have begun and neither ended nor settled
	rows
)

// place is where a branch is in a row.
type place struct {
	in             bool
	older, younger *Branch
}

// add puts b at the end.
//
//go:norace
func (r *row) add(b *Branch) {
	p := &b.places[r.kind]
	if *p = (place{in: true, older: r.last}); r.last == nil {
		r.first = b
	} else {
		r.last.places[r.kind].younger = b
	}
	r.last = b
}

// cut takes b out, and reports whether it was there.
//
//go:norace
func (r *row) cut(b *Branch) bool {
	p := b.places[r.kind]
	if !p.in {
		return false
	}
	b.places[r.kind] = place{}
	if p.older == nil {
		r.first = p.younger
	} else {
		p.older.places[r.kind].younger = p.younger
	}
	if p.younger == nil {
		r.last = p.older
	} else {
		p.younger.places[r.kind].older = p.older
	}
	return true
}
