package overlay

// spanFaults are the steps of ranges, of a cursor's requests, and of the stealing
// partition's count and sleep, each left out or put elsewhere once.
var spanFaults = []Fault{
	{"range-steal-by-store", "./internal/indices", "Range", []Patch{
		{"internal/indices/range.go",
			"		if r.word.CompareAndSwap(word, pack(low, mid)) {\n			r.checkThief(word, pack(low, mid))\n			return r.start(mid)",
			"		if r.word.Store(pack(low, mid)); true {\n			r.checkThief(word, pack(low, mid))\n			return r.start(mid)"},
	}},
	{"range-take-by-store", "./internal/indices", "Range", []Patch{
		{"internal/indices/range.go",
			"		if r.word.CompareAndSwap(word, pack(next, high)) {",
			"		if r.word.Store(pack(next, high)); true {"},
	}},
	{"range-return-by-store", "./internal/indices", "Range", []Patch{
		{"internal/indices/range.go",
			"		if r.word.CompareAndSwap(word, pack(first, high)) {",
			"		if r.word.Store(pack(first, high)); true {"},
	}},
	{"range-return-ignores-high", "./internal/indices", "Range", []Patch{
		{"internal/indices/range.go",
			"		if r.word.CompareAndSwap(word, pack(first, high)) {",
			"		if r.word.CompareAndSwap(word, pack(first, min(low, high))) {"},
	}},
	{"range-thief-takes-lower-half", "./internal/indices", "Range", []Patch{
		{"internal/indices/range.go",
			"		if r.word.CompareAndSwap(word, pack(low, mid)) {\n			r.checkThief(word, pack(low, mid))\n			return r.start(mid), r.start(high), true",
			"		mid = low + (high-low+1)/2\n		if r.word.CompareAndSwap(word, pack(mid, high)) {\n			return r.start(low), r.start(mid), true"},
	}},
	{"cursor-reserve-by-store", "./internal/indices", "Cursor/n=2", []Patch{
		{"internal/indices/cursor.go",
			"		if c.word.CompareAndSwap(word, pack(next, high)) {",
			"		if c.word.Store(pack(next, high)); true {"},
	}},
	{"cursor-opened-after-reserving", "./internal/indices", "Cursor/n=6/.*/.*/.*=1/..$", []Patch{
		{"internal/indices/cursor.go",
			"		atomic.StoreUintptr(&c.limit, uintptr(end))\n		// ORDER: one CAS",
			"		// ORDER: one CAS"},
		{"internal/indices/cursor.go",
			"			c.at, c.end, c.from = c.start(low), end, c.start(low)\n",
			"			c.at, c.end, c.from = c.start(low), end, c.start(low)\n			atomic.StoreUintptr(&c.limit, uintptr(end))\n"},
	}},
	{"cursor-left-open", "./internal/indices", "Cursor/n=2", []Patch{
		{"internal/indices/cursor.go",
			"	if opened {",
			"	if false {"},
	}},
	{"cursor-gives-what-it-keeps", "./internal/indices", "Cursor/n=6/.*/.*/.*=1/..$", []Patch{
		{"internal/indices/cursor.go",
			"	c.end = from\n",
			""},
	}},
	{"cursor-gives-the-index-at-hand", "./internal/indices", "Cursor/n=6/.*/.*/.*=1/..$", []Patch{
		{"internal/indices/cursor.go",
			"	first := c.unitOf(c.at + 1)",
			"	first := c.unitOf(c.at)"},
	}},
	{"cursor-counts-what-it-gave", "./internal/indices", "Cursor/n=6/.*/.*/.*=1/..$", []Patch{
		{"internal/indices/cursor.go",
			"	c.taken -= c.end - from\n",
			""},
	}},
	{"cursor-does-not-answer", "./internal/indices", "Cursor/n=8/.*/.*/.*=1", []Patch{
		{"internal/indices/cursor.go",
			"	first := c.unitOf(c.at + 1)\n",
			"	first := c.unitOf(c.end)\n"},
	}},
	{"stealing-counts-after-stealing", "./span", "Stealing", []Patch{
		{"span/stealing.go",
			"	s.settle(c)\n	lo, hi, ok := s.search(c)\n",
			"	lo, hi, ok := s.search(c)\n	s.settle(c)\n"},
	}},
	{"stealing-fills-before-counting", "./span", "Stealing", []Patch{
		{"span/stealing.go",
			"	c.Fill(lo, hi)\n",
			"	c.Fill(lo, hi)\n	s.settle(c)\n"},
	}},
	{"stealing-no-second-look", "./span", "Stealing", []Patch{
		{"span/wait.go",
			"		if lo, hi, ok = s.look(c); ok || s.left.Load() == 0 {",
			"		if round == spins+yields {\n		} else if lo, hi, ok = s.look(c); ok || s.left.Load() == 0 {"},
	}},
	{"stealing-no-second-look-at-the-end", "./span", "Stealing", []Patch{
		{"span/wait.go",
			"; ok || s.left.Load() == 0 {",
			"; ok {"},
	}},
	{"stealing-looks-before-enlisting", "./span", "Stealing", []Patch{
		{"span/wait.go",
			"		if round == spins+yields {\n			s.enlist(c)\n		}\n",
			""},
		{"span/wait.go",
			"			c.parker.Park()\n			round = -1",
			"			s.enlist(c)\n			c.parker.Park()\n			round = -1"},
	}},
	{"stealing-keeps-its-permit", "./span", "Stealing", []Patch{
		{"span/wait.go",
			"	if k < 0 {",
			"	if false {"},
	}},
	{"stealing-leaves-and-wakes-nobody", "./span", "Stealing/n=4/parts=2/grain=./chunk=./.1", []Patch{
		{"span/stealing.go",
			"	s.wake()            // for what was put back\n",
			""},
	}},
	{"stealing-wakes-before-it-leaves", "./span", "Stealing/n=4/parts=2/grain=./chunk=./.1", []Patch{
		{"span/stealing.go",
			"	s.wake()            // for what was put back\n",
			""},
		{"span/stealing.go",
			"	if lo, hi := c.Abandon()",
			"	s.wake()\n	if lo, hi := c.Abandon()"},
	}},
	{"stealing-leaves-with-its-count", "./span", "Stealing/n=2/parts=2/grain=1/chunk=1/.-1_1", []Patch{
		{"span/stealing.go",
			"	s.settle(c)\n	s.wake() ",
			"	s.wake() "},
	}},
	{"stealing-leaves-with-its-chunk", "./span", "Stealing/n=4/parts=2/grain=./chunk=./.1", []Patch{
		{"internal/indices/cursor.go",
			"	c.Give()\n	lo, hi = c.at+1, c.end\n",
			"	lo, hi = c.end, c.end\n"},
	}},
	{"stealing-leaves-with-a-cut-unit", "./span", "Stealing/n=4/parts=2/grain=./chunk=./.1", []Patch{
		{"span/stealing.go",
			"		s.expose(lo, hi)\n",
			""},
	}},
	{"stealing-orphan-adopted-twice", "./span", "Stealing/n=3/parts=3/grain=3", []Patch{
		{"span/wait.go",
			"	l.orphans = l.orphans[:last]\n",
			""},
	}},
	{"dynamic-number-without-add", "./span", "Shared", []Patch{
		{"span/dynamic.go",
			"	k := d.next.Add(1) - 1\n",
			"	k := d.next.Load()\n	d.next.Store(k + 1)\n"},
	}},
	{"guided-by-store", "./span", "Shared", []Patch{
		{"span/guided.go",
			"		if g.next.CompareAndSwap(from, from+uint64(size)) {",
			"		if g.next.Store(from + uint64(size)); true {"},
	}},
}
