package defaults

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/workload"
)

// TestPolicies_verdict wants the verdict to follow from the samples.
func TestPolicies_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, name := range []string{"fib", "spc"} {
				load := policyLoad{name: name}
				for i, p := range allPolicies(true) {
					for round := range 7 {
						noise := 1 + float64(round-3)/100
						ratio := 1 + float64(i)/100
						rows = append(rows, lab.Row{"workload": name, "workers": 4, "class": load.class(), "had": 0.98, "config": p.String(), "round": round,
							"default": 1e6 * noise, "ns": 1e6 * ratio})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"one is faster everywhere":     trial.Set("ns", trial.Times(0.5), lab.Row{"config": "split change half last"}),
			"one is faster with spawns":    trial.Set("ns", trial.Times(0.5), lab.Row{"config": "locked empty half last", "workload": "spc"}),
			"one is faster with forks":     trial.Set("ns", trial.Times(0.5), lab.Row{"config": "locked empty half last", "workload": "fib"}),
			"the default itself is slower": trial.Set("default", trial.Times(1.8), lab.Row{"config": "chaselev empty half random"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"one is faster, but not in all rounds": func(r lab.Row) lab.Row {
				if r["config"] == "locked empty half last" && r["round"] != 6.0 {
					r["ns"] = 0.9e6
				}
				return r
			},
			"the noise is too great among spawns": func(r lab.Row) lab.Row {
				if r["workload"] == "spc" { // one is faster, but the default is slower than itself
					r = trial.Set("ns", trial.Times(0.5), lab.Row{"config": "locked empty half last"})(r)
					r = trial.Set("ns", trial.Times(1.15), lab.Row{"config": defaultPolicy.String()})(r)
				}
				return r
			},
			"the noise is too great": trial.Set("ns", trial.Times(1.15), lab.Row{"config": defaultPolicy.String()}),
			"a workload is missing": func(r lab.Row) lab.Row {
				if r["config"] == "split empty half last" && r["workload"] == "fib" {
					return nil
				}
				return r
			},
			"nothing shows the noise": func(r lab.Row) lab.Row {
				if r["config"] == defaultPolicy.String() {
					return nil
				}
				return r
			},
		},
	}.Check(t, Policies)
}

// TestPolicies_all wants every combination once, and each workload of the
// laboratory.
func TestPolicies_all(t *testing.T) {
	for crossed, want := range map[bool]int{true: 3*12 + 2*24, false: 3*6 + 2*7} {
		seen := map[policyChoice]bool{}
		for _, p := range allPolicies(crossed) {
			seen[p] = true
		}
		if len(seen) != want || len(allPolicies(crossed)) != want || !seen[defaultPolicy] {
			t.Errorf("crossed %v: %d configurations, %d of them different, want %d with the default", crossed, len(allPolicies(crossed)), len(seen), want)
		}
	}
	has := map[string]bool{}
	for _, l := range policyLoads {
		has[l.name] = true
	}
	for _, w := range workload.All() {
		if !has[w.Name] {
			t.Errorf("the workload %s is in no size in policyLoads", w.Name)
		}
	}
}

// TestPolicies_run takes a pair of each quick workload with one configuration:
// the answers are checked on the way.
func TestPolicies_run(t *testing.T) {
	for _, l := range policyLoads {
		rows, err := timePolicy(t.Context(), l.name, l.quick, policyChoice{"stealhalf", "chance", "half", "richer"}, 2, 1)
		ns := &lab.Table{}
		for _, row := range rows {
			ns.Add(row)
		}
		if err != nil || len(rows) != 1 || ns.Median("ns") <= 0 {
			t.Errorf("%s: %v, %v", l.name, rows, err)
		}
	}
}
