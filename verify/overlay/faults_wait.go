package overlay

// waitFaults are what a worker owes to thieves while it waits or is in a loop: to show
// its private work, and to answer for it.
var waitFaults = []Fault{
	{"await-shows-nothing", Scenarios, "WaitShows/join", []Patch{
		{"internal/crew/wait.go",
			"			w.Publish() // what it cannot look after\n",
			""},
	}},
	{"waiter-hands-over-before-it-parks", Scenarios, "StandInLate", []Patch{
		{"internal/crew/wait.go",
			"s.WorkPublic() && announce(state):\n			w.Count.Parks.Add(1)\n			s.HandOver()\n",
			"s.WorkPublic():\n			s.HandOver()\n			if !announce(state) {\n				return true\n			}\n"},
	}},
	{"waiter-keeps-its-search", Scenarios, "StandIn", []Patch{
		{"internal/crew/wait.go",
			"		w.Crew.EndSearch()\n	}\n	return false",
			"	}\n	return false"},
	}},
	{"waiter-hands-over-and-goes-on", Scenarios, "StandIn", []Patch{
		{"internal/crew/wait.go",
			"			s.HandOver()\n			w.parkEverywhere()\n",
			"			s.HandOver()\n"},
	}},
	{"waiter-forgets-what-was-left-to-it", "./internal/sleep", "Sleep/stand-in", []Patch{
		{"internal/sleep/token.go",
			"func (s *Sleep) HandOver() { s.wake(inPlace) }",
			"func (s *Sleep) HandOver() { s.update(word.fromSearcher) }"},
	}},
	{"func-shows-nothing", Scenarios, "WaitShows/scope$", []Patch{
		{"scope.go",
			"		s.at.stack.ShowBelow(s.at.i)\n",
			""},
	}},
	{"guest-shows-nothing", Scenarios, "WaitShows/join_in_a_call", []Patch{
		{"internal/sched/guest.go",
			"	w.Covered = true\n	w.Publish()\n",
			"	w.Covered = true\n"},
	}},
	{"maker-shows-nothing", Scenarios, "WaitShows/open_scope", []Patch{
		{"internal/spawn/spawned.go",
			"		w.Publish()\n",
			""},
	}},
	{"loop-looks-not-below", Scenarios, "LoopBelow", []Patch{
		{"internal/fork/fork.go",
			"func (c *Stacks) answerBelow(s *Stack) {\n",
			"func (c *Stacks) answerBelow(s *Stack) {\n	return\n"},
	}},
	{"loop-answers-innermost-only", Scenarios, "LoopOuter", []Patch{
		{"internal/loop/part.go",
			"		q.answerHere()\n",
			""},
	}},
	{"loop-outer-request-not-told", Scenarios, "LoopOuter", []Patch{
		{"internal/loop/part.go",
			"		p.on.asked.Store(true)",
			"		p.on.asked.Store(false)"},
	}},
	{"loop-forgets-outer-chunks", Scenarios, "LoopOuter", []Patch{
		{"internal/loop/part.go",
			"		p.outer.answer() //",
			"		//"},
	}},
	{"loop-thief-leaves-no-room", Scenarios, "LoopRoom", []Patch{
		{"internal/loop/partsteal.go",
			"	l.leave()\n",
			""},
	}},
	{"loop-thief-asks-not", Scenarios, "LoopAsks", []Patch{
		{"internal/loop/loops.go",
			"				p.ask()\n",
			""},
	}},
	{"loop-panics-and-leaves-forks", Scenarios, "LoopOrphan", []Patch{
		{"internal/loop/loop.go",
			"		p.worker.Reclaim() // what",
			"			// what"},
	}},
	{"look-answers-for-its-own-type", Scenarios, "LookBelow", []Patch{
		{"internal/fork/fork.go",
			"	s.stacks.answerBelow(s)\n",
			""},
	}},
	{"answer-gives-one", Scenarios, "Coarse", []Patch{
		{"internal/fork/fork.go",
			"	if rule.ToAll() && s.stacks.repeats > 0 &&",
			"	if false &&"},
	}},
	{"each-does-not-look", Scenarios, "Look", []Patch{
		{"frame.go",
			"	if !done {\n		f.look()\n",
			"	if !done {\n"},
	}},
	{"passes-before-sleepers", Scenarios, "Urgent", []Patch{
		{"internal/fork/fork.go",
			"s.demand.Pass(end-s.split, s.urgent.Load())",
			"s.demand.Pass(end-s.split, false)"},
	}},
	{"urgent-is-not-told", Scenarios, "Urgent", []Patch{
		{"internal/fork/steal.go",
			"			s.urgent.Store(true)",
			"			s.urgent.Store(false)"},
	}},
}
