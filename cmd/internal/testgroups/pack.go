package testgroups

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// A group is tests that run in one process. Weight is how many seconds they should take, or how
// many tests there are if nothing is known.
type group struct {
	tests  []string
	weight float64
}

// pack divides tests into groups, longest first. Every test goes to the group that has least so
// far, beginning with the longest: Graham, Bounds on Multiprocessing Timing Anomalies, 1969.
func pack(tests []string, p Plan) []group {
	weights := weigh(tests, p.Tests)
	if len(tests) == 0 {
		return nil
	}
	groups := make([]group, count(tests, weights, p))
	order := slices.SortedStableFunc(slices.Values(tests), func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), strings.Compare(a, b))
	})
	for _, name := range order {
		least := slices.MinFunc(indices(groups), func(i, j int) int { return cmp.Compare(groups[i].weight, groups[j].weight) })
		groups[least].tests = append(groups[least].tests, name)
		groups[least].weight += weights[name]
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(b.weight, a.weight) })
	return groups
}

func indices(groups []group) []int {
	all := make([]int, len(groups))
	for i := range all {
		all[i] = i
	}
	return all
}

// instant is the least weight of a test, in seconds: so that tests which take no time are divided
// by their number. It is arbitrary.
const instant = 0.001

// weigh returns the seconds of each test. One that is not known takes as long as the others do on
// the average; if none is known, each takes a second.
func weigh(tests []string, known map[string]float64) map[string]float64 {
	weights, sum := map[string]float64{}, 0.0
	for _, name := range tests {
		if s, ok := known[name]; ok {
			weights[name] = max(s, instant)
			sum += weights[name]
		}
	}
	average := 1.0
	if len(weights) > 0 {
		average = sum / float64(len(weights))
	}
	for _, name := range tests {
		if _, ok := weights[name]; !ok {
			weights[name] = average
		}
	}
	return weights
}

// count is how many groups there should be: of a grain each, or as many as there may be if it is not
// known how long the tests take.
func count(tests []string, weights map[string]float64, p Plan) int {
	seconds := p.Seconds
	if len(p.Tests) > 0 {
		seconds = 0
		for w := range maps.Values(weights) {
			seconds += w
		}
	}
	n := p.Most
	if seconds > 0 {
		n = min(n, int(math.Ceil(seconds/p.Grain)))
	}
	return max(1, min(n, len(tests)))
}
