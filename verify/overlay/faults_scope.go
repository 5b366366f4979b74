package overlay

// scopeFaults are the steps of scopes: of counting their tasks, of handing them
// on by the batch, and of waiting for them.
var scopeFaults = []Fault{
	{"maker-parks-by-store", Scenarios, "Scope/outside", []Patch{
		{"internal/spawn/waiters.go",
			"look again.\n	if s.state.CompareAndSwap(st, st|awaited) {",
			"look again.\n	if s.state.Store(st | awaited); true {"},
	}},
	{"maker-not-woken", Scenarios, "Scope/two_spawners", []Patch{
		{"internal/spawn/spawned.go",
			"		waiters, callers = s.ended()\n",
			""},
	}},
	{"first-task-not-admitted", Scenarios, "Close", []Patch{
		{"internal/spawn/ahead.go",
			"	for st := s.state.Load(); st >= oneTask && st&limited == 0;",
			"	for st := s.state.Load(); st&limited == 0;"},
	}},
	{"ended-before-it-ran", Scenarios, "Scope/outside", []Patch{
		{"internal/spawn/spawned.go",
			"	w.Watch.Point(watch.AtBegin)\n	if r.waits {",
			"	w.Watch.Point(watch.AtBegin)\n	r.ended++\n	r.settle(w)\n	defer func() { r.ended-- }()\n	if r.waits {"},
	}},
	{"batch-not-posted", Scenarios, "Batch", []Patch{
		{"internal/spawn/spawns.go",
			"	c.worker.Crew.Sleep.Post()\n	if attended",
			"	if attended"},
	}},
	{"batch-loses-one", Scenarios, "Scope/batch", []Patch{
		{"internal/spawn/inbox.go",
			"		c.keep(batch[1:n], true)",
			"		c.keep(batch[2:n], true)"},
	}},
	{"unlisted-outside-the-lock", Scenarios, "Batch/first", []Patch{
		{"internal/spawn/inbox.go",
			"	defer s.mu.Unlock()\n	if n = s.inbox.Take(into); n > 0 && s.inbox.Len() == 0 {\n		s.Board.remove(s)\n	}\n	s.check()\n",
			"	n = s.inbox.Take(into)\n	empty := n > 0 && s.inbox.Len() == 0\n	s.mu.Unlock()\n	if empty {\n		s.Board.remove(s)\n	}\n"},
	}},
	{"unlisted-with-tasks", Scenarios, "Batch", []Patch{
		{"internal/spawn/inbox.go",
			"; n > 0 && s.inbox.Len() == 0 {",
			"; n > 0 {"},
	}},
	{"first-task-not-posted", Scenarios, "Batch", []Patch{
		{"internal/spawn/scope.go",
			"	if s.Put(body) {\n		s.Board.Crew.Sleep.Post()\n	}\n",
			"	s.Put(body)\n"},
	}},
	{"posts-by-an-old-look", Scenarios, "ScopeSecond", []Patch{
		{"internal/spawn/scope.go",
			"	} else if c.queue.Put(c.task(s, body)) {",
			"	} else if posts := c.queue.Empty(); c.queue.Put(c.task(s, body)) && posts {"},
	}},
	{"never-alone", Scenarios, "ScopeSecond", []Patch{
		{"deque/locked.go", "	alone = d.n == 0\n", "	alone = false\n"},
	}},
	{"standstill-for-good", Scenarios, "MakerRuns", []Patch{
		{"internal/spawn/board.go", "	a.relief.One = one && c.RunOneMore()\n", "	a.relief.One = one\n"},
	}},
	{"held-back-for-good", Scenarios, "Scope/limit", []Patch{
		{"internal/spawn/spawned.go",
			"	if st&limited != 0 {",
			"	if false {"},
	}},
	{"limit-forgets-forks-left-behind", Scenarios, "ScopeLimitLeft/fork", []Patch{
		{"internal/spawn/spawned.go",
			"	w.Reclaim()\n	r.finish(w, false)\n	r.ended++",
			"	r.finish(w, false)\n	r.ended++"},
	}},
	{"limit-forgets-scopes-left-behind", Scenarios, "ScopeLimitLeft/scope", []Patch{
		{"internal/spawn/spawned.go",
			"	r.c.Abandon()\n	w.Reclaim()\n	r.finish(w, false)\n	r.ended++",
			"	w.Reclaim()\n	r.finish(w, false)\n	r.ended++"},
	}},
}

// waiterFaults are the steps of several goroutines that wait for one scope.
var waiterFaults = []Fault{
	{"second-waiter-not-woken", Scenarios, "ScopeWaiters/one_task", []Patch{
		{"internal/crew/tokens.go",
			"			t.WakeBeyond(w)\n		}\n		w = next\n",
			"			t.WakeBeyond(w)\n		}\n		w = nil\n		_ = next\n"},
	}},
	{"waiter-gives-its-own-token", Scenarios, "ScopeWaiters", []Patch{
		{"internal/crew/tokens.go",
			"		give := give && !w.Apart() // which has no token\n		if give && !handed {",
			"		if !handed {"},
	}},
	{"waiter-listed-late", Scenarios, "ScopeWaiters/one_task", []Patch{
		{"internal/spawn/waiters.go",
			"		w.Waits, s.waiters = s.waiters, w\n		s.check()\n		return true\n",
			"		s.mu.Unlock()\n		s.mu.Lock()\n		w.Waits, s.waiters = s.waiters, w\n		return true\n"},
	}},
}

// aheadFaults are the steps of tasks that are counted ahead of their spawns.
var aheadFaults = []Fault{
	{"series-keeps-what-is-ahead", Scenarios, "Ahead/task", []Patch{
		{"internal/spawn/level.go",
			"	ahead = c.unspawned()\n",
			""},
	}},
	{"maker-keeps-what-is-ahead", Scenarios, "Ahead/maker", []Patch{
		{"internal/spawn/ahead.go",
			"		s.end(s.home, n, false)\n",
			""},
	}},
	{"ahead-in-another-scope", Scenarios, "Ahead/another_scope", []Patch{
		{"internal/spawn/ahead.go",
			"at.serves == s {",
			"at.serves != nil {"},
	}},
	{"spawned-without-a-count", Scenarios, "Ahead/(task|maker)", []Patch{
		{"internal/spawn/ahead.go",
			"				*ahead += int(n) - 1\n",
			"				*ahead += int(n)\n"},
	}},
	{"task-spawns-without-a-count", Scenarios, "Ahead/task", []Patch{
		{"internal/spawn/ahead.go",
			"		*ahead = maxAhead - 1\n",
			"		*ahead = maxAhead\n"},
	}},
	{"task-counts-in-any-scope", Scenarios, "Close|Ahead", []Patch{
		{"internal/spawn/ahead.go",
			"		return &s.maker.ahead, false\n",
			"		return &s.maker.ahead, true\n"},
	}},
	{"ahead-after-its-maker", Scenarios, "Ahead/after_its_task", []Patch{
		{"internal/spawn/ahead.go",
			"	if s.home == c.worker && s.maker.listed {",
			"	if s.home == c.worker {"},
	}},
	{"ahead-from-any-worker", Scenarios, "Ahead/another_worker/workers=2", []Patch{
		{"internal/spawn/ahead.go",
			"	if s.home == c.worker && s.maker.listed",
			"	if s.home != nil && s.maker.listed"},
	}},
}
