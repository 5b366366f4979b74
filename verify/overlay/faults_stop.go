package overlay

// stopFaults are the ways in which a loop that was told to stop could go on.
var stopFaults = []Fault{
	{"outer-loop-not-asked", Scenarios, "LoopCancelStops/last/thieves=..$", []Patch{
		{"internal/loop/part.go",
			"		p.outer.cursor.Ask()\n",
			""},
	}},
	{"loop-stop-given-away", Scenarios, "LoopCancelStops/blocking", []Patch{
		{"internal/loop/part.go",
			"	if p.loop.stopped.Load() || p.worker.Job.Cancelled() {",
			"	if p.loop.stopped.Load() {"},
	}},
	{"loop-failure-given-away", Scenarios, "LoopFailStops/blocking", []Patch{
		{"internal/loop/part.go",
			"	if p.loop.stopped.Load() || p.worker.Job.Cancelled() {",
			"	if p.worker.Job.Cancelled() {"},
	}},
	{"loop-refill-does-not-look", Scenarios, "LoopRefillStops", []Patch{
		{"internal/loop/partsteal.go",
			"	return p.checkStop() // filling",
			"	return true // filling"},
	}},
	{"loop-hidden-not-told", Scenarios, "LoopCancelStops/steps", []Patch{
		{"internal/loop/loops.go",
			"	if !all {",
			"	if all = false; !all {"},
	}},
	{"loop-stop-asks-none", Scenarios, "LoopFailStops/steps", []Patch{
		{"internal/loop/loop.go",
			"			Of(w).Ask(true) // a part may be hidden\n",
			"			_ = w\n"},
	}},
	{"loop-failure-asks-no-hidden-part", Scenarios, "LoopFailStops/steps/kind=99", []Patch{
		{"internal/loop/loop.go",
			"			Of(w).Ask(true) // a part may be hidden\n",
			"			Of(w).Ask(false)\n"},
	}},
	{"outer-loop-not-asked-at-a-failure", Scenarios, "LoopFailStops/last/kind=99", []Patch{
		{"internal/loop/part.go",
			"	if p.outer != nil && (p.worker.Job.Cancelled() || p.outer.loop.stopped.Load()) {",
			"	if p.outer != nil && p.worker.Job.Cancelled() {"},
	}},
	{"loop-failure-sets-no-flag", Scenarios, "LoopFailStops/steps", []Patch{
		{"internal/loop/loop.go",
			"	if s.stopped.CompareAndSwap(false, true) {",
			"	if s.stopped.CompareAndSwap(false, false) {"},
	}},
}

// errFaults are the ways in which a run that has failed or whose context has ended could
// go on, or forget why.
var errFaults = []Fault{
	{"error-after-flag", Scenarios, "Err", []Patch{
		{"internal/crew/job.go",
			"	job.end(err)\n	job.Cancel()\n",
			"	job.Cancel()\n	job.end(err)\n"},
	}},
	{"error-stops-nobody", Scenarios, "Err", []Patch{
		{"internal/crew/job.go",
			"	job.end(err)\n	job.Cancel()\n",
			"	job.end(err)\n"},
	}},
	{"error-asks-nobody", Scenarios, "Err", []Patch{
		{"internal/crew/job.go",
			"	job.end(err)\n	job.Cancel()\n",
			"	job.end(err)\n	job.Call.Cancel()\n"},
	}},
	{"poll-asks-the-gate-only", Scenarios, "PollStops", []Patch{
		{"internal/fork/live.go",
			"	if s.worker.SeesEnd() || s.Gate",
			"	if s.Gate"},
	}},
	{"poll-waits-for-the-watch", Scenarios, "PollStops", []Patch{
		{"internal/crew/job.go",
			"	if !s.Job.Cancelled() {\n		s.Job.Cancel()",
			"	if false {\n		s.Job.Cancel()"},
	}},
}
