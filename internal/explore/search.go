package explore

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// search chooses the thread of each step, run after run.
type search interface {
	begin()               // a new run
	pick(enabled set) int // the thread that makes the next step; negative ends the run
	waiting(t *thread)    // with a history: t has to wait for a lock
	// step hears of each step when a history is kept: what t has just done, and
	// what was before it apart from the order of its object.
	step(t *thread, wrote bool, before *clock)
	advance() bool // after a run: is there another one?
}

func newSearch(r *runner) (search, error) {
	if r.Replay != "" {
		crashes, steps, err := cutCrashes(r.Replay)
		if err != nil {
			return nil, err
		}
		r.crashes.at = crashes
		s, err := parseSchedule(steps)
		return &replay{r: r, steps: s}, err
	}
	switch r.Mode {
	case DFS:
		return &dfs{r: r}, nil
	case DPOR:
		return &dpor{r: r}, nil
	case Random:
		return &random{r: r, rng: newRand(r.Seed)}, nil
	case PCT:
		return &pct{r: r, rng: newRand(r.Seed), length: 20}, nil
	}
	return nil, fmt.Errorf("explore: no mode %d", r.Mode)
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// stay is the choice that costs no preemption: the last thread, unless it is
// blocked or spins.
func (r *runner) stay(enabled set) int {
	if enabled.has(r.prev) && r.threads[r.prev].pending.kind != Yield {
		return r.prev
	}
	return enabled.next(r.prev)
}

// free reports whether leaving the last thread is no preemption.
func (r *runner) free(enabled set) bool {
	return !enabled.has(r.prev) || r.threads[r.prev].pending.kind == Yield
}

// plain is the part of a search that has no use for most events.
type plain struct{}

func (plain) begin()                     {}
func (plain) waiting(*thread)            {}
func (plain) advance() bool              { return true }
func (plain) step(*thread, bool, *clock) {}

// replay follows a printed schedule.
type replay struct {
	plain
	r     *runner
	steps []uint8
}

func (s *replay) advance() bool { return false }

func (s *replay) pick(enabled set) int {
	at := len(s.r.schedule)
	if at >= len(s.steps) {
		return s.r.stay(enabled)
	}
	id := int(s.steps[at])
	if !enabled.has(id) {
		s.r.fail(fmt.Errorf("%w: thread %d cannot make step %d", ErrDiverged, id, at+1))
		return -1
	}
	return id
}

// dfs is the depth-first search, bounded by preemptions unless Bound < 0.
type dfs struct {
	plain
	r     *runner
	nodes []dfsNode
}

// dfsNode is a step of the current run, with the choices not tried yet.
type dfsNode struct {
	enabled, todo set
	chosen        uint8
}

func (s *dfs) pick(enabled set) int {
	at := len(s.r.schedule)
	if at < len(s.nodes) {
		n := &s.nodes[at]
		if n.enabled != enabled {
			s.r.fail(fmt.Errorf("%w: at step %d other threads can go on than before", ErrDiverged, at+1))
			return -1
		}
		return int(n.chosen)
	}
	id := s.r.stay(enabled)
	n := dfsNode{enabled: enabled, chosen: uint8(id)}
	if s.r.Bound < 0 || s.r.preempts < s.r.Bound || s.r.free(enabled) {
		n.todo = enabled &^ only(id)
	}
	s.nodes = append(s.nodes, n)
	return id
}

func (s *dfs) advance() bool {
	for i := len(s.nodes) - 1; i >= 0; i-- {
		n := &s.nodes[i]
		if n.todo == 0 {
			continue
		}
		id := bits.TrailingZeros32(uint32(n.todo))
		n.todo &^= only(id)
		n.chosen = uint8(id)
		s.nodes = s.nodes[:i+1]
		return true
	}
	return false
}

// random chooses uniformly.
type random struct {
	plain
	r   *runner
	rng *rand.Rand
}

func (s *random) pick(enabled set) int {
	n := s.rng.IntN(bits.OnesCount32(uint32(enabled)))
	id := enabled.next(maxThreads - 1)
	for ; n > 0; n-- {
		id = enabled.next(id)
	}
	return id
}

// pct is the probabilistic concurrency testing of Burckhardt et al., ASPLOS
// 2010: the enabled thread of the highest priority runs; at Depth-1 random steps
// the running one falls below all other threads. So does a spinning one.
type pct struct {
	plain
	r        *runner
	rng      *rand.Rand
	length   int // longest run so far: where changes may lie
	priority [maxThreads]int64
	changes  []int
	low      int64
}

func (s *pct) begin() {
	s.low = 0
	for i := range s.priority {
		s.priority[i] = 1 + s.rng.Int64N(1<<40)
	}
	s.changes = s.changes[:0]
	for range s.r.Depth - 1 {
		s.changes = append(s.changes, s.rng.IntN(s.length))
	}
}

func (s *pct) advance() bool {
	s.length = max(s.length, len(s.r.schedule))
	return true
}

func (s *pct) pick(enabled set) int {
	for _, at := range s.changes {
		if at == len(s.r.schedule) {
			s.lower(s.best(enabled))
		}
	}
	id := s.best(enabled)
	if s.r.threads[id].pending.kind == Yield {
		s.lower(id)
		id = s.best(enabled)
	}
	return id
}

func (s *pct) best(enabled set) int {
	id := enabled.next(maxThreads - 1)
	for other := id; ; {
		if other = enabled.next(other); s.priority[other] > s.priority[id] {
			id = other
		}
		if other == enabled.next(maxThreads-1) {
			return id
		}
	}
}

func (s *pct) lower(id int) {
	s.low--
	s.priority[id] = s.low
}
