package order

import "slices"

// A Moving says how a row becomes ordered of which some elements stand out.
type Moving struct {
	kept   []interval // rows that stay, one after the other in order
	odds   []int      // indices of the others, in order
	places []int      // how many of those that stay come before each
}

// Apply moves the elements of v.
func Apply[E any](m *Moving, v []E) {
	odds := make([]E, len(m.odds))
	for k, i := range m.odds {
		odds[k] = v[i]
	}
	end := 0
	for _, row := range m.kept {
		if end == row.lo {
			end = row.hi
			continue
		}
		end += copy(v[end:], v[row.lo:row.hi])
	}
	for k := len(odds) - 1; k >= 0; k-- {
		at := m.places[k]
		copy(v[at+k+1:], v[at:end])
		v[at+k], end = odds[k], at
	}
}

// moving returns how v, which is out of order at some places only, is sorted, if most elements have
// to be taken out or fewer; else nil. It moves nothing.
func moving[E any](v []E, at []int, most int, cmp func(a, b E) int) *Moving {
	kept, out, ok := standOut(v, at, most, cmp)
	if !ok {
		return nil
	}
	m := &Moving{kept: kept, odds: slices.Clone(out), places: make([]int, len(out))}
	slices.SortStableFunc(m.odds, func(a, b int) int { return cmp(v[a], v[b]) })
	row, before, place := 0, 0, 0 // elements in the rows before row
	for k, i := range m.odds {
		at := before
		for ; row < len(kept); row++ { // whose elements are below v[i], or as great and were before it, and so for those that follow
			in := kept[row]
			r := v[in.lo:in.hi]
			if len(r) == 0 {
				continue
			}
			n, _ := slices.BinarySearchFunc(r, v[i], func(x, odd E) int {
				if c := cmp(x, odd); c != 0 {
					return c
				}
				return -1
			})
			if in.hi > i { // those behind it come after it if they are as great
				least, _ := slices.BinarySearchFunc(r, v[i], cmp)
				n = min(n, max(least, i-in.lo))
			}
			if at = before + n; n < len(r) {
				break
			}
			before = at
		}
		place = max(place, at) // whatever cmp says
		m.places[k] = place
	}
	return m
}

// standOut returns which rows of v stay, one after the other in order, and which elements do not,
// by their indices; or false if those are more than most.
func standOut[E any](v []E, at []int, most int, cmp func(a, b E) int) (kept []interval, out []int, ok bool) {
	start := 0 // of the last row
	for _, p := range at {
		if p <= start { // taken out
			continue
		}
		kept = append(kept, interval{start, p})
		last, row, back, fore := v[p-1], len(kept)-1, p, p
		for {
			for row >= 0 && back == kept[row].lo {
				if row--; row >= 0 {
					back = kept[row].hi
				}
			}
			behind := row < 0 || cmp(v[p], v[back-1]) >= 0                   // what is kept from back on is too large
			before := !behind && (fore == len(v) || cmp(v[fore], last) >= 0) // what is before fore is too small
			if !behind && !before && fore > p && cmp(v[fore], v[back-1]) >= 0 {
				behind, before = true, true
			}
			if behind {
				for k := row + 1; k < len(kept); k++ {
					out = appendAll(out, kept[k])
				}
				if kept = kept[:row+1]; row >= 0 {
					out = appendAll(out, interval{back, kept[row].hi})
					kept[row].hi = back
				}
				start = p
			}
			if before {
				out = appendAll(out, interval{p, fore})
				start = fore
			}
			if behind || before {
				break
			}
			back--
			if fore++; len(out)+fore-p > most {
				return nil, nil, false
			}
		}
		if len(out) > most {
			return nil, nil, false
		}
	}
	slices.Sort(out)
	return append(kept, interval{start, len(v)}), out, true
}

func appendAll(out []int, i interval) []int {
	for ; i.lo < i.hi; i.lo++ {
		out = append(out, i.lo)
	}
	return out
}
