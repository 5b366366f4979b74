package overlay

// stopFaults are the ways in which a loop that was told to stop could go on.
var stopFaults = []Fault{
	{"outer-loop-not-asked", ".", "LoopCancelStops/last/thieves=..$", []Patch{
		{"internal/sched/part.go",
			"		p.outer.share.Ask()\n",
			""},
	}},
	{"loop-stop-given-away", ".", "LoopCancelStops/blocking", []Patch{
		{"internal/sched/part.go",
			"	if p.loop.stopped.Load() || p.worker.job.Cancelled() {",
			"	if p.loop.stopped.Load() {"},
	}},
	{"loop-failure-given-away", ".", "LoopFailStops/blocking", []Patch{
		{"internal/sched/part.go",
			"	if p.loop.stopped.Load() || p.worker.job.Cancelled() {",
			"	if p.worker.job.Cancelled() {"},
	}},
	{"loop-refill-does-not-look", ".", "LoopRefillStops", []Patch{
		{"internal/sched/partsteal.go",
			"				return p.goes() //",
			"				return true //"},
	}},
	{"loop-hidden-not-told", ".", "LoopCancelStops/steps", []Patch{
		{"internal/sched/loops.go",
			"	if !all {",
			"	if all = false; !all {"},
	}},
	{"loop-stop-asks-none", ".", "LoopFailStops/steps", []Patch{
		{"internal/sched/loop.go",
			"		l.maker.crew.ask()\n",
			""},
	}},
	{"loop-failure-sets-no-flag", ".", "LoopFailStops/steps", []Patch{
		{"internal/sched/loop.go",
			"	if l.stopped.CompareAndSwap(false, true) {",
			"	if l.stopped.CompareAndSwap(false, false) {"},
	}},
}
