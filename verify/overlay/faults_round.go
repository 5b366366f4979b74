package overlay

// roundFaults are the steps from one round of a scope to the next.
var roundFaults = []Fault{
	{"asleep-in-the-wrong-round", Scenarios, "RoundWaiter", []Patch{
		{"internal/spawn/waiters.go",
			"	if s.round.Load() == r && s.state.",
			"	if s.state."},
	}},
	{"waits-for-the-next-round", Scenarios, "RoundWaiter", []Patch{
		{"internal/spawn/spawned.go",
			"		if st < oneTask || s.round.Load() != r {",
			"		if st < oneTask {"},
	}},
	{"runs-a-task-of-the-next-round", Scenarios, "RoundWaiter", []Patch{
		{"internal/spawn/inbox.go",
			"	if r != nil && s.round.Load() != r {",
			"	if false {"},
	}},
	{"another-round's-result", Scenarios, "RoundWaiter", []Patch{
		{"internal/spawn/round.go",
			"	r.taken = true\n",
			"	r.taken = true\n	r = s.round.Load()\n"},
	}},
	{"taken-with-a-task", Scenarios, "RoundSpawner", []Patch{
		{"internal/spawn/round.go",
			"	if s.round.Load() == r && !s.Idle() {",
			"	if false {"},
	}},
	{"round-never-taken", Scenarios, "RoundSpawner", []Patch{
		{"internal/spawn/round.go",
			"	r.taken = true\n",
			""},
	}},
}
