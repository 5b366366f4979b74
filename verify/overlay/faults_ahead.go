package overlay

// aheadFaults are the steps of tasks that are counted ahead of their spawns.
var aheadFaults = []Fault{
	{"series-keeps-what-is-ahead", Scenarios, "Ahead/task", []Patch{
		{"internal/spawn/level.go",
			"	ahead = c.unspawned()\n",
			""},
	}},
	{"maker-keeps-what-is-ahead", Scenarios, "Ahead/maker", []Patch{
		{"internal/spawn/ahead.go",
			"		s.end(s.home, n, false)\n",
			""},
	}},
	{"ahead-in-another-scope", Scenarios, "Ahead/another_scope", []Patch{
		{"internal/spawn/ahead.go",
			"at.serves == s {",
			"at.serves != nil {"},
	}},
	{"spawned-without-a-count", Scenarios, "Ahead/(task|maker)", []Patch{
		{"internal/spawn/ahead.go",
			"				*ahead += int(n) - 1\n",
			"				*ahead += int(n)\n"},
	}},
	{"task-spawns-without-a-count", Scenarios, "Ahead/task", []Patch{
		{"internal/spawn/ahead.go",
			"		*ahead = maxAhead - 1\n",
			"		*ahead = maxAhead\n"},
	}},
	{"task-counts-in-any-scope", Scenarios, "Close|Ahead", []Patch{
		{"internal/spawn/ahead.go",
			"		return &s.maker.ahead, false\n",
			"		return &s.maker.ahead, true\n"},
	}},
	{"ahead-after-its-maker", Scenarios, "Ahead/after_its_task", []Patch{
		{"internal/spawn/ahead.go",
			"	if s.home == c.worker && s.maker.listed {",
			"	if s.home == c.worker {"},
	}},
	{"ahead-from-any-worker", Scenarios, "Ahead/another_worker/workers=2", []Patch{
		{"internal/spawn/ahead.go",
			"	if s.home == c.worker && s.maker.listed",
			"	if s.home != nil && s.maker.listed"},
	}},
}
