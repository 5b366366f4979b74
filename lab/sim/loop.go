package sim

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua/span"
)

// LoopConfig is one loop on the work-stealing ranges of package span. Names that are empty
// mean the default.
type LoopConfig struct {
	Times   []float64 // of the indices
	Workers int
	Begin   string  // "shares" (default): each worker begins with as many indices; "one": the first with all
	Steal   string  // "half" (default) of what a victim has left, "one" index, or "none"
	Try     float64 // time that a try to steal takes
	Seed    uint64
}

// maxTime is the longest that an index or a try to steal takes: sums of them stay finite.
const maxTime = 1e15

// LoopResult is what a loop took.
type LoopResult struct {
	Time      float64
	Steals    int
	Tries     int
	Stretches []Stretch // of the workers, one after the other
}

// A Stretch is a time in which a worker ran indices that follow each other.
type Stretch struct {
	Worker   int
	Own      bool // indices that were its own in equal shares; else stolen
	From, To float64
}

// Loop runs a loop on simulated workers, one event after the other: the worker whose clock is
// behind those of all others acts next. The ranges are the real ones.
//
// Work O(len(Times) × Workers), and as much for each try to steal.
func Loop(c LoopConfig) (LoopResult, error) {
	s, err := newRangeCrew(c)
	if err != nil {
		return LoopResult{}, fmt.Errorf("sim: loop: %w", err)
	}
	return s.run(), nil
}

// A rangeCrew is the workers of a loop.
type rangeCrew struct {
	c      LoopConfig
	random *rand.Rand
	part   []*span.Range
	own    [][2]int // each worker's equal share
	now    []float64
	last   []int // the index before
	result LoopResult
}

func newRangeCrew(c LoopConfig) (*rangeCrew, error) {
	c.Begin, c.Steal = cmp.Or(c.Begin, "shares"), cmp.Or(c.Steal, "half")
	_, badBegin := pick("begin", c.Begin, []string{"shares", "one"})
	_, badSteal := pick("steal", c.Steal, []string{"half", "one", "none"})
	if err := first(badBegin, badSteal, within("Workers", c.Workers, 1, maxProcessors), within("len(Times)", len(c.Times), 0, 1<<30)); err != nil {
		return nil, err
	}
	if !(c.Try > 0 && c.Try <= maxTime) && c.Steal != "none" {
		return nil, fmt.Errorf("a Try of %v: want more than 0, or thieves try for ever, and at most %g", c.Try, maxTime)
	}
	for i, t := range c.Times {
		if !(t >= 0 && t <= maxTime) {
			return nil, fmt.Errorf("a time of %v for index %d: want 0 or more, and at most %g", t, i, maxTime)
		}
	}
	s := &rangeCrew{c: c, random: rand.New(rand.NewPCG(c.Seed, 0)), now: make([]float64, c.Workers)}
	whole := span.NewRange(0, len(c.Times), 1)
	static := span.NewStatic(0, len(c.Times), c.Workers)
	for k := range c.Workers {
		part, own := whole.Sibling(), [2]int{}
		for lo, hi := range static.Chunks(k) {
			own = [2]int{lo, hi}
		}
		if c.Begin == "shares" && own[0] < own[1] {
			part.Fill(own[0], own[1])
		}
		s.part, s.own, s.last = append(s.part, part), append(s.own, own), append(s.last, -1)
	}
	if c.Begin == "one" {
		s.part[0] = whole
	}
	return s, nil
}

func (s *rangeCrew) run() LoopResult {
	each := make([][]Stretch, len(s.now))
	for left := len(s.c.Times); left > 0; {
		k := s.next()
		i, _, ok := s.part[k].Take(1)
		if !ok {
			i, ok = s.rob(k)
		}
		if !ok {
			continue
		}
		begin := s.now[k]
		s.now[k] += s.c.Times[i]
		s.result.Time = max(s.result.Time, s.now[k])
		own := s.own[k][0] <= i && i < s.own[k][1]
		n := len(each[k])
		follows := i == s.last[k]+1 && n > 0 && each[k][n-1].To == begin // else it has tried to steal meanwhile
		each[k] = AddStretch(each[k], follows, Stretch{k, own, begin, s.now[k]})
		s.last[k] = i
		left--
	}
	for _, stretches := range each {
		s.result.Stretches = append(s.result.Stretches, stretches...)
	}
	return s.result
}

// AddStretch appends what a worker ran to its stretches. If it follows what the worker ran
// last, it makes the last stretch longer.
func AddStretch(to []Stretch, follows bool, s Stretch) []Stretch {
	if n := len(to) - 1; n >= 0 && follows && to[n].Own == s.Own {
		to[n].To = s.To
		return to
	}
	return append(to, s)
}

// next returns the worker that acts next, of those that may get an index.
func (s *rangeCrew) next() int {
	first := -1
	for k, now := range s.now {
		if (s.c.Steal != "none" || !s.part[k].Empty()) && (first < 0 || now < s.now[first]) {
			first = k
		}
	}
	return first
}

// rob has worker k try to steal from another worker, chosen at random. The thief runs the
// first stolen index at once, as the source of the range does: otherwise thieves could steal
// the last index from each other for ever.
func (s *rangeCrew) rob(k int) (i int, ok bool) {
	s.now[k] += s.c.Try
	if len(s.part) == 1 {
		return 0, false
	}
	s.result.Tries++
	victim := s.random.IntN(len(s.part) - 1)
	if victim >= k {
		victim++
	}
	lo, hi, ok := 0, 0, false
	if s.c.Steal == "one" {
		lo, hi, ok = s.part[victim].Take(1) // one goroutine acts for all owners
	} else {
		lo, hi, ok = s.part[victim].Steal()
	}
	if ok {
		s.result.Steals++
	}
	if ok && lo+1 < hi {
		s.part[k].Fill(lo+1, hi)
	}
	return lo, ok
}
