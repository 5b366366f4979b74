package overlay

// numberFaults are what keeps the number of those who run right: tokens that go with a
// change of the size, and names that tell who has one.
var numberFaults = []Fault{
	{"name-kept-in-blocking", ".", "Here/a_call_in_Blocking", []Patch{
		{"internal/sched/bound.go",
			"w.crew != p || w.blocked)",
			"w.crew != p)"},
	}},
	{"name-kept-by-a-guest", ".", "Here/two_calls", []Patch{
		{"internal/sched/guest.go",
			"	p.bound.unbind(w)\n",
			""},
	}},
	{"name-kept-by-goexit", ".", "GoexitStranger", []Patch{
		{"internal/sched/worker.go",
			"		w.crew.bound.unbind(w) //",
			"		//"},
		{"internal/sched/worker.go",
			"	w.crew.bound.bind(w)\n",
			"	w.crew.bound.unbind(w)\n	w.crew.bound.bind(w)\n"},
	}},
	{"blocking-gives-twice", ".", "Here/Blocking_in_Blocking", []Patch{
		{"internal/sched/bound.go",
			"w.crew != p || w.blocked)",
			"w.crew != p)"},
	}},
	{"blocking-owes-nothing", ".", "NumberBlocking", []Patch{
		{"internal/sched/block.go",
			"	if p.sleep.TakeToken() {",
			"	if p.sleep.TakeToken() && false {"},
	}},
	{"giver-passes-a-debt-on", ".", "NumberCallers", []Patch{
		{"internal/sleep/token.go",
			"w.searching() == 0 && w.free() >= 0:",
			"w.searching() == 0:"},
	}},
	{"grow-wakes-none", ".", "Larger", []Patch{
		{"internal/sleep/token.go",
			"	if n > 0 {\n		s.wakeOne()",
			"	if false {\n		s.wakeOne()"},
	}},
	{"surplus-never-paid", ".", "NumberMeanwhile", []Patch{
		{"internal/sched/crew.go",
			"	if !p.sleep.PayDebt() {",
			"	if true {"},
	}},
	{"surplus-forgets-the-last", ".", "Number$/3_.2_1", []Patch{
		{"internal/sched/crew.go",
			"		p.surplus.Add(int64(n))",
			"		p.surplus.Store(int64(n))"},
	}},
	{"surplus-before-tokens", ".", "NumberMeanwhile", []Patch{
		{"internal/sched/pool.go",
			"	p.sleep.AddTokens(grow)\n	p.owe(-grow)\n",
			"	p.owe(-grow)\n	p.sleep.AddTokens(grow)\n"},
	}},
	{"own-without-token", ".", "OwnQueue", []Patch{
		{"internal/sched/own.go",
			"	case w.tokenless && w.crew.sleep.TakeTokenAbove(0):",
			"	case w.tokenless:"},
	}},
	{"own-overdraws", ".", "NumberHandedOver", []Patch{
		{"internal/sched/own.go",
			"	case w.tokenless && w.crew.sleep.TakeTokenAbove(0):",
			"	case w.tokenless && (w.crew.sleep.TakeToken() || true):"},
	}},
	{"guest-leaves-its-queue", ".", "InnerGuest", []Patch{
		{"internal/sched/guest.go",
			"	w.tidy()\n	spawnedOf(w).Flush()\n",
			"	w.tidy()\n"},
	}},
	{"inject-looks-before-put", ".", "TakenPlace", []Patch{
		{"internal/sched/scope.go",
			"	if s.put(body) {\n		s.board.crew.sleep.Post()\n	}\n	// Where somebody attends already, that one wakes whoever has to be woken.\n	if !s.board.attending.Load() && !s.board.crew.sleep.Wanted() &&",
			"	wanted := s.board.crew.sleep.Wanted()\n	if s.put(body) {\n		s.board.crew.sleep.Post()\n	}\n	if !s.board.attending.Load() && !wanted &&"},
	}},
}
