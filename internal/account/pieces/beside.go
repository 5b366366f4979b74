package pieces

import (
	"cmp"
	"slices"
)

// How many pieces of work before a window, in it, and after it are compared, and at least. Arbitrary.
const (
	besides    = 16
	fewBesides = 4
)

// Fewest is how many units or pieces must be known before a median says anything.
const Fewest = 8

// A Level is how many ran while a piece of work did.
type Level int

const (
	Mixed   Level = iota
	Alone         // all others were held
	Crowded       // all places
)

// Slower is by how much the pieces of one call site were slower in company.
type Slower struct {
	Pieces float64 // in windows that were compared
	longer float64 // sum over them of how many times as long they took beside the window
}

// Beside compares a line's pieces of work that ran while the others were held with those just before and
// just after. Pieces of a loop differ by where they are in it: so each window is compared by itself, and
// with those of the two that are shorter, since pieces that get longer and longer say nothing.
type Beside struct {
	site                 int
	before, alone, after run
}

// run is the last pieces of work.
type run struct {
	last  [besides]piece
	count int
}

// piece took time nanoseconds, and each of its units that many.
type piece struct{ time, unit float64 }

func (p *run) add(dt, n int64) {
	p.last[p.count%besides] = piece{float64(dt), float64(dt) / float64(n)}
	p.count++
}

// median returns how long a unit took in half of the time of the last pieces, if they are not too few.
func (p *run) median() (unit float64, ok bool) {
	n := min(p.count, besides)
	if n < fewBesides {
		return 0, false
	}
	last, all := p.last, 0.0
	slices.SortFunc(last[:n], func(a, b piece) int { return cmp.Compare(a.unit, b.unit) })
	for _, x := range last[:n] {
		all += x.time
	}
	seen, k := last[0].time, 0
	for seen < all/2 {
		k++
		seen += last[k].time
	}
	return last[k].unit, true
}

// Add adds a piece of work of the line, of n units, at a call site of that index.
func (b *Beside) Add(s *Slower, index int, dt, n int64, at Level) {
	if b.site != index {
		*b = Beside{site: index}
	}
	switch {
	case at == Alone:
		if b.after.count > 0 {
			b.compare(s)
		}
		b.alone.add(dt, n)
	case at == Crowded && b.alone.count == 0:
		b.before.add(dt, n)
	case at == Crowded:
		if b.after.add(dt, n); b.after.count == besides {
			b.compare(s)
		}
	}
}

// compare ends a window.
func (b *Beside) compare(s *Slower) {
	before, ok1 := b.before.median()
	alone, ok2 := b.alone.median()
	after, ok3 := b.after.median()
	if ok1 && ok2 && ok3 && alone > 0 {
		s.Pieces += float64(b.alone.count)
		s.longer += float64(b.alone.count) * min(before, after) / alone
	}
	*b = Beside{site: b.site, before: b.after}
}

// Times is how many times as long a unit took while all workers ran as alone, if that is known.
func (s *Slower) Times() (times float64, ok bool) {
	if s.Pieces < Fewest {
		return 0, false
	}
	return s.longer / s.Pieces, true
}
