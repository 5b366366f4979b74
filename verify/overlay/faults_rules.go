package overlay

// boundWoven changes nothing, outside of functions: so the faults in internal/bound have a program of their
// own. In the others its accesses are no steps.
var boundWoven = Patch{"internal/bound/shard.go", "const fewLists = 4\n", "const fewLists = 4 // woven\n"}

// ruleFaults break numbered invariants that no other fault breaks: what a comment says of a type at all
// times, and not a step of a protocol.
var ruleFaults = []Fault{
	// deque
	{"abp-thief-clears", "./deque", "Deque/abp$/PPppPp/.*=.2", []Patch{
		{"deque/abp.go", "	d.thiefSteals(1)\n", "	d.slots[t].Store(nil)\n	d.thiefSteals(1)\n"},
	}},
	{"abp-slots-not-cleared", "./deque", "Deque/abp$/PPpPpp/.*=.2", []Patch{
		{"deque/abp.go", "	for i := range b + 1 {", "	for i := range 0 * b {"},
	}},
	{"chaselev-index-used-again", "./deque", "Deque/chaselev/PpPPpp/.*=.2", []Patch{
		{"deque/chaselev.go", "	d.bottom.Store(b + 1)\n	d.ownerStores(1)\n	d.restSlow()\n",
			"	if won {\n		d.b, d.cleared = b, b\n		d.bottom.Store(b)\n		d.top.Store(b)\n	} else {\n		d.bottom.Store(b + 1)\n	}\n	d.restSlow()\n"},
	}},
	{"chaselev-slots-not-cleared", "./deque", "Deque/chaselev/PPpPpp/.*=.2", []Patch{
		{"deque/chaselev.go", "	for ; d.b-d.cleared > 0; d.cleared++ {", "	for ; false; d.cleared++ {"},
	}},
	{"locked-top-stands", "./deque", "Deque/locked/PPpPpp/.*=.2", []Patch{
		{"deque/locked.go", "	d.top = (d.top + 1) & (len(d.ring) - 1)\n", ""},
	}},
	{"locked-slot-not-cleared", "./deque", "Deque/locked/PPpPpp/.*=.2", []Patch{
		{"deque/locked.go", "	*slot = nil\n	d.top =", "	d.top ="},
	}},
	{"stealhalf-thief-leaves-the-range", "./deque", "StealHalf/half", []Patch{
		{"deque/stealhalf_range.go", "		exp = r.exp() - 1\n", "		exp = r.exp()\n"},
	}},
	{"stealhalf-range-of-old", "./deque", "StealHalf/half", []Patch{
		{"deque/stealhalf.go", "	return r != d.prev || n&(n-1) == 0 && (n > 2 || r.exp() != exp)",
			"	return r != d.prev || n&(n-1) == 0 && n <= 2 && r.exp() != exp"},
	}},
	// internal/sleep
	{"free-in-two-bits", "./internal/sleep", "Sleep", []Patch{
		{"internal/sleep/word.go", "	starved     = word(1) << 23", "	starved     = word(1) << 2"},
		{"internal/sleep/word.go", "	freeBias    = 1 << 22", "	freeBias    = 1 << 1"},
	}},
	{"bit-cleared-by-store", "./internal/sleep", "Ended/hand-over", []Patch{
		{"internal/sleep/sleep.go", "			if s.sleepers[i].CompareAndSwap(b, b&(b-1)) {", "			if s.sleepers[i].Store(b & (b - 1)); true {"},
	}},
	{"ends-with-its-bit", "./internal/sleep", "Ended/two_posters", []Patch{
		{"internal/sleep/sleep.go", "	if s.sleepers[id/64].And(^bit)&bit != 0 {\n		return false\n", "	if s.sleepers[id/64].Load()&bit != 0 {\n		return false\n"},
	}},
	{"ends-with-a-permit", "./internal/sleep", "Ended/two_posters", []Patch{
		{"internal/sleep/sleep.go", "	if s.sleepers[id/64].And(^bit)&bit != 0 {\n		return false\n", "	if s.sleepers[id/64].And(^bit); true {\n		return false\n"},
	}},
	// internal/line
	{"seat-freed-beside-a-line", Scenarios, "Guests$/guests=1/callers=2", []Patch{
		{"internal/line/line.go", "	if first == nil {\n		l.taken--", "	if true {\n		l.taken--"},
	}},
	// internal/bound
	{"list-cut-by-who-leaves", Scenarios, "Guests|Debt|Number|Here|Nested", []Patch{
		boundWoven,
		{"internal/bound/shard.go", "	*at = e.next\n", "	*at = nil\n"},
	}},
	{"innermost-noted-last", Scenarios, "Innermost", []Patch{
		boundWoven,
		{"internal/bound/slot.go", "e.Self.Load() == name {\n		return e\n",
			"e.Self.Load() == name {\n		for e.next != nil {\n			e = e.next\n		}\n		return e\n"},
	}},
	{"noted-without-the-lock", Scenarios, "Guests$|Debt|Number", []Patch{
		boundWoven,
		{"internal/bound/shard.go", "	s.mu.Lock()\n	defer s.mu.Unlock()\n	if int(s.n.Load())", "	if int(s.n.Load())"},
		{"internal/bound/shard.go", "	*first = e\n	s.n.Add(1) //", "	s.n.Add(1)\n	*first = e\n	//"},
	}},
	{"slot-taken-from-another", Scenarios, "Guests$|Debt|Number", []Patch{
		boundWoven,
		{"internal/bound/slot.go", "	return s.innermost.CompareAndSwap(e.next, e)\n", "	s.innermost.Store(e)\n	return true\n"},
	}},
	// internal/roster
	{"hole-given-twice", Scenarios, "Pool|Guests|Number|Debt", []Patch{
		{"internal/roster/roster.go", "		*P(w).at(), r.holes = k, r.holes[:n-1]\n", "		*P(w).at() = k\n"},
	}},
	{"list-replaced-before-it-is-whole", Scenarios, "ThirdComes", []Patch{
		{"internal/roster/roster.go", "	if len(list) == cap(list) {\n",
			"	old := list[min(1, len(list)):]\n	r.list.Store(&old)\n	if len(list) == cap(list) {\n"},
	}},
	// internal/crew
	{"listed-before-its-kinds", Scenarios, "Pool|Scope", []Patch{
		{"internal/sched/pool.go", "	p.Equip(w)\n	p.All.Add(w)\n", "	p.All.Add(w)\n	p.Equip(w)\n"},
	}},
	{"removed-and-not-counted", Scenarios, "Gone", []Patch{
		{"internal/crew/crew.go", "	c.gone.add(w)\n", ""},
	}},
	// internal/fork
	{"claim-beyond-split", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/age.go", "	if top >= split {", "	if top > split {"},
	}},
	{"exposed-and-not-marked", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/fork.go", "		slot.Slow |= public\n", ""},
	}},
	{"gate-below-split", Scenarios, "Stealing/(again|panin)", []Patch{
		{"internal/fork/stack.go", "	gate := s.split\n", "	gate := s.split - min(s.split, 1)\n"},
	}},
	// internal/loop
	{"shown-alone", Scenarios, "Loop", []Patch{
		{"internal/loop/part.go", "	for q := p; q != nil && q.hidden; q = q.outer {", "	for q := p; q == p && q.hidden; q = q.outer {"},
	}},
	{"innermost-left-behind", Scenarios, "Loop", []Patch{
		{"internal/loop/part.go", "	p.on.goInto(p.outer)\n", ""},
	}},
	{"part-left-with-indices", Scenarios, "Loop/(leaves|panics)", []Patch{
		{"internal/loop/partsteal.go", "	p.drop()\n	p.leave()\n	return f", "	p.leave()\n	return f"},
		{"internal/loop/loop.go", "	p.cursor.Drop()\n	n := p.cursor.Settle()", "	n := p.cursor.Settle()"},
	}},
	// internal/sched
	{"call-not-counted", Scenarios, "Close", []Patch{
		{"internal/sched/door.go", "	d.inside++\n", "	if child {\n		d.inside++\n	}\n"},
	}},
	{"resident-counted-after-its-end", Scenarios, "Close", []Patch{
		{"internal/sched/resident.go", "	p.Residents.Add(-1) //", "	//"},
	}},
	{"guest-stays-free", Scenarios, "Debt|Guests|Close", []Patch{
		{"internal/sched/guest.go", "			p.guests = append(p.guests[:k], p.guests[k+1:]...) // to clear what is behind takes longer\n", ""},
	}},
	{"let-in-after-close", Scenarios, "CloseRefuses", []Patch{
		{"internal/sched/door.go", "	if d.over() || d.closed && !child && !within() {", "	if d.over() {"},
	}},
	// internal/spawn
	{"ring-shorter-than-it-says", Scenarios, "Batch|Scope", []Patch{
		{"internal/spawn/board.go", "	b.size.Add(-1)\n", ""},
	}},
	{"two-timers", Scenarios, "Lookout", []Patch{
		{"internal/park/lookout.go", "	if l.on.Load() || !l.on.CompareAndSwap(false, true) {", "	if l.on.Store(true); false {"},
	}},
	{"awaited-cleared-too-early", Scenarios, "RoundParked", []Patch{
		{"internal/spawn/waiters.go", "	if !s.Over() {\n		return nil, nil\n", "	if !s.Over() {\n		s.state.And(^awaited)\n		return nil, nil\n"},
	}},
	// internal/event and internal/tracer
	{"chunk-left-early", "./internal/tracer", "Cause", []Patch{
		{"internal/event/line.go", "	if l.n == chunkLen {", "	if l.n == chunkLen-1 {"},
	}},
	{"event-shown-late", "./internal/tracer", "Cause", []Patch{
		{"internal/event/line.go", "	c.n.Store(int64(l.n))\n", "	c.n.Store(int64(l.n - l.n%2))\n"},
	}},
	{"horizon-ignored", "./internal/tracer", "Cause", []Patch{
		{"internal/tracer/round.go", "; ok && e.At <= horizon {", "; ok {"},
		{"internal/tracer/round.go", "		if !ok || e.At > horizon {", "		if !ok {"},
		{"internal/tracer/round.go", ", end := r.heap[0].line, horizon\n", ", end := r.heap[0].line, int64(1)<<40\n"},
	}},
	{"line-stays-free", "./internal/tracer", "Lines", []Patch{
		{"internal/tracer/tracer.go", "		*free = (*free)[:n-1]\n", ""},
	}},
	{"two-rounds-at-once", "./internal/tracer", "Cause", []Patch{
		{"internal/tracer/round.go", "	if t.round.mu.TryLock() {\n		defer t.round.mu.Unlock()\n		t.merge(now())\n	}", "	t.merge(now())"},
	}},
	// internal/views
	{"two-views-of-one", Scenarios, "ViewsForks/(flat|bal)", []Patch{
		{"internal/views/strand.go", "		if at := left.find(v.of); at != nil {", "		if at := left.find(v.of); false {"},
	}},
}
