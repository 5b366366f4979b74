package overlay

// roundFaults are the steps from one round of a scope to the next. A waiter that parks, runs a task or
// takes a result in another round than its own cannot be written: each round is a spawn.Scope.
var roundFaults = []Fault{
	{"taken-with-a-task", Scenarios, "RoundSpawner", []Patch{
		{"internal/spawn/round.go",
			"	if !s.Over() {\n		return nil, nil, false\n",
			"	if false {\n		return nil, nil, false\n"},
	}},
	{"round-never-taken", Scenarios, "RoundSpawner", []Patch{
		{"internal/spawn/round.go",
			"	s.result.taken = true\n",
			""},
	}},
	{"taken-and-not-seen", Scenarios, "RoundSpawner", []Patch{
		{"internal/spawn/scope.go",
			"	if s.result.taken {\n",
			"	if false {\n"},
	}},
	{"late-task-dropped", Scenarios, "RoundSpawner", []Patch{
		{"internal/spawn/scope.go",
			"		queued, late = s.spawn(from, late)\n",
			"		late = nil\n"},
	}},
	{"two-rounds-after-one", Scenarios, "RoundBoth", []Patch{
		{"scope.go",
			"	if now := s.now.Load(); now != r {\n",
			"	if now := s.now.Load(); false {\n"},
	}},
	{"limit-set-beside-a-round", Scenarios, "RoundLimit", []Patch{
		{"scope.go",
			"	s.mu.Lock()\n	defer s.mu.Unlock() // else a Go",
			"	// else a Go"},
	}},
	{"round-not-held", Scenarios, "RoundEmpty", []Patch{
		{"scope.go",
			"	held = next.core.After(&r.core, next)\n",
			"	if next.core.After(&r.core, next) {\n		next.core.Release()\n	}\n"},
	}},
}
