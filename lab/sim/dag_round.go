package sim

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/lab/internal/rule"
)

// execution is the state of a run. A phase writes what belongs to the processors
// that it goes over, claims, fresh flags, and the loot of their thieves.
type execution struct {
	c     dagRules
	crew  crew
	procs []processor
	claim []claim // the thief that robs p in this round
	fresh []flag  // raised in this round
	tally []dagTally
	round int64
	ready int64 // nodes that are ready and not executed

	timeline [][]Interval // of each processor, if wanted
}

type flag struct{ atomic.Bool }

// processor is one processor.
type processor struct {
	splitDeque
	assigned node
	loot     node // stolen in the last round, by the victim's part of settle
	looted   bool
	busy     bool // assigned is a node
	stalled  bool // in this round
	targeted bool // the flag, but for what was raised in this round
	demand   policy.Demand
	memory   rule.Memory
	result   enabled
}

const (
	phaseSeek = iota
	phaseSettle
)

// step is one round.
func (s *execution) step() {
	s.crew.each(s.seek)
	s.crew.each(s.work)
	s.crew.each(s.settle)
	for i := range s.tally {
		s.ready += s.tally[i].enabled
		s.tally[i].enabled = 0
	}
	s.round++
}

// seek begins an iteration: a processor without a node looks at one victim. Deques do
// not change here.
func (s *execution) seek(block, lo, hi int) {
	t := &s.tally[block]
	key := phaseKey(s.c.Seed, int(s.round), phaseSeek)
	self := 0
	length := func(i int) int { return s.procs[other(self, i)].public() }
	for self = lo; self < hi; self++ {
		p, random := &s.procs[self], streamOf(key, self)
		if s.c.stall > 0 {
			if p.stalled = random.next() < s.c.stall; p.stalled {
				t.stalled++
				continue
			}
		}
		if p.looted {
			p.assigned, p.loot, p.looted, p.busy = p.loot, node{}, false, true
			p.memory.Found = p.memory.Began
		}
		if p.busy {
			continue
		}
		t.idle++
		if len(s.procs) > 1 && !s.c.static {
			v := s.c.victim.First(&p.memory, random.next(), len(s.procs)-1, length)
			p.memory.Found = none // until it has the node
			s.attempt(t, self, other(self, v), random.next())
		}
	}
}

// attempt is WorkMigration of Algorithm 1: it tries to take the victim's topmost
// public node, and if it sees none raises the flag.
func (s *execution) attempt(t *dagTally, self, victim int, random uint64) {
	t.attempts++
	if s.procs[victim].public() > 0 {
		t.thiefCAS++
		s.claim[victim].bid(random, self)
		return
	}
	if !s.c.classic {
		t.noticed++
		if !s.procs[victim].targeted && !s.fresh[victim].Swap(true) {
			t.thiefStores++
		}
	}
}

// work executes assigned nodes.
func (s *execution) work(block, lo, hi int) {
	t := &s.tally[block]
	for i := lo; i < hi; i++ {
		if p := &s.procs[i]; p.busy && !p.stalled {
			t.work++
			t.span = max(t.span, p.assigned.depth)
			p.result = s.execute(i, p.assigned)
			if s.timeline != nil {
				s.draw(i)
			}
		}
	}
}

// draw notes that processor i executes a node in this round.
func (s *execution) draw(i int) {
	line := s.timeline[i]
	if last := len(line) - 1; last >= 0 && line[last].To == s.round {
		line[last].To++
		return
	}
	s.timeline[i] = append(line, Interval{s.round, s.round + 1})
}

// settle brings together, at each deque, its owner and the thief that won the
// race, in an order decided by lot; and lets flags that were raised in this round
// be seen in it, or in the next.
func (s *execution) settle(block, lo, hi int) {
	t := &s.tally[block]
	key := phaseKey(s.c.Seed, int(s.round), phaseSettle)
	for i := lo; i < hi; i++ {
		p, thief := &s.procs[i], s.claim[i].winner()
		random := streamOf(key, i)
		thievesFirst := random.next()>>63 == 0
		fresh := s.fresh[i].Load()
		if thievesFirst {
			s.rob(t, p, thief)
			p.targeted = p.targeted || fresh
		}
		if !p.stalled {
			s.owner(t, i, p)
		}
		if !thievesFirst {
			s.rob(t, p, thief)
			p.targeted = p.targeted || fresh
		}
		if thief != none {
			s.claim[i].Store(0)
		}
		if fresh {
			s.fresh[i].Store(false)
		}
	}
}

// rob gives the topmost public node to the thief. Every other thief that tried fails,
// because the node was taken meanwhile.
func (s *execution) rob(t *dagTally, p *processor, thief int) {
	if thief == none {
		return
	}
	if n, ok := p.steal(); ok {
		t.steals++
		s.procs[thief].loot, s.procs[thief].looted = n, true
	}
}

// owner is the rest of the owner's iteration: lines 3 to 20 of Algorithm 1.
func (s *execution) owner(t *dagTally, i int, p *processor) {
	if !s.c.classic {
		s.poll(t, p)
	}
	if !p.busy {
		return
	}
	r := p.result
	p.result = enabled{}
	if r.number == 0 && r.at != nil {
		if n, last := s.finish(i, p.assigned); last {
			r.left, r.number = n, 1
		}
	}
	t.enabled += int64(r.number) - 1
	switch r.number {
	case 2:
		p.push(r.right, s.c.classic, t)
		fallthrough
	case 1:
		p.assigned = r.left
	default:
		p.assigned, p.busy = p.pop(t)
	}
}

// poll looks at the flag, lowers it, and then exposes: the printed order can lose
// a request. Lowering it costs a store and a fence. Unasked it exposes one node if
// none is public and the policy wants one there.
func (s *execution) poll(t *dagTally, p *processor) {
	switch private := uint32(p.private()); {
	case p.targeted:
		p.targeted = false
		t.requests++
		t.ownerFences++
		t.ownerStores++
		p.demand.Answered()
		if private > 0 {
			p.expose(int(s.c.expose.Amount(private)), t)
		}
	case private > 0 && p.public() == 0 && p.demand.Keeps():
		p.expose(1, t)
		p.demand.Kept()
	}
}
