package blitz

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/gauge"
)

// TestSleep_verdict wants the verdict to follow from the samples.
func TestSleep_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			kinds := map[string]struct{ processors, short, long float64 }{
				"skua": {0.001, 2000, 11000}, "spinning": {1.9, 500, 500}, "channel": {0.001, 9000, 10000},
			}
			for i := range 21 {
				noise := 1 + float64(i-10)/100
				for _, kind := range []string{"skua", "spinning", "channel"} {
					k := kinds[kind]
					rows = append(rows, lab.Row{"what": "idle", "kind": kind, "had": 0.97, "workers": 2, "processors": k.processors * noise},
						lab.Row{"what": "wake", "kind": kind, "had": 0.97, "pause_us": 1, "ns": k.short * noise, "give_ns": 400 * noise},
						lab.Row{"what": "wake", "kind": kind, "had": 0.97, "pause_us": 10000, "ns": k.long * noise, "give_ns": 4000 * noise})
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"workers that never sleep":     trial.Set("processors", trial.Times(1000), lab.Row{"kind": "skua"}),
			"others that do not spin":      trial.Set("processors", trial.Times(0.001), lab.Row{"kind": "spinning"}),
			"slow while they yield":        trial.Set("ns", trial.Times(4), lab.Row{"kind": "skua", "pause_us": 1}),
			"slow when they sleep":         trial.Set("ns", trial.Times(2), lab.Row{"kind": "skua", "pause_us": 10000}),
			"channels that are faster":     trial.Set("ns", trial.Times(0.5), lab.Row{"kind": "channel", "pause_us": 10000}),
			"workers that use two percent": trial.Set("processors", trial.Times(20), lab.Row{"kind": "skua"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a busy machine": trial.Set("had", trial.Times(0.6), nil),
			"a system that does not tell processor time": func(r lab.Row) lab.Row {
				if r["what"] == "idle" {
					return nil
				}
				return r
			},
			"just too slow while they yield": trial.Set("ns", trial.Times(2.51), lab.Row{"kind": "skua", "pause_us": 1}),
		},
	}.Check(t, Sleep)
}

// TestSleep_run takes a few samples of each kind.
func TestSleep_run(t *testing.T) {
	res := trial.Run(t, Sleep, map[string][]int{"idle": {1}, "idles": {2}, "pause": {1, 100}, "samples": {3}})
	_, told := gauge.ProcessorTime()
	for _, kind := range []string{"skua", "spinning", "channel"} {
		of := res.Table.Where("kind", kind)
		if used := of.Floats("processors"); told && (len(used) != 2 || slices.Min(used) < 0) {
			t.Errorf("%s: idle, it used %v processors", kind, used)
		}
		if ns := of.Floats("ns"); len(ns) != 6 || slices.Min(ns) <= 0 {
			t.Errorf("%s: latencies %v", kind, ns)
		}
	}
}

// TestIdleCrews wants each task that is given to run once, and in a measured way.
func TestIdleCrews(t *testing.T) {
	crews, end, err := newIdleCrews(1)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	for _, c := range crews {
		c.begin()
		var ran atomic.Int64
		for range 20 {
			given, began := c.do(func() { ran.Add(1) })
			if given.IsZero() || began.IsZero() {
				t.Errorf("%s: given at %v, ran at %v", c.kind, given, began)
			}
		}
		c.stop()
		if n := ran.Load(); n != 20 {
			t.Errorf("%s: 20 tasks ran %d times", c.kind, n)
		}
	}
}
