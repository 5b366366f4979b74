package overlay

// waitFaults are what a worker owes to thieves while it waits or is in a loop: to show
// its private work, and to answer for it.
var waitFaults = []Fault{
	{"await-shows-nothing", ".", "WaitShows/join", []Patch{
		{"internal/sched/wait.go",
			"	w.publish()\n	if comes(state, spins) {",
			"	if comes(state, spins) {"},
	}},
	{"func-shows-nothing", ".", "WaitShows/scope$", []Patch{
		{"scope.go",
			"		s.home.ShowBelow(s.i)\n",
			""},
	}},
	{"guest-shows-nothing", ".", "WaitShows/join_in_a_call", []Patch{
		{"internal/sched/guest.go",
			"	w.covered = true\n	w.publish()\n",
			"	w.covered = true\n"},
	}},
	{"maker-shows-nothing", ".", "WaitShows/open_scope", []Patch{
		{"internal/sched/spawned.go",
			"		w.publish()\n",
			""},
	}},
	{"loop-looks-not-below", ".", "LoopBelow", []Patch{
		{"internal/sched/fork.go",
			"func (w *Worker) lookBelow(s *Stack) {\n",
			"func (w *Worker) lookBelow(s *Stack) {\n	return\n"},
	}},
	{"loop-looks-not-at-its-queue", ".", "LoopQueue", []Patch{
		{"internal/sched/fork.go",
			"	w.pollQueue()\n",
			""},
	}},
	{"loop-answers-innermost-only", ".", "LoopOuter", []Patch{
		{"internal/sched/part.go",
			"		if !q.share.Wanted() {",
			"		if q != p || !q.share.Wanted() {"},
	}},
	{"loop-thief-leaves-no-room", ".", "LoopRoom", []Patch{
		{"internal/sched/partsteal.go",
			"		l.leave()\n",
			""},
	}},
	{"loop-thief-asks-not", ".", "LoopAsks", []Patch{
		{"internal/sched/partsteal.go",
			"			p.share.Ask()\n",
			""},
	}},
	{"loop-panics-and-leaves-forks", ".", "LoopOrphan", []Patch{
		{"internal/sched/loop.go",
			"			p.worker.Reclaim() // what",
			"			// what"},
	}},
	{"look-answers-for-its-own-type", ".", "LookBelow", []Patch{
		{"internal/sched/fork.go",
			"	w.lookBelow(s)\n",
			""},
	}},
}
