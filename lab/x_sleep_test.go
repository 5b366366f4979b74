package lab

import (
	"slices"
	"sync/atomic"
	"testing"
)

// TestSleep_verdict wants the verdict to follow from the samples.
func TestSleep_verdict(t *testing.T) {
	trial{
		confirming: func() (rows []Row) {
			kinds := map[string]struct{ processors, short, long float64 }{
				"skua": {0.001, 2000, 11000}, "spinning": {1.9, 500, 500}, "channel": {0.001, 9000, 10000},
			}
			for i := range 21 {
				noise := 1 + float64(i-10)/100
				for _, kind := range []string{"skua", "spinning", "channel"} {
					k := kinds[kind]
					rows = append(rows, Row{"what": "idle", "kind": kind, "had": 0.97, "workers": 2, "processors": k.processors * noise},
						Row{"what": "wake", "kind": kind, "had": 0.97, "pause_us": 1, "ns": k.short * noise, "give_ns": 400 * noise},
						Row{"what": "wake", "kind": kind, "had": 0.97, "pause_us": 10000, "ns": k.long * noise, "give_ns": 4000 * noise})
				}
			}
			return rows
		},
		falsified: map[string]func(Row) Row{
			"workers that never sleep":     set("processors", times(1000), Row{"kind": "skua"}),
			"others that do not spin":      set("processors", times(0.001), Row{"kind": "spinning"}),
			"slow while they yield":        set("ns", times(4), Row{"kind": "skua", "pause_us": 1}),
			"slow when they sleep":         set("ns", times(2), Row{"kind": "skua", "pause_us": 10000}),
			"channels that are faster":     set("ns", times(0.5), Row{"kind": "channel", "pause_us": 10000}),
			"workers that use two percent": set("processors", times(20), Row{"kind": "skua"}),
		},
		undecided: map[string]func(Row) Row{
			"a busy machine": set("had", times(0.6), nil),
			"a system that does not tell processor time": func(r Row) Row {
				if r["what"] == "idle" {
					return nil
				}
				return r
			},
			"just too slow while they yield": set("ns", times(2.51), Row{"kind": "skua", "pause_us": 1}),
		},
	}.check(t, sleep)
}

// TestSleep_run takes a few samples of each kind.
func TestSleep_run(t *testing.T) {
	res := smallRun(t, sleep, map[string][]int{"idle": {1}, "idles": {2}, "pause": {1, 100}, "samples": {3}})
	_, told := processorTime()
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
