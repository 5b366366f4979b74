package overlay

// errFaults are the ways in which a run that has failed or whose context has ended could
// go on, or forget why.
var errFaults = []Fault{
	{"error-after-flag", ".", "Err", []Patch{
		{"internal/sched/job.go",
			"	job.end(err)\n	job.cancel()\n",
			"	job.cancel()\n	job.end(err)\n"},
	}},
	{"error-stops-nobody", ".", "Err", []Patch{
		{"internal/sched/job.go",
			"	job.end(err)\n	job.cancel()\n",
			"	job.end(err)\n"},
	}},
	{"error-asks-nobody", ".", "Err", []Patch{
		{"internal/sched/job.go",
			"	job.end(err)\n	job.cancel()\n",
			"	job.end(err)\n	job.cancelled.Store(true)\n"},
	}},
	{"poll-asks-the-gate-only", ".", "PollStops", []Patch{
		{"internal/sched/live.go",
			"	if s.worker.heed() || atomic.LoadUint32",
			"	if atomic.LoadUint32"},
	}},
	{"poll-waits-for-the-watch", ".", "PollStops", []Patch{
		{"internal/sched/job.go",
			"	if !w.job.Cancelled() {\n		w.job.cancel()",
			"	if false {\n		w.job.cancel()"},
	}},
}
