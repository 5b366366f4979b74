package overlay

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
