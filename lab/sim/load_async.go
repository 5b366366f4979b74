package sim

// asyncs is the state of the asynchronous variant. Each processor has its moment,
// the same one in every step; so all try equally often, but at separate times.
// Whom a thief robs need not attend: it may itself rob a third at that moment, as
// on the real deque. Of several thieves of one victim at one moment one wins the
// race.
type asyncs struct {
	moments [][]int32 // the processors of each moment
	gain    []int64   // what p is about to take
	change  []int64   // what balancing did to p in this step
}

func (s *loads) initAsync() {
	n := s.c.Processors
	s.gain, s.change = make([]int64, n), make([]int64, n)
	key := phaseKey(s.c.Seed, 0, phaseMoments)
	moment := func(p int) uint64 { return uint64(streamOf(key, p)) >> 33 % uint64(s.c.Moments) }
	sizes := make([]int, s.c.Moments)
	for p := range n {
		sizes[moment(p)]++
	}
	s.moments = make([][]int32, s.c.Moments)
	for m, size := range sizes {
		s.moments[m] = make([]int32, 0, size)
	}
	for p := range n {
		m := moment(p)
		s.moments[m] = append(s.moments[m], int32(p))
	}
}

// stepAsync is one step in which each processor at its moment balances, and then
// generates or consumes.
func (s *loads) stepAsync() {
	s.crew.each(func(block, lo, hi int) {
		for p := lo; p < hi; p++ {
			s.look(&s.tally[block], p)
			s.next[p], s.change[p] = s.load[p], 0
		}
	})
	for _, who := range s.moments {
		// Loads change in lose and in gainAndLive only, each by one processor.
		s.crew.over(len(who), func(b, lo, hi int) { s.aim(&s.tally[b], who[lo:hi]) })
		s.crew.over(len(who), func(b, lo, hi int) { s.lose(&s.tally[b], who[lo:hi]) })
		s.crew.over(len(who), func(b, lo, hi int) { s.gainAndLive(&s.tally[b], who[lo:hi]) })
	}
	s.crew.each(func(block, lo, hi int) {
		for p := lo; p < hi; p++ {
			s.tally[block].drift(s.next[p], s.change[p])
		}
	})
}

// aim lets each processor in who select a victim, if its policy says so, and compete for
// the tasks that it sees there.
func (s *loads) aim(t *loadTally, who []int32) {
	key := phaseKey(s.c.Seed, s.step, phaseInitiate)
	self := 0
	length := func(i int) int { return int(s.load[other(self, i)]) }
	for _, p := range who {
		self = int(p)
		random := streamOf(key, self)
		q := s.selects(self, &random, length)
		s.target[p] = int32(q)
		s.gain[p] = 0
		if q == none {
			continue
		}
		t.selects++
		if have, there := s.load[p], s.load[q]; have < there {
			s.gain[p] = s.c.take(have, there)
		}
		if s.gain[p] > 0 {
			s.claim[q].bid(random.next(), self)
		}
	}
}

// lose takes the tasks from the victims of the processors that won.
func (s *loads) lose(t *loadTally, who []int32) {
	for _, p := range who {
		q := s.target[p]
		if q == none {
			continue
		}
		s.memory[p].Found = none
		if s.gain[p] == 0 {
			continue
		}
		if s.claim[q].winner() != int(p) {
			s.gain[p] = 0
			continue
		}
		t.approaches++
		t.met(s.gain[p])
		s.memory[p].Found = s.memory[p].Began
		s.load[q] -= s.gain[p]
		s.change[q] -= s.gain[p]
	}
}

// gainAndLive gives the tasks to the processors that took them, and lets time pass.
func (s *loads) gainAndLive(t *loadTally, who []int32) {
	key := phaseKey(s.c.Seed, s.step, phaseLive)
	for _, p := range who {
		if s.gain[p] > 0 {
			s.change[p] += s.gain[p]
			s.claim[s.target[p]].Store(0)
		}
		now := s.load[p] + s.gain[p]
		random := streamOf(key, int(p))
		born, died := s.season.live(int(p), s.next[p], now, random.next())
		t.born += born
		t.died += died
		s.load[p] = now + born - died
	}
}
