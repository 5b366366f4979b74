//go:build explore

package verify

import (
	"fmt"
	"testing"

	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
)

// scripted runs the scripts under the explorer. Times are as in kind.scenario.
func scripted(n, grain int, scripts []string, ranges func() []ranged) func(*explore.X) {
	return func(x *explore.X) {
		s := &sharing{n: n, grain: grain, ranges: ranges(), did: make([][]portion, len(scripts))}
		count := make([]int64, len(scripts))
		s.timed = func(client int, f func()) (call, ret int64) {
			call, ret = x.Interval(f)
			k := count[client]
			count[client]++
			return call<<16 + 2*k, ret<<16 + 2*k + 1
		}
		for me := 1; me < len(scripts); me++ {
			x.Go(func() { s.perform(me, scripts[me]) })
		}
		s.perform(0, scripts[0])
		x.OnEnd(func() error {
			if err := s.check(); err != nil {
				return fmt.Errorf("%w\n%v", err, s)
			}
			return nil
		})
	}
}

// TestExploreRangeLinearizable wants every schedule with at most two preemptions
// explained, and then random ones.
func TestExploreRangeLinearizable(t *testing.T) {
	for _, c := range []struct {
		n, grain, owners int
		scripts          []string
	}{
		{1, 1, 1, []string{"1", "s", "s"}},
		{2, 1, 1, []string{"11", "sl", "s"}},
		{5, 1, 1, []string{"2r2", "ss"}},
		{6, 1, 1, []string{"3R3q1", "ss", "sl"}},
		{7, 2, 1, []string{"2r2", "sl", "s"}},
		{8, 3, 1, []string{"3r1r", "sss"}},
		{4, 1, 2, []string{"31f1", "f1r2", "s"}},
		{6, 2, 2, []string{"11f1", "f11f"}},
		{8, 1, 2, []string{"4R2f1", "f2rf", "sl"}},
	} {
		t.Run(fmt.Sprintf("n=%d/grain=%d/%v", c.n, c.grain, c.scripts), func(t *testing.T) {
			ranges := func() []ranged { return realRanges(c.n, c.grain, c.owners) }
			budget.Check(t, scripted(c.n, c.grain, c.scripts, ranges), budget.Plan{{Bound: 2}, {Mode: explore.PCT, Depth: 4}})
		})
	}
}

// TestExploreControlRange wants the right toy accepted and each fault found.
func TestExploreControlRange(t *testing.T) {
	for fault, scripts := range map[string][]string{
		"":                  {"2r1", "ss"},
		"steal by store":    {"1", "s"},
		"take by store":     {"1", "s"},
		"return by store":   {"1R", "s"},
		"half rounded down": {"1", "s"},
		"false for nothing": {"1", "s"},
	} {
		t.Run(fault, func(t *testing.T) {
			ranges := func() []ranged {
				toy := &brokenRange{fault: fault}
				toy.word.Store(3)
				return []ranged{toy}
			}
			r := explore.Run(explore.Options{Bound: 2, MaxWork: budget.Work()}, scripted(3, 1, scripts, ranges))
			t.Log(r)
			if (r.Failure != nil) != (fault != "") {
				t.Errorf("failure %v", r.Failure)
			}
		})
	}
}
