package blitz

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestVictims_verdict wants the verdict to follow from the samples.
func TestVictims_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for i := range 7 {
				for _, p := range []float64{16, 256} {
					for victim, lost := range map[string]float64{"random": 0.1, "roundrobin": 5, "last": 0.1, "fixed": p - 1} {
						for _, of := range []string{"simulation", "pool"} {
							noise := 1 + float64(i)/100
							row := lab.Row{"of": of, "processors": p, "victim": victim, "seed": i, "steals": 100, "lost": lost * noise, "vain": 4 * noise}
							if of == "pool" {
								row["had"] = 0.98
							}
							rows = append(rows, row)
						}
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a fixed victim over which nobody quarrels": trial.Set("lost", trial.Times(0), lab.Row{"of": "simulation", "victim": "fixed", "processors": 256}),
			"random victims that real thieves agree on": trial.Set("lost", trial.Times(1e4), lab.Row{"of": "pool", "victim": "random", "processors": 16}),
			"random victims that all thieves agree on":  trial.Set("lost", trial.Times(1e4), lab.Row{"of": "simulation", "victim": "random"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"a random victim that loses two races": trial.Set("lost", trial.Times(20), lab.Row{"of": "simulation", "victim": "random"}),
			"only the simulation": func(r lab.Row) lab.Row {
				if r["of"] == "pool" {
					return nil
				}
				return r
			},
			"only real pools": func(r lab.Row) lab.Row {
				if r["of"] == "pool" {
					return r
				}
				return nil
			},
		},
	}.Check(t, Victims)
}

// TestVictims_run simulates, and wants real pools to have stolen, and to have looked
// at least as often as that.
func TestVictims_run(t *testing.T) {
	res := trial.Run(t, Victims, map[string][]int{"processors": {16}, "seeds": {1}, "levels": {8}, "workers": {2}, "rounds": {1}, "time": {20}})
	sim := res.Table.Where("of", "simulation")
	if random, fixed := sim.Where("victim", "random").Median("lost"), sim.Where("victim", "fixed").Median("lost"); random >= 1 || fixed < 4*random || fixed < 1 {
		t.Errorf("simulated, a steal from a random victim loses %v races and one from a fixed victim %v", random, fixed)
	}
	for _, r := range res.Table.Where("of", "pool").Rows {
		if r["steals"].(float64) <= 0 || r["vain"].(float64) < 0 || r["lost"].(float64) > 1+r["vain"].(float64) {
			t.Errorf("pool: %v", r)
		}
	}
}
