package account

import (
	"cmp"
	"slices"
)

// How many pieces of work before a window, in it, and after it are compared, and at least. Arbitrary.
const (
	besides    = 16
	fewBesides = 4
)

// beside compares a line's pieces of work that ran while the others were held with those just before and
// just after. Pieces of a loop differ by where they are in it: so each window is compared by itself, and
// with those of the two that are shorter, since pieces that get longer and longer say nothing.
type beside struct {
	site                 int
	before, alone, after pieces
}

// pieces are the last pieces of work.
type pieces struct {
	last  [besides]piece
	count int
}

// piece took time nanoseconds, and each of its units that many.
type piece struct{ time, unit float64 }

func (p *pieces) add(dt, n int64) {
	p.last[p.count%besides] = piece{float64(dt), float64(dt) / float64(n)}
	p.count++
}

// median returns how long a unit took in half of the time of the last pieces, if they are not too few.
func (p *pieces) median() (unit float64, ok bool) {
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

// piece notes a piece of work of the line.
func (b *beside) piece(s *site, index int, dt, n int64, at level) {
	if b.site != index {
		*b = beside{site: index}
	}
	switch {
	case at == alone:
		if b.after.count > 0 {
			b.compare(s)
		}
		b.alone.add(dt, n)
	case at == crowded && b.alone.count == 0:
		b.before.add(dt, n)
	case at == crowded:
		if b.after.add(dt, n); b.after.count == besides {
			b.compare(s)
		}
	}
}

// compare ends a window.
func (b *beside) compare(s *site) {
	before, ok1 := b.before.median()
	alone, ok2 := b.alone.median()
	after, ok3 := b.after.median()
	if ok1 && ok2 && ok3 && alone > 0 {
		s.alonePieces += float64(b.alone.count)
		s.longer += float64(b.alone.count) * min(before, after) / alone
	}
	*b = beside{site: b.site, before: b.after}
}

// crowded is how many times as long a unit took while all workers ran as alone, if that is known.
func (s *site) crowded() (times float64, ok bool) {
	if s.alonePieces < fewest {
		return 0, false
	}
	return s.longer / s.alonePieces, true
}
