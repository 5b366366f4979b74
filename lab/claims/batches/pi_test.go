package batches

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestPi_verdict wants the verdict to follow from the samples.
func TestPi_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, by := range piWays {
				for _, kind := range dequeKinds {
					for sample := range 11 {
						for stealing, total := range map[bool]float64{false: 0.040, true: 0.041} {
							rows = append(rows, lab.Row{"by": by, "kind": kind.name, "workers": 4, "ran": 1, "sample": sample, "stealing": stealing,
								"total": total + float64(sample)/1e4, "had": 0.98, "off": 1e-11 * float64(1+sample), "allowed": 1e-9})
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"an answer that is not π":        trial.Set("off", func(float64) float64 { return 0.1 }, lab.Row{"by": midpoint, "sample": 3}),
			"points that are too few":        trial.Set("off", func(float64) float64 { return 0.1 }, lab.Row{"by": points, "sample": 3, "stealing": true}),
			"an answer that stealing alters": trial.Set("off", trial.Times(2), lab.Row{"by": points, "stealing": true}),
			"stealing that helps":            trial.Set("total", trial.Times(0.5), lab.Row{"by": midpoint, "kind": "bounded", "stealing": true}),
			"stealing that costs":            trial.Set("total", trial.Times(2), lab.Row{"by": points, "kind": "unbounded", "stealing": true}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"no samples without stealing": func(r lab.Row) lab.Row {
				if r["stealing"] == 0.0 && r["by"] == midpoint {
					return nil
				}
				return r
			},
			"stealing that costs in some samples": func(r lab.Row) lab.Row {
				if r["stealing"] == 1.0 && r["sample"].(float64) >= 5 {
					r["total"] = 0.080
				}
				return r
			},
		},
	}.Check(t, Pi)
}

// TestPi_run wants π, and the same number from the same parts on any deque.
func TestPi_run(t *testing.T) {
	res := trial.Run(t, Pi, map[string][]int{"workers": {2, 3}, "tasks": {8}, "steps": {4000}, "samples": {2}})
	if n := wrongAnswers(res.Table); n > 0 || len(res.Table.Rows) != 2*2*2*4 {
		t.Errorf("%d of %d answers are wrong", n, len(res.Table.Rows))
	}
}

// TestPi_parts wants parts of a loop to add up to the whole.
func TestPi_parts(t *testing.T) {
	const n = 1000
	if whole, parts := areas(0, n, n), areas(0, 300, n)+areas(300, n, n); math.Abs(whole-parts) > 1e-12 || math.Abs(whole-math.Pi) > 1e-6 {
		t.Errorf("all areas are %v, those of two parts %v, want π", whole, parts)
	}
	if a, b := hits(n, 1, 2), hits(n, 1, 3); a == b && hits(n, 1, 4) == a || a != hits(n, 1, 2) || a > n {
		t.Errorf("two streams have %v and %v points in the circle", a, b)
	}
}
