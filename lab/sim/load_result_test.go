package sim

import (
	"math"
	"slices"
	"testing"
)

// history is the loads before each step, and after the last.
func history(t *testing.T, c LoadConfig) (loads [][]int64, r LoadResult) {
	s, err := newLoads(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	for step := range c.Steps {
		loads = append(loads, slices.Clone(s.load))
		s.begin(step)
		if c.Async {
			s.stepAsync()
		} else {
			s.stepSync()
		}
		s.end()
	}
	return append(loads, slices.Clone(s.load)), s.result()
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// TestLoad_statistics computes from all loads what the result says of them.
func TestLoad_statistics(t *testing.T) {
	for _, c := range variants(40, 60) {
		c.Warm, c.Samples = 5, 1000
		loads, r := history(t, c)
		n, hot := float64(c.Processors), c.Processors
		switch c.Generate {
		case "hot":
			hot /= 2
		case "arrivals":
			hot = 1
		}
		var mean, ratios, worst, hots float64
		var maxLoad int64
		maxRatio, ratioed := 0.0, 0.0
		sums := make([]float64, c.Processors)
		for step := c.Warm; step < c.Steps; step++ {
			sum := 0.0
			for p, v := range loads[step] {
				sum += float64(v)
				sums[p] += float64(v)
				if p < hot {
					hots += float64(v)
				}
			}
			most := slices.Max(loads[step])
			mean += sum / n
			maxLoad = max(maxLoad, most)
			if sum > 0 {
				ratioed++
				ratios += float64(most) / (sum / n)
				maxRatio = max(maxRatio, float64(most)/(sum/n))
			}
		}
		steps := float64(c.Steps - c.Warm)
		worst = slices.Max(sums) / mean
		if !near(r.MeanLoad, mean/steps) || r.MaxLoad != maxLoad || !near(r.MaxRatio, maxRatio) ||
			!near(r.MeanRatio, ratios/ratioed) || !near(r.WorstMean, worst) || !near(r.HotMean, hots/float64(hot)/mean) {
			t.Errorf("%+v: %+v; want mean %v, max %v, ratio %v and %v, worst %v, hot %v",
				c, r, mean/steps, maxLoad, maxRatio, ratios/ratioed, worst, hots/float64(hot)/mean)
		}
		if len(r.Trace) != c.Steps {
			t.Fatalf("%d points of %d steps", len(r.Trace), c.Steps)
		}
		for step, at := range r.Trace {
			empty, sorted := 0, slices.Sorted(slices.Values(loads[step]))
			for empty < len(sorted) && sorted[empty] == 0 {
				empty++
			}
			q := func(share float64) float64 { return float64(sorted[max(int(share*n)-1, 0)]) }
			small := at.Max < 32 // where quantiles are exact
			if at.Step != step || at.Empty != float64(empty)/n || at.Max != sorted[len(sorted)-1] || small && (at.Q50 != q(0.5) || at.Q90 != q(0.9)) {
				t.Fatalf("%+v, step %d: %+v, loads %v", c, step, at, sorted)
			}
		}
	}
}

// TestLoad_drift: without generation, balancing is all that changes loads.
func TestLoad_drift(t *testing.T) {
	for _, async := range []bool{false, true} {
		c := LoadConfig{Processors: 60, Steps: 30, Generate: "none", Initial: 9, InitialOn: 7, Async: async}
		loads, r := history(t, c)
		var count, contrib [driftMost + 1]int64
		for step := range c.Steps {
			for p, v := range loads[step] {
				alpha := v / 9
				count[alpha]++
				contrib[alpha] += loads[step+1][p] - v
			}
		}
		for _, d := range r.Drift {
			if d.Count != count[d.Alpha] || !near(d.Contrib, float64(contrib[d.Alpha])/float64(d.Count)) {
				t.Errorf("async %v: %+v, want %d and %d in all", async, d, count[d.Alpha], contrib[d.Alpha])
			}
			count[d.Alpha] = 0
		}
		if slices.Max(count[:]) > 0 {
			t.Errorf("async %v: drift leaves out %v", async, count)
		}
	}
}

// TestLoad_counts: two empty processors select each other for ever.
func TestLoad_counts(t *testing.T) {
	r := mustLoad(t, LoadConfig{Processors: 2, Steps: 10, Generate: "none"})
	if r.Selects != 20 || r.Mutual != 10 || r.Approaches != 20 || r.Balances != 10 || r.Moves != 0 {
		t.Errorf("%+v", r)
	}
	r = mustLoad(t, LoadConfig{Processors: 2, Steps: 1, Generate: "none", Initial: 4, InitialOn: 1})
	if r.Selects != 1+r.Mutual || r.Approaches != r.Selects || r.Balances != 1 || r.Moves != 1 || r.Moved != 4 {
		t.Errorf("%+v", r)
	}
}

// TestBirth looks at one processor, many times.
func TestBirth(t *testing.T) {
	const tries = 70_000
	for _, at := range []struct {
		c           LoadConfig
		step, p     int
		before, now int64
		born, died  float64 // on average
	}{
		{LoadConfig{Generate: "walk", Unit: 2, Rate: 0.3}, 0, 5, 9, 9, 0.6, 1.4},
		{LoadConfig{Generate: "walk", Unit: 3, Rate: 0.3}, 0, 5, 9, 1, 0.9, 0.7},
		{LoadConfig{Generate: "uniform", Unit: 3}, 0, 5, 9, 9, 6.0 / 7, 6.0 / 7},
		{LoadConfig{Generate: "hot", Unit: 2, Hot: 3}, 0, 2, 9, 9, 2, 0},
		{LoadConfig{Generate: "hot", Unit: 2, Hot: 3}, 0, 3, 9, 9, 0, 2},
		{LoadConfig{Generate: "hot", Unit: 2, Hot: 3, Period: 4}, 3, 2, 9, 9, 2, 0},
		{LoadConfig{Generate: "hot", Unit: 2, Hot: 3, Period: 4}, 4, 2, 9, 9, 0, 2},
		{LoadConfig{Generate: "hot", Unit: 2, Hot: 3, Period: 4}, 4, 5, 9, 9, 2, 0},
		{LoadConfig{Generate: "hot", Unit: 2, Hot: 3, Period: 4}, 12, 1, 9, 9, 2, 0}, // 9, 0, 1
		{LoadConfig{Generate: "rich"}, 0, 5, 9, 1, 1, 0},
		{LoadConfig{Generate: "rich"}, 0, 5, 7, 9, 0, 1},
		{LoadConfig{Generate: "rich"}, 0, 5, 8, 9, 0.5, 0.5},
		{LoadConfig{Generate: "arrivals", Rate: 0.45, Hot: 3}, 0, 2, 0, 0, 1.5, 1},
		{LoadConfig{Generate: "arrivals", Rate: 0.45, Hot: 3}, 0, 3, 9, 9, 0, 1},
		{LoadConfig{Generate: "none"}, 0, 5, 9, 9, 0, 0},
	} {
		at.c.Processors, at.c.Steps = 10, 100
		r, err := at.c.check()
		if err != nil {
			t.Fatal(err)
		}
		season, random := r.season(at.step, 8), stream(1)
		born, died := 0.0, 0.0
		for range tries {
			b, d := season.live(at.p, at.before, at.now, random.next())
			born += float64(b) / tries
			died += float64(d) / tries
		}
		if math.Abs(born-at.born) > 0.02 || math.Abs(died-at.died) > 0.02 {
			t.Errorf("%+v: %.3f born and %.3f died on average, want %v and %v", at, born, died, at.born, at.died)
		}
	}
}
