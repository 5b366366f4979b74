package abp

import (
	"context"
	"errors"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/gauge"
)

// lockRows are samples in which other processes cost the deque with the lock alone.
func lockRows() (rows []lab.Row) {
	for _, p := range programsOf(16, 1, 1) {
		for _, others := range []int{0, 1, 4} {
			for round := range 11 {
				key := lab.Row{"program": p.name, "workers": 2, "others": others, "round": round, "got": 2 / float64(1+others)}
				for deque, more := range map[string]lab.Row{
					"abp":    {"c": 1.2 + float64(round)/100},
					"locked": {"c": 1.3, "over_abp": 1.1 + float64(others)/5 + float64(round)/100},
				} {
					row := lab.Row{"deque": deque}
					for _, part := range []lab.Row{key, more} {
						for k, v := range part {
							row[k] = v
						}
					}
					rows = append(rows, row)
				}
			}
		}
	}
	return rows
}

// TestMultiprogramming_verdict wants the verdict to follow from the samples.
func TestMultiprogramming_verdict(t *testing.T) {
	trial.Trial{
		Confirming: lockRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"a bound that other processes break": trial.Set("c", trial.Times(2), lab.Row{"deque": "abp", "program": "owner", "others": 4}),
			"a lock that costs nothing":          trial.Set("over_abp", func(float64) float64 { return 1.01 }, lab.Row{"deque": "locked"}),
			"a lock that costs without other processes alone": func(r lab.Row) lab.Row {
				if r["others"] != 0.0 {
					return trial.Set("over_abp", func(float64) float64 { return 1.01 }, nil)(r)
				}
				return trial.Set("over_abp", trial.Times(3), nil)(r)
			},
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"no run without other processes": func(r lab.Row) lab.Row {
				if r["others"] == 0.0 {
					return nil
				}
				return r
			},
			"runs without other processes beside one that nobody started": trial.Set("got", func(float64) float64 { return 1.2 }, lab.Row{"others": 0}),
			"few rounds": func(r lab.Row) lab.Row {
				if r["round"].(float64) >= gauge.IntervalNeeds-1 {
					return nil
				}
				return r
			},
			"a lock that costs in fewer than half of the rounds": func(r lab.Row) lab.Row {
				if v, ok := r["over_abp"].(float64); ok && r["round"].(float64) < 6 && v > 0 {
					r["over_abp"] = 1.0
				}
				return r
			},
			"a bound that half of the rounds break": func(r lab.Row) lab.Row {
				if r["deque"] == "abp" && r["others"] == 4.0 && r["round"].(float64) >= 5 {
					r["c"] = 3.0
				}
				return r
			},
		},
	}.Check(t, Multiprogramming)
}

// TestMultiprogramming_run runs both computations beside another process.
func TestMultiprogramming_run(t *testing.T) {
	res := trial.Run(t, Multiprogramming, map[string][]int{"others": {0, 1}, "crowd": {1}, "rounds": {2}, "levels": {6}, "batches": {1}, "spins": {5}})
	if n := len(res.Table.Rows); n != 2*2*2*2 {
		t.Errorf("%d samples, want one for each program, number of others, round and deque", n)
	}
	for _, r := range res.Table.Rows {
		if r["ms"].(float64) <= 0 || r["work_ms"].(float64) < 0 {
			t.Errorf("%v", r)
		}
	}
}

// TestPrograms wants what both computations count: nodes, and tasks.
func TestPrograms(t *testing.T) {
	for _, kind := range []string{"abp", "locked"} {
		for i, want := range []int{1<<5 - 1, 2 * batch} {
			p := programsOf(5, 2, 1)[i]
			if p.nodes != want {
				t.Errorf("%s has %d, want %d", p.name, p.nodes, want)
			}
			if _, err := p.run(kind, 3, p.spins); err != nil && !errors.Is(err, errNoProcessorTime) {
				t.Error(err)
			}
		}
	}
}

// TestStartOthers wants other processes to run until they are stopped, and none when ctx has ended.
func TestStartOthers(t *testing.T) {
	stop, err := startOthers(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	stop()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := startOthers(ended, 1); err == nil {
		t.Error("another process starts after the end of its context")
	}
}
