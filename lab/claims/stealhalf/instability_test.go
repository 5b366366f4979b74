package stealhalf

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// arrivalRows are samples of systems of 256 processors in which, if one task is
// stolen, what cannot be stolen piles up, and if half are, nothing does.
func arrivalRows() (rows []lab.Row) {
	for _, amount := range []string{"one", "half"} {
		for _, at := range []string{"one", "all"} {
			for step := 0; step <= 1000; step += 100 {
				row := lab.Row{
					"amount": amount, "balance": "empty", "processors": 256, "load": 90, "at": at, "step": float64(step),
					"rate": 0.9, "per host": map[string]float64{"one": 230.4, "all": 0.9}[at], "tasks": 3.0,
				}
				if amount == "one" && at == "one" {
					row["tasks"] = 0.89 * float64(step)
				}
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// pilesUp returns the change that adds a share of what has arrived.
func pilesUp(share float64, where lab.Row) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		step := r["step"].(float64)
		return trial.Set("tasks", func(v float64) float64 { return v + share*0.9*step }, where)(r)
	}
}

// TestInstability_verdict wants the verdict to follow from the samples.
func TestInstability_verdict(t *testing.T) {
	trial.Trial{
		Confirming: arrivalRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"half is unstable too":                 pilesUp(0.8, lab.Row{"amount": "half"}),
			"half is unstable for some arrivals":   pilesUp(0.2, lab.Row{"amount": "half", "at": "all"}),
			"one is stable":                        trial.Set("tasks", func(float64) float64 { return 500 }, lab.Row{"amount": "one"}),
			"one is stable, however much it keeps": trial.Set("tasks", func(float64) float64 { return 500 }, nil),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"half that piles up a little": pilesUp(0.07, lab.Row{"amount": "half"}),
		},
	}.Check(t, Instability)
}

// TestInstability_run wants of small systems what can be computed: a host consumes
// one task in a step, and loses one more at most, so that it can keep up with one
// and cannot with more than two.
func TestInstability_run(t *testing.T) {
	res := trial.Run(t, Instability, map[string][]int{"processors": {64}, "steps": {400}})
	if res.Finding.Verdict != lab.Confirmed {
		t.Errorf("the verdict is %s: %s", res.Finding.Verdict, res.Finding.Reason)
	}
	for _, p := range pileUps(res.Table, "one") {
		lost := 1 - 2/p.host // of a host's arrivals, at least
		if p.host <= 1 && p.share > stable || p.host > 2.1 && p.share < lost-0.05 {
			t.Errorf("one stolen, %s: %v of what arrives piles up, want at least %v", p.where, p.share, max(0, lost))
		}
	}
}
