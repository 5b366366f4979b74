package overlay

// classicFaults are the steps of package classic that its comments argue for, each left out once.
var classicFaults = []Fault{
	{"classic-post-without-event", "./classic", "Classic(Sleep|Wake|Other)", []Patch{
		{"classic/sleep.go",
			"	for ; even(word); word = s.word.Load() {\n",
			"	for false {\n"},
	}},
	{"classic-no-last-look", "./classic", "ClassicWake", []Patch{
		{"classic/search.go",
			"if t = w.look(true); t == nil {",
			"if true {"},
	}},
	{"classic-last-searcher-tells-nobody", "./classic", "ClassicSearch", []Patch{
		{"classic/sleep.go",
			"	if word := s.word.Add(^(oneSearching - 1)); asleep(word) > 0 {",
			"	if word := s.word.Add(^(oneSearching - 1)); asleep(word) > 0 && word == 0 {"},
	}},
	{"classic-latch-not-seen-again", "./classic", "Classic(Latch|Last)", []Patch{
		{"classic/sleep.go",
			"events(word) == seen && !l.isOpen();",
			"events(word) == seen;"},
	}},
	{"classic-latch-not-announced", "./classic", "Classic(Latch|Last)", []Patch{
		{"classic/scope.go",
			"{ return l.word.Or(1) >= 0 }",
			"{\n	return l.parker != nil && l.word.Or(1) >= 0 || l.parker == nil && !l.isOpen()\n}"},
	}},
	{"classic-woken-for-a-latch-counted", "./classic", "ClassicLatch", []Patch{
		{"classic/sleep.go",
			"			s.word.Add(as - oneAsleep)",
			"			s.word.Add(oneSearching - oneAsleep)"},
	}},
	{"classic-ended-before-counted", "./classic", "ClassicBatch", []Patch{
		{"classic/worker.go",
			"		w.scope.tasks.add(stock)",
			"		defer w.scope.tasks.add(stock)"},
	}},
	{"classic-stock-kept-asleep", "./classic", "Classic(Batch|Nested)", []Patch{
		{"classic/worker.go",
			"			w.enter(nil)\n",
			""},
	}},
	{"classic-stock-of-another-scope", "./classic", "ClassicNested", []Patch{
		{"classic/worker.go",
			"		w.enter(t.scope)\n		w.execute(t)\n",
			"		w.scope = t.scope\n		w.execute(t)\n"},
	}},
	{"classic-loot-not-posted", "./classic", "ClassicLoot", []Patch{
		{"classic/search.go",
			"			w.pool.sleep.post(nil) // for a moment they were in no deque\n",
			""},
	}},
	{"classic-lost-race-is-empty", "./classic", "ClassicSearch/.*/amount=One", []Patch{
		{"classic/search.go",
			"		for everywhere && t == nil && outcome != deque.Empty {",
			"		for everywhere && t == nil && outcome > deque.Lost {"},
	}},
	{"classic-abandoned-fork-lives-on", "./classic", "ClassicPanic", []Patch{
		{"classic/task.go",
			"		if !w.takeBack(t) {\n			w.await(&t.stolen)\n		}\n",
			""},
	}},
}
