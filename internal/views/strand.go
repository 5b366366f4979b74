package views

// Strand is the strand that a worker runs. The zero value has no views. The worker's goroutine only.
type Strand struct{ set *Set }

// Set is the views of one strand, by the rules of doc.go.
type Set struct {
	list []view
	few  [2]view // the list's first room
}

type view struct {
	of *Reducer
	at any
}

// View returns the strand's view of r, or nil.
func (s *Strand) View(r *Reducer) any { return s.set.find(r) }

// Add gives the strand a view of r, of which it has none.
func (s *Strand) Add(r *Reducer, at any) {
	if s.set == nil {
		s.set = new(Set)
	}
	s.set.add(r, at)
}

// Empty reports whether the strand has no views.
func (s *Strand) Empty() bool { return s.set == nil }

// End ends the strand, and returns the views that are to be merged: nil if there are none.
func (s *Strand) End() *Set {
	all := s.Take()
	if all == nil {
		return nil
	}
	kept := all.list[:0]
	for _, v := range all.list {
		if v.of.Loose {
			v.of.Deliver(v.at)
		} else {
			kept = append(kept, v)
		}
	}
	clear(all.list[len(kept):])
	if all.list = kept; len(kept) == 0 {
		return nil
	}
	return all
}

// Take interrupts the strand, and returns its views: nil if it has none.
func (s *Strand) Take() (all *Set) {
	all, s.set = s.set, nil
	return all
}

// Put goes on with a strand that Take has interrupted. The strand that ran meanwhile has no views left.
func (s *Strand) Put(all *Set) { s.set = all }

// Gather merges the views of a strand that comes after all that this one has done. right may be nil.
//
// The set stays the same one, and the strand may get more views, while a merge runs user code.
func (s *Strand) Gather(right *Set) {
	if right == nil {
		return
	}
	if s.set == nil {
		s.set = right
		return
	}
	left := s.set
	for _, v := range right.list {
		if at := left.find(v.of); at != nil {
			v.of.Merge(at, v.at)
		} else {
			left.add(v.of, v.at)
		}
	}
}

// Deliver puts all views into the values of their reducers. all may be nil.
func (all *Set) Deliver() {
	if all != nil {
		for _, v := range all.list {
			v.of.Deliver(v.at)
		}
	}
}

func (all *Set) find(r *Reducer) any {
	if all != nil {
		for k := range all.list {
			if all.list[k].of == r {
				return all.list[k].at
			}
		}
	}
	return nil
}

func (all *Set) add(r *Reducer, at any) {
	if all.list == nil {
		all.list = all.few[:0]
	}
	all.list = append(all.list, view{r, at})
}
