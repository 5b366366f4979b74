package overlay

// stealHalfFaults are what is wrong, or left open, in the printed StealHalf, and
// what its invariants say must not be.
var stealHalfFaults = []Fault{
	{"stealhalf-range-before-emptiness", "./deque", "StealHalf/last", []Patch{
		{"deque/stealhalf.go",
			"	if left < r.length() && (left < 0 || !d.set(r, 0)) {",
			"	if left >= 0 && left < r.length() && !d.set(r, 0) {"},
	}},
	{"stealhalf-bottom-zeroed", "./deque", "StealHalf/last", []Patch{
		{"deque/stealhalf.go",
			"		d.move(+1) // stolen",
			"		d.move(-int(d.b)) // stolen"},
	}},
	{"stealhalf-bottom-not-restored", "./deque", "StealHalf/last", []Patch{
		{"deque/stealhalf.go",
			"		d.move(+1) // stolen",
			"		// stolen"},
	}},
	{"stealhalf-empty-by-range", "./deque", "StealHalf/two", []Patch{
		{"deque/stealhalf.go",
			"	if left < r.length() && (left < 0 || !d.set(r, 0)) {",
			"	if left < r.length() && (r&ownerMade == 0 || !d.set(r, 0)) {"},
	}},
	{"stealhalf-no-own-bit", "./deque", "StealHalf/half", []Patch{
		{"deque/stealhalf_range.go",
			"	if r&ownerMade != 0 {",
			"	if false {"},
	}},
	{"stealhalf-no-retry-at-home", "./deque", "StealHalf/receive", []Patch{
		{"deque/stealhalf_steal.go",
			"		if n <= 0 || d.set(r, grownExp(n)) {",
			"		if n <= 0 || d.set(r, grownExp(n)) || true {"},
	}},
	{"stealhalf-no-owner-tag", "./deque", "StealHalf/last", []Patch{
		{"deque/stealhalf.go",
			"	s := r.changed(ownerMade, exp, r.top())",
			"	s := r.changed(ownerMade, exp, r.top()) - tagUnit"},
	}},
	{"stealhalf-bottom-before-word", "./deque", "StealHalf/two", []Patch{
		{"deque/stealhalf_steal.go",
			"	r = stealRange(d.sr.Load())\n	n = distance(d.bot.Load(), r.top())\n	switch",
			"	bot := d.bot.Load()\n	r = stealRange(d.sr.Load())\n	n = distance(bot, r.top())\n	switch"},
	}},
	{"stealhalf-thief-clears", "./deque", "StealHalf/full", []Patch{
		{"deque/stealhalf_steal.go",
			"		return nil, Lost\n	}\n	return x, Got",
			"		return nil, Lost\n	}\n	d.slot(r.top()).Store(nil)\n	return x, Got"},
	}},
	{"stealhalf-scrub-in-use", "./deque", "StealHalf/full", []Patch{
		{"deque/stealhalf.go",
			"distance(low, d.scrubbed) > 0",
			"distance(low, d.scrubbed) > 1"},
	}},
	{"stealhalf-bottom-before-slot", "./deque", "StealHalf/(fresh|full)", []Patch{
		{"deque/stealhalf.go",
			"	d.slot(d.b).Store(x)\n	d.move(+1)",
			"	d.move(+1)\n	d.slot(d.b - 1).Store(x)"},
	}},
	{"stealhalf-home-before-slots", "./deque", "StealHalf/(chain|receive|mutual)", []Patch{
		{"deque/stealhalf_steal.go",
			"	for i, x := range loot {\n		d.slot(d.b + uint32(i)).Store(x)\n	}\n	d.move(len(loot))",
			"	d.move(len(loot))\n	for i, x := range loot {\n		d.slot(d.b - uint32(len(loot)-i)).Store(x)\n	}"},
	}},
	{"stealhalf-settle-without-reading", "./deque", "StealHalf/two", []Patch{
		{"deque/stealhalf.go",
			"	x := slot.Load()\n	r := stealRange(d.sr.Load())",
			"	x := slot.Load()\n	r := d.prev"},
	}},
	{"stealhalf-steal-not-noticed", "./deque", "StealHalf/late", []Patch{
		{"deque/stealhalf.go",
			"	return r != d.prev || n&(n-1)",
			"	return n&(n-1)"},
	}},
	{"stealhalf-copies-after", "./deque", "StealHalf/full", []Patch{
		{"deque/stealhalf_steal.go",
			"	x := d.slot(r.top()).Load()\n	if !d.cut(r, n, 1) {",
			"	if !d.cut(r, n, 1) {"},
		{"deque/stealhalf_steal.go",
			"	return x, Got",
			"	x := d.slot(r.top()).Load()\n	return x, Got"},
	}},
}
