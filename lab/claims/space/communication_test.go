package space

import (
	"math"
	"testing"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestCommunication_verdict wants the verdict to follow from the samples.
func TestCommunication_verdict(t *testing.T) {
	growing := func(run string, power float64) func(lab.Row) lab.Row {
		return func(r lab.Row) lab.Row {
			return trial.Set("moved", func(x float64) float64 { return math.Round(x * math.Pow(r["work"].(float64), power)) }, lab.Row{"run": run})(r)
		}
	}
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, run := range Communication.Kinds.Judged {
				for _, p := range []int{1, 2, 16} {
					for _, levels := range []int{12, 16, 20} {
						for sample := range 3 {
							moved := int64(p*levels/16 + sample)
							if p == 1 {
								moved = 0
							}
							row := movesRow(p, levels, 100, moved, moved)
							row["run"], row["levels"], row["processors"], row["bytes"] = run, levels, p, 100
							rows = append(rows, row)
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"real frames moved in proportion to a root of the work": growing("real", 0.5),
			"simulated ones with public deques":                     growing("classic", 0.5),
			"simulated ones with private deques":                    growing("lcws", 0.5),
			"more of them than in proportion to P":                  trial.GrowsWithProcessors("moved", 2, lab.Row{"run": "lcws"}),
			"one worker that moves a frame":                         trial.Set("moved", func(float64) float64 { return 1 }, lab.Row{"run": "real", "processors": 1}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"frames that are near the bound": func(r lab.Row) lab.Row {
				return trial.Set("moved", func(float64) float64 { return 1.5 * 16 * r["levels"].(float64) * 2 }, lab.Row{"run": "real", "processors": 16})(r)
			},
			"no real frame is moved": trial.Set("moved", trial.Times(0), lab.Row{"run": "real"}),
			"no run of one worker": func(r lab.Row) lab.Row {
				if r["processors"] == 1.0 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Communication)
}

// TestCommunication_run wants of real runs that a frame is moved where the pool counts a steal, and
// nowhere else: the two counts are taken apart from each other. A race build has a goroutine for
// each branch, so that all of them count as moved.
func TestCommunication_run(t *testing.T) {
	res := trial.Run(t, Communication, map[string][]int{"levels": {5, 9}, "processors": {1, 4}, "seeds": {2}, "workers": {1, 3}, "samples": {3}, "spins": {300}})
	for _, r := range res.Table.Rows {
		if apart.On() && r["run"] == "real" {
			continue
		}
		if r["moved"] != r["steals"] || r["processors"] == 1.0 && r["moved"] != 0.0 {
			t.Errorf("%v", r)
		}
	}
	for i, load := range []int{0, 128, 1024} {
		if got := parcels[i].bytes - parcels[0].bytes; got != load {
			t.Errorf("a frame with a load of %d has %d bytes more than one without", load, got)
		}
	}
}
