package dag

// Task ends a task of the group it, which ran what is in s. If it was short it only counts.
func (it *Item) Task(d *Dag, site int, s *Seq) {
	for it.to != nil {
		it = it.to
	}
	if s.into != nil || it.kind != groupItem {
		return
	}
	ns := s.total()
	if ns >= max(d.least, shortTask) {
		task := d.item(it.first, spawnItem, site)
		task.ns, task.first = ns, s
		it.first.append(d, task)
		return
	}
	it.adopt(d, s)
	if s.strands() && len(d.spareSeqs) < mostSpare {
		d.items -= len(s.steps)
		*s = s.empty()
		d.spareSeqs = append(d.spareSeqs, s)
	}
}

// adopt counts a short task, which ran what is in s. Those that it has spawned and not waited for
// become tasks of the same group: the order of the two does not matter much.
func (it *Item) adopt(d *Dag, s *Seq) {
	it.n++
	it.ns += s.own(func(g *Item) {
		if g == it { // of a task that is told to have ended inside another
			return
		}
		d.cut += g.ns
		it.ns += g.ns
		it.n += g.n
		it.first.steps = append(it.first.steps, g.first.steps...)
		g.to, g.first, g.ns, g.n = it, new(Seq), 0, 0
	})
}

// Inside returns a sequence for what a task runs that is spawned in s.
func (s *Seq) Inside(d *Dag) *Seq {
	if s.into != nil {
		s.into.tasked = true
		return s
	}
	n := len(d.spareSeqs)
	if n == 0 {
		return new(Seq)
	}
	t := d.spareSeqs[n-1]
	d.spareSeqs = d.spareSeqs[:n-1]
	*t = t.empty()
	return t
}

// flatten makes it, near the end of s, a strand.
func (s *Seq) flatten(d *Dag, it *Item) {
	for k := len(s.steps) - 1; k >= 0; k-- {
		if s.steps[k].it != it {
			continue
		}
		d.cut += it.ns
		d.items -= it.first.count() + it.second.count()
		s.steps[k] = step{ns: it.ns, site: it.site}
		if k > 0 && k == len(s.steps)-1 && s.steps[k-1].takes(d, it.site, it.ns) {
			s.steps = s.steps[:k]
			d.items--
		}
		d.free(it)
		return
	}
}
