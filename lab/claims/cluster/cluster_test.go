package cluster

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/sim"
)

// TestCluster_verdict wants the verdict to follow from the samples.
func TestCluster_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, place := range []string{"simulated", "measured"} {
				for _, skew := range skews {
					for _, added := range []int{0, 2000, 10000} {
						for _, way := range ways {
							for sample := range 9 {
								rows = append(rows, trialOfCluster(place, skew.name, way.name, added, sample))
							}
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"deep deques that cost nothing":             trial.Set("time_ms", trial.Times(0.6), lab.Row{"way": "64 ahead", "skew": "burst"}),
			"deep deques that cost nothing, simulated":  trial.Set("time_ms", trial.Times(0.6), lab.Row{"way": "64 ahead", "skew": "burst", "place": "simulated"}),
			"deep deques that cost nothing, really":     trial.Set("time_ms", trial.Times(0.6), lab.Row{"way": "64 ahead", "skew": "burst", "place": "measured"}),
			"stealing that repairs nothing":             trial.Set("time_ms", trial.Times(1.5), lab.Row{"way": "64 ahead, steal half"}),
			"stealing that repairs nothing by loopback": trial.Set("time_ms", trial.Times(1.5), lab.Row{"way": "64 ahead, steal half", "added_us": 0}),
			"stealing that repairs nothing, really":     trial.Set("time_ms", trial.Times(1.5), lab.Row{"way": "64 ahead, steal half", "place": "measured"}),
			"round trips that cost nothing":             trial.Set("time_ms", trial.Times(0.5), lab.Row{"way": "strict pull", "added_us": 2000}),
			"a slow way to compare with":                trial.Set("time_ms", trial.Times(2), lab.Row{"way": "8 ahead"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"stealing that just misses": func(r lab.Row) lab.Row {
				if r["way"] == "64 ahead, steal half" {
					r["time_ms"] = 1010 * (1.151 + (r["sample"].(float64)-4)/100)
				}
				return r
			},
			"no deep deques": func(r lab.Row) lab.Row {
				if r["way"] == "64 ahead" {
					return nil
				}
				return r
			},
			"long round trips alone": func(r lab.Row) lab.Row {
				if r["added_us"] != 10000.0 {
					return nil
				}
				return r
			},
			"measured by loopback alone": func(r lab.Row) lab.Row {
				if r["place"] == "measured" && r["added_us"] != 0.0 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Simulated)
}

// trialOfCluster is a run as the claim would have it.
func trialOfCluster(place, skew, way string, added, sample int) lab.Row {
	x := 1.01
	switch {
	case way == "strict pull":
		x = 1 + float64(added)/2500
	case way == "64 ahead" && skew == "burst":
		x = 1.8
	case way == "64 ahead, steal half":
		x = 1.05
	}
	x *= 1 + float64(sample-4)/1000
	row := lab.Row{"place": place, "skew": skew, "way": way, "added_us": added, "sample": sample, "task_ms": 5.0,
		"round_trip_ms": 0.06 + float64(added)/500, "time_ms": 1000 * x, "time_to_ideal": x, "predicted_ms": 1000.0}
	if place == "measured" {
		row["had"] = 0.98
	}
	return row
}

var smallCluster = map[string][]int{"added": {0, 2000}, "tasks": {400}, "samples": {3}, "measured tasks": {100}, "measured samples": {2}, "measured added": {0, 2000}}

// TestCluster_run wants the simulation to agree with the claim, which predictions alone do not confirm, with
// all cases there.
func TestCluster_run(t *testing.T) {
	res := trial.Run(t, Simulated, smallCluster)
	if res.Finding.Verdict != lab.Inconclusive || !strings.Contains(res.Finding.Reason, `"measured". Of the others: Simulated, against`) {
		t.Errorf("the verdict is %s (%s), want predictions that agree and do not confirm", res.Finding.Verdict, res.Finding.Reason)
	}
	if n := len(res.Table.Rows); n != 4*2*3*len(ways) || slices.Min(res.Table.Floats("time_to_ideal")) < 1 {
		t.Errorf("%d samples, the least time is %v of the ideal", n, slices.Min(res.Table.Floats("time_to_ideal")))
	}
}

// TestMeasuredCluster has the simulation stand for the real thing, and wants its
// times among the samples, beside the predictions, and in the verdict.
func TestMeasuredCluster(t *testing.T) {
	runs := 0
	factor := 1.0
	stand := func(ctx context.Context, w Work) ([]sim.ClusterRun, error) {
		runs++
		res, err := sim.Cluster(ctx, sim.ClusterConfig{Nodes: w.Nodes, Tasks: w.Tasks, Policy: w.Policy, OneWay: 30*time.Microsecond + w.Added, AgainTrips: 3})
		if w.Policy.Depth == 64 && w.Policy.Steal == "" {
			for i, run := range res.Runs {
				if d := run.To - run.From; run.From > 0 {
					res.Runs[i].From = time.Duration(factor * float64(run.From))
					res.Runs[i].To = res.Runs[i].From + d
				}
			}
		}
		return res.Runs, err
	}
	run := func() lab.Result { // as if the machine had been free
		res := trial.Run(t, Measured(stand), smallCluster)
		for _, r := range res.Table.Where("place", "measured").Rows {
			r["had"] = 1.0
		}
		if err := res.Judge(Measured(stand)); err != nil {
			t.Fatal(err)
		}
		return res
	}
	res := run()
	measured := res.Table.Where("place", "measured")
	want := 4 * 2 * 2 * len(ways)
	if n := len(measured.Floats("predicted_ms")); runs != want || n != want {
		t.Errorf("%d runs, %d samples, want %d", runs, n, want)
	}
	if res.Finding.Verdict != lab.Confirmed || strings.Contains(res.Finding.Reason, "These are predictions") {
		t.Errorf("the verdict is %s (%s)", res.Finding.Verdict, res.Finding.Reason)
	}
	factor = 0.4
	if res := run(); res.Finding.Verdict != lab.Refuted {
		t.Errorf("deep deques that cost nothing: the verdict is %s (%s)", res.Finding.Verdict, res.Finding.Reason)
	}
	broken := errors.New("no server")
	_, err := lab.Run(t.Context(), Measured(func(context.Context, Work) ([]sim.ClusterRun, error) { return nil, broken }), lab.Options{Quick: true})
	if !errors.Is(err, broken) {
		t.Errorf("a runner that fails: the error is %v", err)
	}
}

// TestClusterSkews wants tasks that take the mean on average, and a sixteenth of a
// burst's to be long and in a row.
func TestClusterSkews(t *testing.T) {
	const n, mean = 80000, 5 * time.Millisecond
	for _, s := range skews {
		tasks := s.tasks(n, mean, rand.New(rand.NewPCG(1, 1)))
		var total time.Duration
		for _, d := range tasks {
			total += d
		}
		if got := float64(total) / n / float64(mean); len(tasks) != n || math.Abs(got-1) > 0.02 {
			t.Errorf("%s: %d tasks of %v times the mean", s.name, len(tasks), got)
		}
		if !strings.HasSuffix(s.name, "burst") {
			continue
		}
		isLong := func(d time.Duration) bool { return d > mean }
		at := slices.IndexFunc(tasks, isLong)
		row := tasks[at:min(at+n/16, n)]
		rest := slices.Concat(tasks[:at], tasks[at+len(row):])
		if slices.ContainsFunc(row, func(d time.Duration) bool { return !isLong(d) }) || slices.ContainsFunc(rest, isLong) || len(row) < n/16 {
			t.Errorf("%s: not just %d long tasks in a row from %d on", s.name, n/16, at)
		}
		if late := s.name == "late burst"; late != (at >= n/2) || !late && at != 0 {
			t.Errorf("%s: it begins at %d of %d", s.name, at, n)
		}
	}
}
