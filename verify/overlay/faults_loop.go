package overlay

// loopFaults are the steps of loops in internal/sched, each left out once.
var loopFaults = []Fault{
	{"loop-nobody-woken", Scenarios, "LoopMeeting", []Patch{
		{"internal/loop/part.go",
			"	if !p.cursor.Empty() {\n		p.worker.Crew.Sleep.Post()\n	}",
			"	p.cursor.Empty()"},
	}},
	{"loop-thief-wakes-nobody", Scenarios, "LoopStolen", []Patch{
		{"internal/loop/partsteal.go",
			"	if !p.hidden {\n		p.worker.Crew.Sleep.Post()\n	}\n",
			""},
	}},
	{"loop-wait-keeps-the-chunk", Scenarios, "LoopBlocking", []Patch{
		{"internal/loop/part.go",
			"		q.give()\n",
			""},
	}},
	{"loop-counted-before-reclaim", Scenarios, "Loop/orphans", []Patch{
		{"internal/crew/segment.go",
			"		w.End() // before",
			"		defer w.End() //"},
	}},
	{"loop-failure-after-count", Scenarios, "Loop/panics", []Patch{
		{"internal/loop/partsteal.go",
			"	if f != nil {\n		p.loop.fail(f)\n	}\n",
			""},
		{"internal/loop/partsteal.go",
			"	if l.end(p) {\n		was := l.state",
			"	last := l.end(p)\n	if f != nil {\n		l.fail(f)\n	}\n	if last {\n		was := l.state"},
	}},
	{"loop-maker-does-not-wait", Scenarios, "Loop/(two|three)", []Patch{
		{"internal/loop/loop.go",
			"	if !l.over {",
			"	if l.left.Load() > 1 {"},
	}},
	{"loop-rest-not-counted", Scenarios, "Loop/(leaves|panics)", []Patch{
		{"internal/loop/loop.go",
			"	p.cursor.Drop()\n	n := p.cursor.Settle()",
			"	n := p.cursor.Settle()"},
	}},
	{"loop-part-of-another", Scenarios, "Loop/again", []Patch{
		{"internal/loop/partsteal.go",
			"	if p == nil || p.loop != l {",
			"	if p == nil {"},
	}},
	{"loop-used-again-too-early", Scenarios, "LoopDealtTwice", []Patch{
		{"internal/loop/invariants.go", "	case !invariant.Enabled:\n	case l.seen", "	case l.seen"},
		{"internal/loop/loop.go",
			"	if !l.over {",
			"	if l.left.Load() > 0 {"},
	}},
	{"dealt-before-it-is-written", Scenarios, "LoopDealt/two", []Patch{
		{"internal/loop/tray/tray.go",
			" || !t.state.CompareAndSwap(word, word-open+filling) {",
			" || !t.state.CompareAndSwap(word, word-open+full) {"},
	}},
	{"dealt-run-left-at-a-stop", Scenarios, "LoopDealt/panics", []Patch{
		{"internal/loop/deal.go",
			"		p.cursor.Fill(lo, hi) // from where a thief may take some yet: it drops them too\n",
			"		_, _ = lo, hi\n"},
	}},
	{"recall-without-a-look", Scenarios, "LoopDealt/two", []Patch{
		{"internal/loop/tray/tray.go",
			"	return d.tray.state.CompareAndSwap(d.word, d.word-full+open+another)\n",
			"	if d.tray.state.Load() != d.word {\n		return false\n	}\n	d.tray.state.Store(d.word - full + open + another)\n	return true\n"},
	}},
	{"tray-closed-without-a-look", Scenarios, "LoopDealt/two", []Patch{
		{"internal/loop/tray/tray.go",
			"		case stateOf(word) == open && t.state.CompareAndSwap(word, word-open+closed): // ORDER: against Seize\n",
			"		case stateOf(word) == open:\n			t.state.Store(word - open + closed)\n"},
	}},
	{"tray-left-open", Scenarios, "LoopDealt/two", []Patch{
		{"internal/loop/tray/tray.go", "CompareAndSwap(word, word-open+closed)", "CompareAndSwap(word, word)"},
	}},
	{"loop-part-left-behind", Scenarios, "Loop/two", []Patch{
		{"internal/loop/part.go",
			"		p.on.part.Store(p.outer)\n",
			""},
	}},
	{"group-keeps-its-sum", Scenarios, "Loop/two", append(grouped[:len(grouped):len(grouped)],
		Patch{"internal/tally/tally.go", "w < inside && g.word.CompareAndSwap(w, 0)", "w < 0"})},
	{"group-takes-its-sum-twice", Scenarios, "Loop/(three|five|chunks)", append(grouped[:len(grouped):len(grouped)],
		Patch{"internal/tally/tally.go", "w != 0 && w < inside && g.word.CompareAndSwap(w, 0)", "w != 0 && w < inside && (g.word.CompareAndSwap(w, 0) || true)"})},
	{"group-entered-by-store", Scenarios, "Loop/(three|five|chunks)", append(grouped[:len(grouped):len(grouped)],
		Patch{"internal/tally/tally.go", "		g.word.Add(inside) //", "		g.word.Store(g.word.Load() + inside) //"})},
	{"group-entered-twice", Scenarios, "Loop/two", append(grouped[:len(grouped):len(grouped)],
		Patch{"internal/tally/tally.go", "		g.word.Add(inside) //", "		g.word.Add(2 * inside) //"})},
	{"loop-limit-ignored", Scenarios, "Loop/limited", []Patch{
		{"internal/loop/loop.go",
			"		if l.room.CompareAndSwap(n, n-1) { // ORDER: against leave's Add, which comes after that worker's part is empty\n			return true\n		}",
			"		return true"},
	}},
	{"loop-failure-dropped", Scenarios, "Loop/panics", []Patch{
		{"internal/loop/loop.go",
			"	if s.stopped.CompareAndSwap(false, true) {\n		s.failure = f\n",
			"	if s.stopped.CompareAndSwap(false, true) {\n"},
	}},
}
