package overlay

import (
	"path"
	"slices"
)

// Fault is a fault to be planted into the real code, and where the explorer
// must find it.
type Fault struct {
	Name    string
	Package string // with the test that finds it
	Test    string // its name's pattern, after TestExplore
	Patches []Patch
}

// In is the directory of the package that the fault is planted in: that of its first patch. Others
// may be in its wake, as where the fault needs an access from another package.
func (f Fault) In() string { return path.Dir(f.Patches[0].File) }

// Scenarios is the package of the scheduler's scenarios.
const Scenarios = "./verify/scenario"

// Faults are all of them.
var Faults = slices.Concat(
	schedFaults, scopeFaults, waiterFaults, loopFaults, dequeFaults,
	stealHalfFaults, bwosFaults, spanFaults, raceFaults, waitFaults, numberFaults,
	stopFaults, guestFaults, errFaults, roundFaults, aheadFaults, viewFaults, shmFaults, classicFaults, ruleFaults,
)

// schedFaults are the rules of internal/sched and the steps of internal/sleep,
// each left out once.
var schedFaults = []Fault{
	{"early-read", Scenarios, "LateThief", []Patch{
		{"internal/fork/steal.go",
			"		frame, ok, raced := s.age.claim(split, top)\n",
			"		var early any\n		if top < split {\n			early = s.body.(interface{ Peek(uint32) any }).Peek(top)\n		}\n" +
				"		frame, ok, raced := s.age.claim(split, top)\n		if ok {\n			s.Early[frame] = early\n		}\n"},
		{"internal/fork/stack.go",
			"	split  uint32\n",
			"	Early [16]any\n	split  uint32\n"},
		{"func.go",
			"s.fn.enter(thief, f.arg)",
			"s.fn.enter(thief, s.core.Early[i].(A))"},
		{"func.go",
			"// Slot implements",
			"func (s *stack[A, R]) Peek(i uint32) any { return s.frame(i).arg }\n\n// Slot implements"},
	}},
	{"join-without-cas", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/join.go",
			"		if s.age.cas(split, top, i, top) {",
			"		if s.age.word.Store(uint64(i)<<32 | uint64(top)); split > 0 {"},
	}},
	{"reclaim-without-freezing", Scenarios, "Stealing/(panroot|panin)", []Patch{
		{"internal/fork/join.go",
			"	top := s.age.move(base)",
			"	_, top := s.age.load()"},
	}},
	{"done-before-reclaim", Scenarios, "Stealing/orphan/.*/thieves=.1_1", []Patch{
		{"internal/crew/segment.go",
			"		w.End() // before",
			"		// before"},
		{"internal/crew/segment.go",
			"		w.Outlive(f)",
			"		w.End()\n		w.Outlive(f)"},
	}},
	{"argument-before-gate", Scenarios, "Stealing/again", []Patch{
		{"frame.go",
			"	if f.i >= atomic.LoadUint32(f.gate) {",
			"	f.arg = y\n	if f.i >= atomic.LoadUint32(f.gate) {"},
	}},
	{"no-search-after-announcing", Scenarios, "Third", []Patch{
		{"internal/sched/idle.go",
			"	p.Ask()\n	l, found, again := r.lookAround(true)\n",
			"	p.Ask()\n	l, found, again := crew.Loot{}, false, false\n"},
	}},
	{"no-mirror", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/fork.go",
			"	s.split = split\n	s.Gate.move",
			"	s.Gate.move"},
	}},
	{"failure-before-settling", Scenarios, "Goexit", []Patch{
		{"internal/fork/join.go",
			"	s.settle(i)\n	s.check()\n	(*watched)(s).tell(watch.Joined, i)\n	s.worker.Inherit(left)",
			"	s.worker.Inherit(left)\n	s.settle(i)"},
	}},
	{"join-out-of-order-not-seen", Scenarios, "Stealing/orphan/.*/thieves=.1_1", []Patch{
		{"internal/fork/join.go",
			"	if s.split > i+1 {",
			"	if false {"},
	}},
	{"fork-on-a-public-frame-not-seen", Scenarios, "Stealing/panin", []Patch{
		{"internal/fork/fork.go",
			"	if s.split > i {",
			"	if false {"},
	}},
	{"told-and-not-reclaimed", Scenarios, "Stealing/again", []Patch{
		{"internal/fork/misuse.go",
			"	s.reclaim(i)\n	s.worker.Check()",
			"	s.worker.Check()"},
	}},
	{"call-panics-and-leaves-forks", Scenarios, "Stealing/caught", []Patch{
		{"internal/fork/misuse.go",
			"	if s.forked() > s.base {",
			"	if false {"},
	}},
	{"join-panics-and-leaves-forks", Scenarios, "JoinOrphan", []Patch{
		{"internal/fork/stack.go",
			"	if s.base = i; !returned {",
			"	if s.base = i; false {"},
	}},
	{"done-not-cleared", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/join.go",
			"		slot.state.Store(crew.Pending) //",
			"		//"},
	}},
	{"takes-before-done", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/join.go",
			"	if slot.state.CompareAndSwap(crew.Done, crew.Pending) {",
			"	if slot.state.CompareAndSwap(crew.Done, crew.Pending) || true {"},
	}},
	{"exposes-at-a-stale-age", Scenarios, "Stealing/twice", []Patch{
		{"internal/fork/fork.go", "	s.renew()\n	s.split = split", "	s.stale = false\n	s.split = split"},
	}},
	{"left-with-a-stale-age", Scenarios, "Stealing/flat", []Patch{
		{"internal/fork/join.go", "	s.renew()\n	if s.split <= base", "	if s.split <= base"},
	}},
	{"parks-by-store", Scenarios, "Stealing/flat", []Patch{
		{"internal/crew/wait.go",
			"	return state.CompareAndSwap(Pending, Parked)",
			"	state.Store(Parked)\n	return true"},
	}},
	{"crossing-without-base", Scenarios, "Stealing/cross", []Patch{
		{"internal/fork/stack.go",
			"	s.base = i\n	return m\n",
			"	return m\n"},
	}},
	{"request-lost-in-expose", Scenarios, "CancelStops", []Patch{
		{"internal/fork/fork.go",
			"	s.split = split\n	s.Gate.move(",
			"	s.split = split\n	s.Gate.takeBack("},
	}},
	{"request-taken-back-unanswered", Scenarios, "Hunger", []Patch{
		{"internal/fork/fork.go",
			"	if end > s.split {\n		if s.urgent",
			"	if true {\n		if s.urgent"},
	}},
	{"no-look-at-the-counter", "./internal/sleep", "Sleep/one", []Patch{
		{"internal/sleep/worker.go",
			"w.fromSearcher(), w.jec() == announced",
			"w.fromSearcher(), true"},
	}},
	{"rests-without-second-look", "./internal/sleep", "Sleep/hand-over", []Patch{
		{"internal/sleep/worker.go",
			"	s.markAsleep(id)\n	if s.takeToSearch() {",
			"	s.markAsleep(id)\n	if false {"},
	}},
	{"withdraws-after-a-post", Scenarios, "NumberBlocking", []Patch{
		{"internal/sleep/worker.go",
			"w.fromSearcher(), w.jec() == announced",
			"w.fromSearcher(), true"},
	}},
	{"waker-leaves-no-word", "./internal/sleep", "Sleep/hand-over", []Patch{
		{"internal/sleep/sleep.go",
			"return w.fromSearcher() | starved",
			"return w.fromSearcher()"},
	}},
	{"beaten-lies-down", Scenarios, "Beaten", []Patch{
		{"internal/sched/idle.go",
			"	if again || p.stopped.Load() {",
			"	if _ = again; p.stopped.Load() {"},
	}},
	{"last-searcher-wakes-none", "./internal/sleep", "Pair", []Patch{
		{"internal/sleep/worker.go",
			"	case s.workPublic():\n		s.wakeOne()\n",
			"	case s.workPublic():\n"},
	}},
	{"last-searcher-asks-none", Scenarios, "Third", []Patch{
		{"internal/sleep/worker.go",
			"	return true\n}\n\n// leaveSearch",
			"	return false\n}\n\n// leaveSearch"},
		{"internal/sleep/sleep.go", "const fan = 6", "const fan = 0"},                            // or the thief wakes the third at once
		{"internal/fork/fork.go", "	if rule.ToAll() && s.stacks.repeats > 0 &&", "	if false &&"}, // or the request stands
	}},
	{"last-searcher-remembers-none", "./internal/sleep", "Sleep", []Patch{
		{"internal/sleep/word.go",
			"		w |= starved\n",
			""},
	}},
	{"last-of-several-remembers-none", "./internal/sleep", "Trio", []Patch{
		{"internal/sleep/worker.go",
			"	for w.searching() == 0 && w.free() <= 0 && !w.starved() {",
			"	for false {"},
	}},
	{"giver-asks-none", Scenarios, "Giver", []Patch{
		{"internal/sleep/token.go",
			"	return first && w.searching() == 0\n",
			"	return first && false\n"},
	}},
	{"giver-does-not-pass", "./internal/sleep", "Sleep", []Patch{
		{"internal/sleep/token.go",
			"	if w.starved() {\n		s.RetryStart()",
			"	if false {\n		s.RetryStart()"},
	}},
	{"second-token-kept", "./internal/sleep", "Sleep/hand-over", []Patch{
		{"internal/sleep/sleep.go",
			"		s.update(word.fromSearcher)\n	}\n}\n\n// takeBack",
			"	}\n}\n\n// takeBack"},
	}},
	{"no-token-for-a-nested-guest", Scenarios, "BlockingNested", []Patch{
		strangers[0], strangers[1], strangers[2],
		{"internal/crew/places.go", "; callers > workers {", "; callers > workers && false {"},
		{"internal/crew/places.go", "; callers >= workers {", "; callers >= workers && false {"},
		{"internal/spawn/board.go", "	a.relief.One = one && c.RunOneMore()\n", "	a.relief.One = one\n"},
	}},
}
