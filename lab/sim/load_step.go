package sim

import "github.com/skua-go/skua/lab/internal/rule"

// loads is the state of the step model. The slices have an entry for each
// processor; a phase writes the entries of the processors that it goes over, and
// claims.
type loads struct {
	c    rules
	crew crew

	load   []int64
	next   []int64 // load after this step; asynchronous: before it
	sum    []int64 // of loads over time
	memory []rule.Memory
	target []int32 // whom p selected, or none
	chosen []int32 // synchronous: with whom p decided to balance, or none
	won    []bool  // synchronous: p approached its target
	claim  []claim // the processor that approaches p
	asyncs         // what only the asynchronous variant has

	step   int
	total  int64 // tasks
	season season
	tally  []loadTally // by block
	totals loadTotals
}

const (
	phaseInitiate = iota
	phaseDecide
	phaseLive
	phaseMoments
)

// stepSync is one step as in section 3.1 of [HS02]: all processors at a time
// select, approach, decide, balance, and then generate or consume.
func (s *loads) stepSync() {
	s.crew.each(s.initiate)
	s.crew.each(s.decide)
	s.crew.each(s.settle)
	s.load, s.next = s.next, s.load
}

// initiate looks at the loads, and lets each processor select whom it wants to
// balance with.
func (s *loads) initiate(block, lo, hi int) {
	t := &s.tally[block]
	key := phaseKey(s.c.Seed, s.step, phaseInitiate)
	self := 0
	length := func(i int) int { return int(s.load[other(self, i)]) }
	for self = lo; self < hi; self++ {
		s.look(t, self)
		random := streamOf(key, self)
		q := s.selects(self, &random, length)
		s.target[self] = int32(q)
		if q != none {
			t.selects++
			s.claim[q].bid(random.next(), self)
		}
	}
}

// selects returns the processor that p wants to balance with, or none. It decides
// as a worker does: with an empty queue always, else by the policy.
func (s *loads) selects(p int, random *stream, length func(int) int) int {
	n := int(s.load[p])
	if s.c.Processors == 1 || n > 0 && !s.c.balance.Due(&s.memory[p], random.next(), n) {
		return none
	}
	return other(p, s.c.victim.First(&s.memory[p], random.next(), s.c.Processors-1, length))
}

// decide lets each processor choose between the one that approaches it and the
// one that it approaches.
func (s *loads) decide(block, lo, hi int) {
	t := &s.tally[block]
	key := phaseKey(s.c.Seed, s.step, phaseDecide)
	for p := lo; p < hi; p++ {
		in, out := s.claim[p].winner(), int(s.target[p])
		if in != none {
			t.approaches++
		}
		if out != none && out > p && int(s.target[out]) == p {
			t.mutual++
		}
		s.won[p] = out != none && s.claim[out].winner() == p
		if !s.won[p] {
			out = none
		}
		if random := streamOf(key, p); out == none || in != none && random.next()>>63 == 0 {
			out = in
		}
		s.chosen[p] = int32(out)
	}
}

// settle lets pairs that decided for each other balance, then time pass.
func (s *loads) settle(block, lo, hi int) {
	t := &s.tally[block]
	key := phaseKey(s.c.Seed, s.step, phaseLive)
	for p := lo; p < hi; p++ {
		contrib := int64(0)
		if q := int(s.chosen[p]); q != none && int(s.chosen[q]) == p {
			contrib = s.contrib(p, q)
			if q > p {
				t.met(contrib)
			}
		}
		if s.target[p] != none {
			s.memory[p].Found = none
			if contrib > 0 {
				s.memory[p].Found = s.memory[p].Began
			}
		}
		random := streamOf(key, p)
		s.next[p] = s.live(t, p, s.load[p], s.load[p]+contrib, contrib, random.next())
		if s.claim[p].winner() != none { // a store costs more than a look
			s.claim[p].Store(0)
		}
	}
}

// contrib returns what p gets from q, or loses if it is negative.
func (s *loads) contrib(p, q int) int64 {
	have, there := s.load[p], s.load[q]
	switch {
	case s.c.Symmetric && have < there:
		return s.c.level(have, there)
	case s.c.Symmetric:
		return -s.c.level(there, have)
	case have < there && s.won[p] && int(s.target[p]) == q:
		return s.c.take(have, there)
	case there < have && s.won[q] && int(s.target[q]) == p:
		return -s.c.take(there, have)
	}
	return 0
}

// live lets p generate or consume, and returns its load after that.
func (s *loads) live(t *loadTally, p int, before, now, contrib int64, random uint64) int64 {
	t.drift(before, contrib)
	born, died := s.season.live(p, before, now, random)
	t.born += born
	t.died += died
	return now + born - died
}

// take returns how many of a victim's there tasks a thief takes that has have,
// fewer. For half it is the rule of StealHalf [HS02], Figure 7, with a range of
// half, or an eighth, of the victim's deque.
func (r *rules) take(have, there int64) int64 {
	if r.one {
		return 1
	}
	reach := max(1, there/2)
	if r.reach != 2 {
		reach = (there + r.reach - 1) / r.reach
	}
	if have > 2*reach-2 {
		return 0
	}
	return reach - have/2
}

// level returns how many of there tasks go to one that has have, not more, when
// either may give: half of the difference, but what is empty gets a task.
func (r *rules) level(have, there int64) int64 {
	switch {
	case have == there:
		return 0
	case r.one || have == 0 && there == 1:
		return 1
	}
	return (there - have) / 2
}
