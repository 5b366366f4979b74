package gotest

import (
	"cmp"
	"slices"

	"github.com/skua-go/skua/cmd/internal/testgroups"
)

// leastGrain is the least number of seconds that a group should take. It is arbitrary: the start
// of a process takes some hundredths.
const leastGrain = 0.25

// mostPerSlot is how many groups of a package there are at most for each slot. It is arbitrary.
const mostPerSlot = 8

// longestFirst returns packages with the longest first. Those of which nothing is known come before
// all others, since they may be long.
func longestFirst(all []pkg, h *History) []pkg {
	return slices.SortedStableFunc(slices.Values(all), func(a, b pkg) int {
		x, y := h.Packages[a.path], h.Packages[b.path]
		switch {
		case x == nil && y == nil:
			return 0
		case x == nil:
			return -1
		case y == nil:
			return 1
		}
		return cmp.Compare(y.Seconds, x.Seconds)
	})
}

// plans returns the plans of the packages that run in groups, by their directories. A group takes
// a quarter of what a slot would have if all packages were divided equally, so the slots end at
// about the same time.
func plans(all []pkg, h *History, c choice, slots int) map[string]testgroups.Plan {
	var total float64
	for _, p := range all {
		if r := h.Packages[p.path]; r != nil {
			total += r.Seconds
		}
	}
	grain := max(leastGrain, total/float64(4*slots))
	out := map[string]testgroups.Plan{}
	for _, p := range all {
		plan := testgroups.Plan{Groups: true, Grain: grain, Most: mostPerSlot * slots}
		r := h.Packages[p.path]
		if r != nil {
			plan.Tests, plan.Seconds = r.Tests, max(r.Seconds, leastSeconds)
		}
		if c.has(p.path, r) && (r == nil || plan.Seconds > grain) {
			out[p.dir] = plan
		}
	}
	return out
}

// leastSeconds is what a package takes that took none: 0 means that nothing is known.
const leastSeconds = 0.001
