package overlay

// guestFaults are the steps of callers that wait in line for a seat.
var guestFaults = []Fault{
	{"line-lets-all-in", Scenarios, "Guests$/guests=1", []Patch{
		{"internal/line/line.go",
			"	if l.taken < l.Seats {",
			"	if l.taken >= 0 {"},
	}},
	{"seat-handed-and-freed", Scenarios, "Guests$/guests=1/callers=3", []Patch{
		{"internal/line/line.go",
			"	l.remove(first, true)",
			"	l.taken--\n	l.remove(first, true)"},
	}},
	{"seat-lost-by-who-gives-up", Scenarios, "GuestsGiveUp", []Patch{
		{"internal/line/line.go",
			"		l.Rise()\n		return false",
			"		return false"},
	}},
	{"seat-lost-when-closed", Scenarios, "GuestsClose", []Patch{
		{"internal/sched/guest.go",
			"		p.Line.Rise()\n	}\n	return w",
			"	}\n	return w"},
	}},
	{"cancelled-after-the-hand-over", Scenarios, "GuestsGiveUp", []Patch{
		{"internal/line/line.go",
			"		c.call.caller = nil\n",
			"		_ = c\n"},
	}},
	{"cancelled-before-the-line", Scenarios, "GuestsCancelled", []Patch{
		{"internal/line/line.go",
			"	if !child && (l.closed || call.Cancelled()) {",
			"	if !child && l.closed {"},
		{"internal/line/line.go",
			"	if call.Cancelled() {\n		return nil, false\n	}\n	c = &Caller",
			"	c = &Caller"},
	}},
	{"cancel-leaves-the-line-alone", Scenarios, "GuestsCancelled", []Patch{
		{"internal/crew/job.go",
			"	if c := j.pool; c.Line.Seats > 0 && c.Line.Cancel(&j.Call) {",
			"	if false {"},
	}},
	{"close-leaves-the-line-alone", Scenarios, "GuestsRefused", []Patch{
		{"internal/sched/close.go",
			"	p.Line.Close()",
			"	_ = p"},
	}},
	{"scope-leaves-the-line-alone", Scenarios, "GuestsScope/.*/seat_kept", []Patch{
		{"internal/spawn/spawned.go",
			"	s.Board.Crew.Line.QuitAll(callers)\n",
			"	_ = callers\n"},
	}},
	{"scope-ended-before-the-line", Scenarios, "GuestsScope/one_task/seat_kept", []Patch{
		{"internal/spawn/waiters.go",
			"	for st := s.state.Load(); st >= oneTask; st = s.state.Load() {\n		// ORDER: in line",
			"	for st := s.state.Load(); true; st = s.state.Load() {\n		// ORDER: in line"},
	}},
	{"scope-wakes-who-has-a-seat", Scenarios, "GuestsScope/.*/waiters", []Patch{
		{"internal/line/line.go",
			"	if c.at.In() {",
			"	if true {"},
	}},
	{"seat-kept-for-an-ended-scope", Scenarios, "GuestsScope/.*/waiters", []Patch{
		{"internal/line/line.go",
			"	if c.seat && (s == nil && call.ended() || s != nil && s.Over()) {",
			"	if c.seat && s != nil && s.Over() {\n		return false\n	}\n	if c.seat && s == nil && call.ended() {"},
	}},
	{"inner-call-in-line", Scenarios, "Guests$/guests=1/callers=2", []Patch{
		{"internal/crew/locate.go",
			"{ return c.Innermost() != nil }",
			"{ return false && c.Innermost() != nil }"},
	}},
	{"call-in-blocking-in-line", Scenarios, "Guests$/guests=1/callers=2", []Patch{
		{"internal/crew/locate.go",
			"{ return c.Innermost() != nil }",
			"{ return c.Here() != nil }"},
	}},
	{"tasks-not-forsaken", Scenarios, "GuestsForsaken", []Patch{
		{"internal/spawn/inbox.go", "	for s.Job.Cancelled() &&", "	for false &&"},
		{"internal/spawn/board.go", "	a.relief.One = one && c.RunOneMore()\n", "	a.relief.One = one\n"},
	}},
}
