package lab

import "testing"

// TestVictims_verdict wants the verdict to follow from the samples.
func TestVictims_verdict(t *testing.T) {
	trial{
		confirming: func() (rows []Row) {
			for i := range 5 {
				for _, p := range []float64{16, 256} {
					for victim, lost := range map[string]float64{"random": 0.1, "roundrobin": 5, "last": 0.1, "fixed": p - 1} {
						for _, of := range []string{"simulation", "pool"} {
							noise := 1 + float64(i)/100
							rows = append(rows, Row{"of": of, "processors": p, "victim": victim, "seed": i, "steals": 100, "lost": lost * noise, "vain": 4 * noise})
						}
					}
				}
			}
			return rows
		},
		falsified: map[string]func(Row) Row{
			"a fixed victim over which nobody quarrels": set("lost", times(0), Row{"of": "simulation", "victim": "fixed", "processors": 256}),
			"random victims that all thieves agree on":  set("lost", times(1e4), Row{"of": "simulation", "victim": "random"}),
		},
		undecided: map[string]func(Row) Row{
			"a random victim that loses two races": set("lost", times(20), Row{"of": "simulation", "victim": "random"}),
			"only real pools": func(r Row) Row {
				if r["of"] == "pool" {
					return r
				}
				return nil
			},
		},
	}.check(t, victims)
}

// TestVictims_run simulates, and wants real pools to have stolen, and to have looked
// at least as often as that.
func TestVictims_run(t *testing.T) {
	res := smallRun(t, victims, map[string][]int{"processors": {16}, "seeds": {1}, "levels": {8}, "workers": {2}, "rounds": {1}, "time": {20}})
	if res.Finding.Verdict != Confirmed {
		t.Errorf("%s: %s", res.Finding.Verdict, res.Finding.Reason)
	}
	for _, r := range res.Table.Where("of", "pool").Rows {
		if r["steals"].(float64) <= 0 || r["vain"].(float64) < 0 || r["lost"].(float64) > 1+r["vain"].(float64) {
			t.Errorf("pool: %v", r)
		}
	}
}
