package overlay

// faults are planted, one at a time, into the real code; the explorer must find
// each of them (internal/explore/check).
var faults = []Patch{
	// The steal reads the frame before its claim, and uses what it read.
	{"early-read", "internal/sched/steal.go", "	if !s.cas(split, top, split, top+1) {", "	early := s.body.(interface{ Peek(uint32) any }).Peek(top)\n	if !s.cas(split, top, split, top+1) {"},
	{"early-read", "internal/sched/steal.go", "	return top, true, false", "	s.Early[top] = early\n	return top, true, false"},
	{"early-read", "internal/sched/stack.go", "	split  uint32\n", "	Early [16]any\n	split  uint32\n"},
	{"early-read", "stack.go", "own.frame(own.core.Base()), f.arg)", "own.frame(own.core.Base()), s.core.Early[i].(A))"},
	{"early-read", "stack.go", "// Slot implements", "func (s *stack[A, R]) Peek(i uint32) any { return s.frame(i).arg }\n\n// Slot implements"},

	{"join-without-cas", "internal/sched/join.go",
		"		if s.cas(split, top, i, top) {", "		if s.age.Store(uint64(i)<<32 | uint64(top)); split > 0 {"},

	{"reclaim-without-freezing", "internal/sched/join.go",
		"		if s.cas(split, top, max(top, base), top) {", "		if split > 0 {"},

	{"done-before-reclaim", "internal/sched/steal.go", "		w.endSegment() // before", "		// before"},
	{"done-before-reclaim", "internal/sched/steal.go", "		w.outlive(failure)", "		w.endSegment()\n		w.outlive(failure)"},

	{"argument-before-gate", "frame.go", "	if f.i >= atomic.LoadUint32(f.gate) {", "	f.arg = y\n	if f.i >= atomic.LoadUint32(f.gate) {"},

	{"no-search-after-announcing", "internal/sched/idle.go",
		"	w.pool.ask()\n	if l, ok := w.search(); ok {", "	w.pool.ask()\n	if l, ok := (loot{}), false; ok {"},

	{"no-mirror", "internal/sched/fork.go", "	s.split = split\n	s.regate()", "	s.regate()"},

	{"failure-before-settling", "internal/sched/join.go", "	s.settle(i)\n	s.worker.raise(failure)", "	s.worker.raise(failure)\n	s.settle(i)"},

	{"no-reclaim-above", "internal/sched/join.go", "	s.reclaim(i + 1)\n", ""},

	{"no-reclaim-before-fork", "internal/sched/fork.go", "	if s.split > i {\n		s.reclaim(i)", "	if false {\n		s.reclaim(i)"},

	{"done-not-cleared", "internal/sched/join.go", "	slot.state.Store(pending)\n", ""},

	{"parks-by-store", "internal/sched/wait.go", "	if !state.CompareAndSwap(pending, parked) {\n		return\n	}", "	state.Store(parked)"},

	{"crossing-without-base", "internal/sched/stack.go", "	old, s.base = s.base, i\n	return old", "	return s.base"},

	{"request-lost-in-expose", "internal/sched/fork.go", "	s.split = split\n	s.regate()", "	s.split = split\n	atomic.StoreUint32(&s.Gate, s.opened())"},

	{"request-taken-back-unanswered", "internal/sched/fork.go", "	if end > s.split {\n		// ORDER", "	if true {\n		// ORDER"},

	{"no-look-at-the-counter", "internal/sleep/worker.go", "		if w.jec() != announced {", "		if false {"},

	{"rests-without-second-look", "internal/sleep/worker.go", "	s.lie(id)\n	if s.tryTake() {", "	s.lie(id)\n	if false {"},

	{"waker-leaves-no-word", "internal/sleep/sleep.go", "return w.put() | starved", "return w.put()"},

	{"last-searcher-wakes-none", "internal/sleep/worker.go", "	if w.searching() == 1 {", "	if false {"},

	{"second-token-kept", "internal/sleep/sleep.go", "	s.who[id].Park()\n	s.change(word.put)", "	s.who[id].Park()"},

	{"maker-parks-by-store", "internal/sched/spawned.go", "		if s.state.CompareAndSwap(st, st|1) {", "		if s.state.Store(st | 1); true {"},

	{"maker-not-woken", "internal/sched/spawned.go", "handed = s.state.Add(-2) == 1 && s.state.CompareAndSwap(1, 0)", "handed = s.state.Add(-2) == 1 && false"},
}
