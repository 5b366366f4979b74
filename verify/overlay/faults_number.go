package overlay

// numberFaults break what keeps the number of running workers right: tokens that go with a
// change of the size, and names that tell which goroutine has one.
var numberFaults = []Fault{
	{"name-kept-in-blocking", Scenarios, "Here/a_call_in_Blocking", []Patch{
		{"internal/crew/locate.go",
			"w.Crew != c || w.blocked)",
			"w.Crew != c)"},
	}},
	{"name-kept-by-a-guest", Scenarios, "Here/two_calls", []Patch{
		{"internal/sched/guest.go",
			"	w.Unbind()\n",
			""},
	}},
	{"name-kept-by-goexit", Scenarios, "GoexitStranger", []Patch{
		{"internal/crew/worker.go",
			"		w.Unbind() //",
			"		//"},
		{"internal/crew/worker.go",
			"	w.Bind()\n",
			"	w.Unbind()\n	w.Bind()\n"},
		{"internal/bound/table.go",
			"	if invariant.Enabled && name",
			"	if name"},
	}},
	{"blocking-gives-twice", Scenarios, "Here/Blocking_in_Blocking", []Patch{
		{"internal/crew/locate.go",
			"w.Crew != c || w.blocked)",
			"w.Crew != c)"},
	}},
	{"blocking-owes-nothing", Scenarios, "NumberBlocking", []Patch{
		{"internal/crew/tokens.go",
			"	if t.Sleep.TakeToken() {",
			"	if t.Sleep.TakeToken() && false {"},
	}},
	{"giver-passes-a-debt-on", Scenarios, "NumberBack", []Patch{
		{"internal/sleep/token.go",
			"	if w.free() <= 0 {\n		return false\n	}\n",
			"	if w.free() <= 0 && w.starved() && w.searching() == 0 && s.workPublic() {\n		s.add(oneSearcher); s.subtract(oneFree)\n		s.wake(beside)\n		return false\n	} else if w.free() <= 0 { return false }\n"},
	}},
	{"grow-wakes-none", Scenarios, "Larger", []Patch{
		{"internal/sleep/token.go",
			"	if n > 0 {\n		s.wakeOne()",
			"	if false {\n		s.wakeOne()"},
	}},
	{"surplus-never-paid", Scenarios, "NumberMeanwhile", []Patch{
		{"internal/crew/tokens.go",
			"	if !t.Sleep.PayDebt() {",
			"	if true {"},
	}},
	{"surplus-forgets-the-last", Scenarios, "Number$/3_.2_1", []Patch{
		{"internal/crew/tokens.go",
			"		t.Surplus.Add(int64(n))",
			"		t.Surplus.Store(int64(n))"},
	}},
	{"surplus-before-tokens", Scenarios, "NumberMeanwhile", []Patch{
		{"internal/sched/follow.go",
			"		p.Sleep.Grant(grow)\n",
			""},
		{"internal/sched/follow.go",
			"	p.Sleep.Offer(grow)\n	p.Owe(-grow)\n",
			"	p.Owe(-grow)\n	p.Sleep.Grant(grow)\n	p.Sleep.Offer(grow)\n"},
	}},
	{"own-without-token", Scenarios, "OwnQueue", []Patch{
		{"internal/spawn/spawns.go",
			"	case w.Tokenless && w.Crew.Sleep.TakeFreeToken():",
			"	case w.Tokenless:"},
	}},
	{"own-overdraws", Scenarios, "NumberHandedOver", []Patch{
		{"internal/spawn/spawns.go",
			"	case w.Tokenless && w.Crew.Sleep.TakeFreeToken():",
			"	case w.Tokenless && (w.Crew.Sleep.TakeToken() || true):"},
	}},
	{"spawn-here-unattended", Scenarios, "MakerRuns", []Patch{
		{"scope.go", "		r.Board.Attend()\n", ""},
	}},
	{"lookout-ends-blind", Scenarios, "Lookout", []Patch{
		{"internal/park/lookout.go", "l.on.Store(false); at.Lasts() &&", "l.on.Store(false); false &&"},
	}},
	{"queue-unattended", Scenarios, "MakerRuns", []Patch{
		{"internal/spawn/board.go", "		if !Of(w).queue.Empty() {", "		if !Of(w).queue.Empty() && false {"},
	}},
	{"refrains-before-sleep", Scenarios, "Third", []Patch{
		{"internal/policy/crowd.go", "const tries = 2", "const tries = 0"}, {"internal/policy/crowd.go", "const few = 16", "const few = 1"}, // and so in every other look
		{"internal/sched/idle.go", "	r.Crowd.Searching = 0\n", ""},
	}},
	{"avoids-before-sleep", Scenarios, "Third", []Patch{
		{"internal/policy/crowd.go", "	return c.beaten > 0 && c.Searching > 0 &&", "	return c.Searching == 0 || c.beaten > 0 &&"},
	}},
	{"looks-away-before-sleep", Scenarios, "Third", []Patch{
		{"internal/policy/crowd.go", "{ return c.leaves(lookers, r) }", "{ return c.Searching == 0 || c.leaves(lookers, r) }"},
	}},
	{"callers-bring-no-token", Scenarios, "Debt/[23]", []Patch{
		{"internal/crew/places.go", "; callers > workers {", "; callers > workers && false {"},
		{"internal/crew/places.go", "; callers >= workers {", "; callers >= workers && false {"},
		{"internal/spawn/board.go", "	a.relief.One = one && c.RunOneMore()\n", "	a.relief.One = one\n"},
	}},
	{"callers-leave-their-token", Scenarios, "Debt/[123]", []Patch{
		{"internal/crew/places.go", "; callers >= workers {", "; callers >= workers && false {"},
	}},
	{"back-notes-one-of-two", Scenarios, "NumberSteps/Blocking", []Patch{
		{"internal/crew/tokens.go", "		t.Surplus.Add(int64(n))", "		t.Surplus.Store(1)"},
	}},
	{"smaller-notes-one-of-two", Scenarios, "NumberSteps/Resize$", []Patch{
		{"internal/sched/follow.go", "	p.Owe(-grow)\n", "	p.Owe(min(1, -grow))\n"},
	}},
	{"smaller-forgets-callers", Scenarios, "NumberSteps/Resize_twice", []Patch{
		{"internal/crew/places.go", "			return max(workers, callers) - max(was, callers)", "			return workers - was"},
	}},
	{"woken-beside-owes-nothing", Scenarios, "NumberWaiters", []Patch{
		{"internal/crew/tokens.go", "which has no token\n		t.TakeToken()", "which has no token\n		t.Sleep.TakeToken()"},
	}},
	{"arrived-unattended", Scenarios, "BatchUnseen", []Patch{
		{"internal/spawn/spawns.go", "	if attended {\n", "	if attended && false {\n"},
	}},
}
