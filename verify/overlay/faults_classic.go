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
			"	if searching(word) == 0 && asleep(word) > 0 && !s.alone {",
			"	if false && s.alone && word == 0 {"},
	}},
	{"classic-latch-not-seen-again", "./classic", "Classic(Latch|Last)", []Patch{
		{"classic/sleep.go",
			"		if events(word) != seen || l.isOpen() {",
			"		if events(word) != seen {"},
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
			"	if t := w.scope.task(f); !w.push(t) {",
			"	defer w.scope.tasks.add()\n	if t := (&task{body: call(f), scope: w.scope, tells: &w.scope.tasks}); !w.push(t) {"},
	}},
	{"classic-loot-not-posted", "./classic", "ClassicLoot", []Patch{
		{"classic/steal.go",
			"	if n > 1 {\n",
			"	if n < 0 {\n"},
	}},
	{"classic-lost-race-is-empty", "./classic", "ClassicSearch/.*/amount=One", []Patch{
		{"classic/search.go",
			"		for everywhere && t == nil && outcome != deque.Empty {",
			"		for everywhere && t == nil && outcome > deque.Lost {"},
	}},
	{"classic-abandoned-fork-lives-on", "./classic", "ClassicPanic", []Patch{
		{"classic/task.go",
			"		if !w.takeBack(t) {\n			w.await(&t.ended)\n		}\n",
			""},
	}},
}
