package overlay

// viewFaults are the steps in which views of reducers go from strand to strand.
var viewFaults = []Fault{
	{"views-dropped-at-a-join", Scenarios, "ViewsForks/flat", []Patch{
		{"internal/crew/failure.go",
			"	s.Strand.Gather(l.Views)\n",
			""},
	}},
	{"views-merged-from-the-right", Scenarios, "ViewsForks/flat", []Patch{
		{"internal/views/strand.go",
			"v.of.Merge(at, v.at)",
			"v.of.Merge(v.at, at); left.list[0].at = v.at"},
	}},
	{"views-kept-by-a-thief", Scenarios, "ViewsForks/bal", []Patch{
		{"internal/views/strand.go",
			"	all, s.set = s.set, nil\n",
			"	all = s.set\n"},
	}},
	{"views-of-what-was-taken-back", Scenarios, "ViewsForks/try", []Patch{
		{"internal/fork/join.go",
			"			s.worker.Lose(left.Failure)\n",
			"			s.worker.Lose(left.Failure); s.worker.Strand.Gather(left.Views)\n"},
	}},
	{"views-merged-after-the-failure", Scenarios, "ViewsForks/pany", []Patch{
		{"internal/crew/failure.go",
			"	s.Strand.Gather(l.Views)\n	s.Raise(l.Failure)\n",
			"	s.Raise(l.Failure)\n	s.Strand.Gather(l.Views)\n"},
	}},
	{"pieces-after-the-count", Scenarios, "ViewsLoops/three", []Patch{
		{"internal/loop/partsteal.go",
			"	l.pieces.Add(p.piece, w.Strand.End())\n	p.watch",
			"	p.watch"},
		{"internal/loop/partsteal.go",
			"	if l.end(p) {\n		was := l.state",
			"	last := l.end(p)\n	l.pieces.Add(p.piece, w.Strand.End())\n	if last {\n		was := l.state"},
	}},
	{"pieces-as-they-came", Scenarios, "ViewsLoops/(three|five)", []Patch{
		{"internal/views/left/pieces.go",
			"c.Gather(s, cmp.Compare[int])",
			"c.Gather(s, func(int, int) int { return cmp.Compare(0, 0) })"},
	}},
	{"maker-moves-with-its-views", Scenarios, "ViewsLoops/(three|five)", []Patch{
		{"internal/loop/partsteal.go",
			"	p.loop.pieces.Move(&p.worker.Strand, &p.piece, lo, p == &p.loop.first)\n",
			""},
	}},
	{"maker-stays-away", Scenarios, "ViewsLoops/(three|five)", []Patch{
		{"internal/loop/loop.go",
			"	l.pieces.Home(&p.worker.Strand, p.piece)\n",
			""},
	}},
	{"maker-stays-away-at-a-panic", Scenarios, "ViewsLoops/panics", []Patch{
		{"internal/loop/loop.go",
			"	l.pieces.Home(&p.worker.Strand, p.piece)\n",
			"	if normal {\n		l.pieces.Home(&p.worker.Strand, p.piece)\n	}\n"},
	}},
	{"task-in-its-waiters-strand", Scenarios, "ViewsScopes/flat", []Patch{
		{"internal/spawn/turns.go",
			"	if r.begun = true; !w.Strand.Empty() {\n",
			"	if r.begun = false; false {\n"},
	}},
	{"views-after-the-count-of-tasks", Scenarios, "ViewsScopes/flat", []Patch{
		{"internal/spawn/spawned.go",
			"	w.Reclaim()\n	r.finish(w, false)\n",
			"	w.Reclaim()\n"},
		{"internal/spawn/spawned.go",
			"		w.Tokenless = true\n	}\n	r.ended = 0\n",
			"		w.Tokenless = true\n	}\n	r.finish(w, false)\n	r.ended = 0\n"},
	}},
	{"turns-as-they-came", Scenarios, "ViewsScopes/flat", []Patch{
		{"internal/views/left/turn.go",
			"	return int(a.number - b.number)\n",
			"	return 0\n"},
	}},
	{"turn-among-the-makers", Scenarios, "ViewsScopes/own", []Patch{
		{"internal/spawn/turns.go",
			"			parent = at.turn\n",
			""},
	}},
	{"panic-keeps-the-strand", Scenarios, "ViewsScopes/panics", []Patch{
		{"internal/spawn/spawned.go",
			"	r.finish(w, true)\n",
			""},
	}},
}
