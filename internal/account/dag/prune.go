package dag

import "slices"

// prune doubles the least time of an item, at most a few times, until half of the room is free. What
// is open cannot be made shorter: if that is much, the next time is when there is twice as much.
func (d *Dag) prune() {
	for range 8 {
		d.least = max(2*d.least, 1000)
		d.items = 0
		if d.shrink(d.root); d.items <= maxItems/2 {
			break
		}
	}
	d.most = max(maxItems, 2*d.items)
}

// plain reports whether the item can become a strand: all scopes with tasks inside are waited for
// inside, and no other is.
func (it *Item) plain() bool {
	switch it.kind {
	case loopItem:
		return true
	case forkItem, callItem:
		if it.first.strands() && it.second.strands() {
			return true
		}
		var open []uint64
		return it.first.closed(&open) && it.second.closed(&open) && len(open) == 0
	}
	return false
}

// closed adds the scopes to open whose tasks are in s, and removes those that are waited for. It
// reports false if one is waited for that was not open.
func (s *Seq) closed(open *[]uint64) bool {
	if s == nil || s.into != nil {
		return true
	}
	for _, st := range s.steps {
		it := st.it
		if it == nil {
			continue
		}
		at := slices.Index(*open, it.scope)
		switch {
		case it.kind == gatherItem && at < 0:
			return false
		case it.kind == gatherItem:
			*open = slices.Delete(*open, at, at+1)
		case it.kind == groupItem && at < 0:
			*open = append(*open, it.scope)
		}
		if !it.first.closed(open) || !it.second.closed(open) {
			return false
		}
	}
	return true
}

// few makes the tasks of a group that are too short ones that only count.
func (it *Item) few(d *Dag) {
	tasks := it.first.steps
	it.first.steps = nil
	for _, t := range tasks {
		if t.it.ns >= d.least {
			it.first.steps = append(it.first.steps, t)
		} else {
			it.adopt(d, t.it.first)
		}
	}
}

// shrink makes all items of s that are too short strands, and counts what is left.
func (d *Dag) shrink(s *Seq) {
	if s == nil || s.into != nil {
		return
	}
	kept := s.steps[:0]
	for _, st := range s.steps {
		if it := st.it; it != nil && !it.open && it.ns < d.least && it.plain() {
			d.cut += it.ns
			st = step{ns: it.ns, site: it.site}
			d.free(it)
		}
		if n := len(kept); n > 0 && st.it == nil && kept[n-1].takes(d, st.site, st.ns) {
			continue
		}
		kept = append(kept, st)
		if it := st.it; it != nil {
			if it.kind == groupItem {
				it.few(d)
			}
			d.shrink(it.first)
			d.shrink(it.second)
		}
	}
	clear(s.steps[len(kept):])
	s.steps = kept
	d.items += len(kept)
}
