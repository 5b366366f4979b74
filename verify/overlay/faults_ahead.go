package overlay

// aheadFaults are the steps of tasks that are counted ahead of their spawns.
var aheadFaults = []Fault{
	{"series-keeps-what-is-ahead", Scenarios, "Ahead/task", []Patch{
		{"internal/spawn/level.go",
			"	ahead = c.unspawned()\n",
			""},
	}},
	{"ahead-in-another-scope", Scenarios, "Ahead/another_scope", []Patch{
		{"internal/spawn/ahead.go",
			"at.serves == s {",
			"at.serves != nil {"},
	}},
	{"spawned-without-a-count", Scenarios, "Ahead/task", []Patch{
		{"internal/spawn/ahead.go",
			"				at.ahead = maxAhead\n",
			"				at.ahead = maxAhead + 1\n"},
	}},
}
