package dag

// own returns the nanoseconds of the strands in s but those of tasks, whose groups visit gets.
func (s *Seq) own(visit func(group *Item)) (ns int64) {
	if s == nil || s.into != nil {
		return 0
	}
	for _, st := range s.steps {
		it := st.it
		switch {
		case it == nil:
			ns += st.ns
		case it.kind == groupItem:
			if it.to == nil {
				visit(it)
			}
		case it.kind == forkItem || it.kind == callItem:
			ns += it.first.own(visit) + it.second.own(visit)
		default:
			ns += it.ns
		}
	}
	return ns
}

// total returns the nanoseconds of all strands inside.
func (s *Seq) total() (ns int64) {
	if s == nil || s.into != nil {
		return 0
	}
	for _, st := range s.steps {
		it := st.it
		if it == nil {
			ns += st.ns
			continue
		}
		ns += it.ns
		if it.open && it.kind != loopItem || it.kind == groupItem {
			ns += it.first.total() + it.second.total()
		}
	}
	return ns
}

// count returns how many steps are inside.
func (s *Seq) count() (n int) {
	if s == nil || s.into != nil {
		return 0
	}
	n = len(s.steps)
	for _, st := range s.steps {
		if st.it != nil {
			n += st.it.first.count() + st.it.second.count()
		}
	}
	return n
}
