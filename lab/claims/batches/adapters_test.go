package batches

import (
	"testing"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestAdapters_verdict wants the verdict to follow from the samples.
func TestAdapters_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, kind := range append([]string{files}, adapterKinds...) {
				for _, workers := range []int{2, 8} {
					for sample := range 11 {
						for stealing, total := range map[bool]float64{false: 0.040, true: 0.022} {
							rows = append(rows, lab.Row{"kind": kind, "workers": workers, "sample": sample, "stealing": stealing, "cores": workers,
								"tasks": 40, "ran": 1, "stole": map[bool]int{true: 20}[stealing], "largest": 1 / float64(workers/2), "total": total + float64(sample)/1e4, "wait": total/2 + float64(sample)/1e4})
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"stealing that gains nothing":         trial.Set("total", func(float64) float64 { return 0.039 }, lab.Row{"kind": "bounded", "stealing": true}),
			"requests that wait as long, on many": trial.Set("wait", func(float64) float64 { return 0.020 }, lab.Row{"kind": "unbounded", "stealing": true, "workers": 8}),
			"adapters that are fast anyway, on the one": func(r lab.Row) lab.Row {
				where := lab.Row{"kind": "bounded", "stealing": false}
				return trial.Set("wait", trial.Times(0.4), where)(trial.Set("total", trial.Times(0.4), where)(r))
			},
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"no sample without stealing": func(r lab.Row) lab.Row {
				if r["stealing"] == 0.0 && r["kind"] == "unbounded" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Adapters)
}

// TestAdapters_run wants all requests to be answered, and some to be stolen where there is stealing.
func TestAdapters_run(t *testing.T) {
	res := trial.Run(t, Adapters, map[string][]int{"workers": {4}, "requests": {8}, "pace": {200}, "block": {100}, "samples": {2}})
	if n := len(res.Table.Rows); n != 2*2*(2+1) {
		t.Errorf("%d samples, want one for each sample, deque or files, with stealing and without", n)
	}
	for _, r := range res.Table.Where("of", "adapters").Rows {
		if stole := r["stole"].(float64); r["ran"] != 1.0 || (r["stealing"] == 1.0) != (stole > 0) {
			t.Errorf("%v", r)
		}
	}
}

// TestAdapters_fail wants a request through a closed connection to fail its batch.
func TestAdapters_fail(t *testing.T) {
	a, err := dialAdapters(2, 10, time.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.request(1); err != nil {
		t.Error(err)
	}
	a.close()
	if _, err := timeRequests(t.Context(), 1, 2, 1, "", a.request, 1); err == nil {
		t.Error("a batch goes on without its adapters")
	}
}
