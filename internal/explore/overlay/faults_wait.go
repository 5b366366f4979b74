package overlay

// waitFaults are what a worker owes to thieves while it waits or is in a loop: to show
// its private work, and to answer for it.
var waitFaults = []Fault{
	{"await-shows-nothing", ".", "WaitShows/join", []Patch{
		{"internal/crew/wait.go",
			"	w.Publish()\n	if comes(state, spins) {",
			"	if comes(state, spins) {"},
	}},
	{"func-shows-nothing", ".", "WaitShows/scope$", []Patch{
		{"scope.go",
			"		s.home.ShowBelow(s.i)\n",
			""},
	}},
	{"guest-shows-nothing", ".", "WaitShows/join_in_a_call", []Patch{
		{"internal/sched/guest.go",
			"	w.Covered = true\n	w.Publish()\n",
			"	w.Covered = true\n"},
	}},
	{"maker-shows-nothing", ".", "WaitShows/open_scope", []Patch{
		{"internal/spawn/spawned.go",
			"		w.Publish()\n",
			""},
	}},
	{"loop-looks-not-below", ".", "LoopBelow", []Patch{
		{"internal/fork/stacks.go",
			"func (c *Stacks) answerBelow(s *Stack) {\n",
			"func (c *Stacks) answerBelow(s *Stack) {\n	return\n"},
	}},
	{"loop-looks-not-at-its-queue", ".", "LoopQueue", []Patch{
		{"internal/spawn/spawns.go",
			"ok && split.Poll() > 0 {",
			"ok && split.Len() < 0 {"},
	}},
	{"loop-answers-innermost-only", ".", "LoopOuter", []Patch{
		{"internal/loop/part.go",
			"		if !q.share.Wanted() {",
			"		if q != p || !q.share.Wanted() {"},
	}},
	{"loop-thief-leaves-no-room", ".", "LoopRoom", []Patch{
		{"internal/loop/partsteal.go",
			"		l.leave()\n",
			""},
	}},
	{"loop-thief-asks-not", ".", "LoopAsks", []Patch{
		{"internal/loop/loops.go",
			"			p.share.Ask()\n",
			""},
	}},
	{"loop-panics-and-leaves-forks", ".", "LoopOrphan", []Patch{
		{"internal/loop/loop.go",
			"			p.worker.Reclaim() // what",
			"			// what"},
	}},
	{"look-answers-for-its-own-type", ".", "LookBelow", []Patch{
		{"internal/fork/fork.go",
			"	s.stacks.answerBelow(s)\n",
			""},
	}},
}
