package many

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// coarseRows take 1.2 times T₁/P + T∞, and with leaves of 1 µs 4 times.
func coarseRows() (rows []lab.Row) {
	list := coarsePlans(inRoom, []int{2, 64}, []int{1, 30, 1_000}, []int{1, 16}, 3)
	for _, p := range append(list, coarsePlans(inPool, []int{2, 64}, []int{10_000}, []int{1, 16}, 1)...) {
		r := p.key()
		r["processors"], r["leaf"], r["each"], r["ratio"] = float64(p.processors), float64(p.leaf), float64(p.each), 1.2
		if p.leaf == 1 {
			r["ratio"] = 4.0
		}
		rows = append(rows, r)
	}
	return rows
}

// TestCoarse_verdict wants the verdict to follow from the samples.
func TestCoarse_verdict(t *testing.T) {
	trial.Trial{
		Confirming: coarseRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"trees take their depth":      trial.Set("ratio", trial.Times(3), lab.Row{"place": inRoom, "form": byBoth, "leaf": 1_000.0, "processors": 64.0}),
			"Each is serial":              trial.Set("ratio", trial.Times(30), lab.Row{"place": inRoom, "form": byEach}),
			"real trees take their depth": trial.Set("ratio", trial.Times(3), lab.Row{"place": inPool, "form": byBoth}),
			"real Each is serial":         trial.Set("ratio", trial.Times(2), lab.Row{"place": inPool, "form": byEach, "each": 16.0}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"leaves of 30 µs take longer": trial.Set("ratio", trial.Times(1.6), lab.Row{"leaf": 30.0}),
			"no real pools":               without(lab.Row{"place": inPool}),
			"no trees":                    without(lab.Row{"form": byBoth}),
		},
	}.Check(t, Coarse)
}

// TestCoarse_run runs every case with few processors. It wants no case to be faster than its work allows.
func TestCoarse_run(t *testing.T) {
	res := trial.Run(t, Coarse, map[string][]int{"processors": {2, 4}, "leaf": {1, 100}, "wait": {2_000}, "each": {1, 4}, "seeds": {1}})
	if want := 2*2*2*2 + 2*2*2; len(res.Table.Rows) != want {
		t.Errorf("%d rows, want %d", len(res.Table.Rows), want)
	}
	for _, r := range res.Table.Rows {
		each := r["each"].(float64)
		if least := each / (each + 1); r["ratio"].(float64) < least*0.999 {
			t.Errorf("%v times T₁/P + T∞, want %v at least: %v", r["ratio"], least, r)
		}
	}
}
