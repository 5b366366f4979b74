package sim

import (
	"cmp"
	"slices"
)

// loadTotals adds up the steps.
type loadTotals struct {
	result   LoadResult
	counted  int // steps after the warm-up
	averages float64
	ratioed  int // steps counted with tasks in the system
	ratios   float64
}

// begin prepares the tallies for a step.
func (s *loads) begin(step int) {
	s.step = step
	average := float64(s.total) / float64(s.c.Processors)
	s.season = s.c.season(step, average)
	for i := range s.tally {
		t := &s.tally[i]
		t.selects, t.mutual, t.approaches, t.balances, t.moves, t.moved = 0, 0, 0, 0, 0, 0
		t.born, t.died, t.max, t.empty = 0, 0, 0, 0
		t.average, t.inverse = average, 0
		if average > 0 {
			t.inverse = 1 / average
		}
		t.counts, t.sampled = step >= s.c.Warm, s.sampled()
		if t.sampled {
			t.lengths = spread{}
		}
	}
}

// sampled reports whether the trace has a point for this step: they are spread
// evenly, the first and the last step among them.
func (s *loads) sampled() bool {
	n, last := s.c.Samples, s.c.Steps-1
	switch {
	case n <= 0:
		return false
	case s.step == last || n > last:
		return true
	}
	gaps := int64(max(n-1, 1))
	return int64(s.step)*gaps/int64(last) != int64(s.step-1)*gaps/int64(last) || s.step == 0
}

// end takes the step's tallies into account.
func (s *loads) end() {
	sum, r := loadTally{}, &s.totals.result
	for i := range s.tally {
		t := &s.tally[i]
		sum.born += t.born
		sum.died += t.died
		sum.max = max(sum.max, t.max)
		if t.counts {
			r.Selects += t.selects
			r.Mutual += t.mutual
			r.Approaches += t.approaches
			r.Balances += t.balances
			r.Moves += t.moves
			r.Moved += t.moved
		}
	}
	if average := s.tally[0].average; s.tally[0].counts {
		s.totals.counted++
		s.totals.averages += average
		r.MaxLoad = max(r.MaxLoad, sum.max)
		if average > 0 {
			ratio := float64(sum.max) / average
			s.totals.ratioed++
			s.totals.ratios += ratio
			r.MaxRatio = max(r.MaxRatio, ratio)
		}
	}
	if s.tally[0].sampled {
		r.Trace = append(r.Trace, s.point(sum.max))
	}
	r.Generated += sum.born
	r.Consumed += sum.died
	s.total += sum.born - sum.died
}

// point is the trace's point of this step.
func (s *loads) point(most int64) LoadPoint {
	all, empty := new(spread), int64(0)
	for i := range s.tally {
		all.merge(&s.tally[i].lengths)
		empty += s.tally[i].empty
	}
	q := func(share float64) float64 { return float64(min(all.quantile(share), most)) }
	return LoadPoint{
		Step: s.step, Mean: s.tally[0].average, Max: most,
		Empty: float64(empty) / float64(s.c.Processors),
		Q50:   q(0.5), Q90: q(0.9), Q99: q(0.99), Q999: q(0.999),
	}
}

// shares are the quantiles of LoadResult.Tail.
var shares = []float64{0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999, 1}

// result puts together what a finished run has seen.
func (s *loads) result() LoadResult {
	r, n := s.totals.result, float64(s.totals.counted)
	for _, load := range s.load {
		r.Tasks += load
	}
	r.MeanLoad = s.totals.averages / n
	if s.totals.ratioed > 0 {
		r.MeanRatio = s.totals.ratios / float64(s.totals.ratioed)
		r.WorstMean = float64(slices.Max(s.sum)) / n / r.MeanLoad
		hot, sum := cmp.Or(s.c.Hot, s.c.Processors), 0.0
		for _, v := range s.sum[:hot] {
			sum += float64(v)
		}
		r.HotMean = sum / float64(hot) / n / r.MeanLoad
	}
	ratios := new(spread)
	for i := range s.tally {
		ratios.merge(&s.tally[i].ratios)
	}
	for _, share := range shares {
		r.Tail = append(r.Tail, Quantile{share, float64(ratios.quantile(share)+1) / ratioUnits})
	}
	for alpha := range driftMost + 1 {
		d := LoadDrift{Alpha: alpha}
		sum := int64(0)
		for i := range s.tally {
			d.Count += s.tally[i].drifts[alpha].count
			sum += s.tally[i].drifts[alpha].contrib
		}
		if d.Count > 0 {
			d.Contrib = float64(sum) / float64(d.Count)
			r.Drift = append(r.Drift, d)
		}
	}
	return r
}
