package defaults

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/forecast"
)

// TestHalve_verdict wants the verdict to follow from the samples.
func TestHalve_verdict(t *testing.T) {
	branch, all := lab.Row{"program": "branch"}, lab.Row{}
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, name := range []string{"series", "branch"} {
				for round := range 9 {
					noise := 1 + float64(round-4)/100
					rows = append(rows, lab.Row{"program": name, "workers": 2, "round": round,
						"whole": 0.02, "half": 0.015 * noise, "delay": 0.001, "was": 0.021, "would": 0.016})
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"one gains much less than foretold": trial.Set("half", trial.Times(1.3), branch),
			"one gains much more than foretold": trial.Set("half", trial.Times(0.7), branch),
			"all are foretold too well":         trial.Set("would", trial.Times(0.5), all),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"the machine was busy": trial.Set("delay", trial.Times(100), branch),
			"one is off, but not surely": func(r lab.Row) lab.Row {
				if r["program"] == "branch" && r["round"].(float64) < 5 {
					r["half"] = 0.02
				}
				return r
			},
		},
	}.Check(t, Halve)
}

// TestHalve_run takes a round of each program: its recording has the site, and can be replayed with half
// of the work there.
func TestHalve_run(t *testing.T) {
	for _, h := range halvePrograms {
		rows, err := h.rounds(t.Context(), 2, 1, forecast.Latency{})
		if err != nil || len(rows) != 1 {
			t.Errorf("%s: %v, %v", h.name, rows, err)
			continue
		}
		if was, would := number(rows[0], "was"), number(rows[0], "would"); would > 1.05*was || would < was/3 {
			t.Errorf("%s: foretold are %v s, and %v with half the work of a site", h.name, was, would)
		}
	}
}
