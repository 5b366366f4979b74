package stealhalf

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestCAS_verdict wants the verdict to follow from the samples.
func TestCAS_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, log := range []int{4, 8, 12, 16, 20} {
				k := float64(int(1) << log)
				for _, m := range []float64{0, 1, 4} {
					for _, operations := range []string{"pushes", "pops"} {
						row := func(deque string, n float64) {
							rows = append(rows, lab.Row{"deque": deque, "k": k, "m": m, "thief": "between", "operations": operations, "cas": n})
						}
						row("stealhalf", math.Log2(k)+1+2*m)
						row("abp", 1)
						row("chaselev", 1)
						row("locked", k)
					}
				}
				rows = append(rows, lab.Row{"deque": "stealhalf", "k": k, "m": 0, "thief": "between", "operations": "in turn", "cas": k})
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a steal-half deque that grows with the square of log k": trial.Set("cas", func(v float64) float64 { return v * v }, lab.Row{"deque": "stealhalf", "m": 0, "operations": "pushes"}),
			"a steal-half deque with four for each steal":            trial.Set("cas", trial.Times(2), lab.Row{"deque": "stealhalf", "m": 4}),
			"an ABP deque that grows with log k":                     trial.Set("cas", trial.Times(3), lab.Row{"deque": "abp"}),
			"a lock that costs nothing":                              trial.Set("cas", trial.Whole(trial.Times(0.1)), lab.Row{"deque": "locked"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"no deque of Arora, Blumofe and Plaxton": func(r lab.Row) lab.Row {
				if r["deque"] == "abp" {
					return nil
				}
				return r
			},
		},
	}.Check(t, CAS)
}

// TestCAS_run counts on the real deques, and knows what some sequences cost: StealHalf
// needs a compare-and-swap at 4, 8 … k items on the way up, and one per steal more.
func TestCAS_run(t *testing.T) {
	res := trial.Run(t, CAS, map[string][]int{"k": {4, 10}, "m": {0, 16}})
	of := func(deque, operations string, m int) *lab.Table {
		return res.Table.Where("deque", deque).Where("k", 1<<10).Where("thief", "between").Where("operations", operations).Where("m", m)
	}
	for deque, want := range map[string]float64{"stealhalf": 9, "abp": 0, "chaselev": 0, "locked": 1 << 10} {
		if n := of(deque, "pushes", 0).Median("cas"); n != want {
			t.Errorf("%s: 1,024 pushes cost %v compare-and-swaps, want %v", deque, n, want)
		}
	}
	for _, operations := range []string{"pushes", "pops"} {
		more := of("stealhalf", operations, 16).Median("cas") - of("stealhalf", operations, 0).Median("cas")
		if more < 8 || more > 32 {
			t.Errorf("16 steals cost the owner %v compare-and-swaps in %s, want one or two each", more, operations)
		}
	}
	if n := of("stealhalf", "in turn", 0).Median("cas"); n != 1<<10 {
		t.Errorf("1,024 pushes and pops in turn about 16 items cost %v, want as many", n)
	}
	if res.Finding.Verdict != lab.Confirmed {
		t.Errorf("%s: %s", res.Finding.Verdict, res.Finding.Reason)
	}
}
