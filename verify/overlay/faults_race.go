package overlay

import "slices"

// raceFaults move a plain access to where nothing orders it any more. No step lies
// between its old place and its new one, or nothing follows from the wrong value, so
// the fast engine cannot see them: they are for the race engine.
var raceFaults = []Fault{
	{"failure-after-done", Scenarios, "Stealing/pany/.*/thieves=.1.$", []Patch{
		{"internal/fork/steal.go",
			"	slot.left = w.Leave(w.Weigh(f))\n",
			""},
		{"internal/fork/steal.go",
			"	was := slot.state.Swap(crew.Done)\n",
			"	was := slot.state.Swap(crew.Done)\n	slot.left = w.Leave(w.Weigh(f))\n"},
	}},
	{"list-written-in-place", Scenarios, "Stealing/cross", []Patch{
		{"internal/fork/stack.go",
			"	c.list.Store(&list) //",
			"	*c.list.Load() = list //"},
	}},
	{"event-shown-before-it-is-there", "./internal/tracer", "Cause", []Patch{
		{"internal/event/line.go",
			"	c.events[l.n] = e\n	l.n++\n",
			"	l.n++\n"},
		{"internal/event/line.go",
			"	c.n.Store(int64(l.n))\n",
			"	c.n.Store(int64(l.n))\n	c.events[l.n-1] = e\n"},
	}},
	{"seen-part-used-again", Scenarios, "Loop/again", []Patch{
		{"internal/loop/loop.go",
			"	if !l.seen.Load() && !l.stopped.Load() {",
			"	if !l.stopped.Load() {"},
	}},
	{"put-after-unlock", Scenarios, "Scope/outside", []Patch{
		{"internal/spawn/inbox.go",
			"	s.inbox.Put(body)\n	s.check()\n	s.mu.Unlock()\n",
			"	s.mu.Unlock()\n	s.inbox.Put(body)\n"},
	}},
	{"job-dropped-before-the-end", Scenarios, "Stealing/orphan/.*/thieves=.1.$", []Patch{
		{"internal/sched/guest.go",
			"	w.End()\n",
			"	w.Job = nil\n	w.End()\n"},
	}},
	{"locked-batch-makes-room-before-it-locks", "./deque", "Deque/locked-batch", []Patch{
		{"deque/locked_batch.go",
			"	d.mu.Lock()\n	d.ownerCAS(true)\n	if n := d.n + len(items); n > len(d.ring) {\n		d.grow(n)\n	}\n",
			"	if n := d.n + len(items); n > len(d.ring) {\n		d.grow(n)\n	}\n	d.mu.Lock()\n	d.ownerCAS(true)\n"},
	}},
}

// NeedsRace reports whether only the race engine finds the fault.
func (f Fault) NeedsRace() bool {
	return slices.ContainsFunc(raceFaults, func(r Fault) bool { return r.Name == f.Name })
}
