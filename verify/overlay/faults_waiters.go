package overlay

// waiterFaults are the steps of several goroutines that wait for one scope.
var waiterFaults = []Fault{
	{"second-waiter-not-woken", Scenarios, "ScopeWaiters/one_task", []Patch{
		{"internal/crew/crew.go",
			"			c.WakeBeyond(w)\n		}\n		w = next\n",
			"			c.WakeBeyond(w)\n		}\n		w = nil\n		_ = next\n"},
	}},
	{"waiter-gives-its-own-token", Scenarios, "ScopeWaiters", []Patch{
		{"internal/crew/crew.go",
			"		give := give && !w.Apart() // which has no token\n		if give && !handed {",
			"		if !handed {"},
	}},
	{"waiter-listed-late", Scenarios, "ScopeWaiters/one_task", []Patch{
		{"internal/spawn/waiters.go",
			"		w.Waits, s.waiters = s.waiters, w\n		s.check()\n		return true\n",
			"		s.mu.Unlock()\n		s.mu.Lock()\n		w.Waits, s.waiters = s.waiters, w\n		return true\n"},
	}},
}
