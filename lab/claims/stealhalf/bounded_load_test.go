package stealhalf

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/gauge"
)

// boundedRows are samples in which no processor has more than twice the average.
func boundedRows() (rows []lab.Row) {
	for _, p := range []float64{16, 256, 4096, 65536} {
		for _, rule := range []string{"symmetric", "asymmetric"} {
			for _, generate := range []string{"half", "one"} {
				rows = append(rows, lab.Row{
					"run": "sim", "rule": rule, "balance": "chance", "generate": generate, "u": 1, "processors": p,
					"expected": 1.5 + 1/p, "corrected": 1.4, "q999": 4.0, "highest": 6.0, "met": 0.3, "drift": 0.05,
				})
			}
		}
		rows = append(rows, lab.Row{"run": "sim", "rule": "asymmetric", "balance": "chance", "generate": "heap", "u": 1, "processors": p,
			"levelled": 50, "steps": 400})
	}
	return append(rows, lab.Row{"run": "real", "expected": 1.2}, lab.Row{"run": "model of two: half", "expected": 1.1}, lab.Row{"run": "model of two: eighth", "expected": 1.3})
}

// TestBoundedLoad_verdict wants the verdict to follow from the samples.
func TestBoundedLoad_verdict(t *testing.T) {
	trial.Trial{
		Confirming: boundedRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"loads that grow with the processors":              trial.GrowsWithProcessors("expected", 0.5, nil),
			"loads that grow under one way to balance":         trial.GrowsWithProcessors("expected", 0.5, lab.Row{"rule": "symmetric"}),
			"loads that grow for one application":              trial.GrowsWithProcessors("expected", 0.5, lab.Row{"generate": "one"}),
			"processors that seldom meet":                      trial.Set("met", trial.Times(0.003), lab.Row{"rule": "symmetric"}),
			"processors that meet more often than they select": trial.Set("met", trial.Times(4), lab.Row{"rule": "symmetric"}),
			"high loads that grow":                             trial.Set("drift", trial.Times(-100), lab.Row{"processors": 256}),
			"a heap that is never levelled":                    present("levelled", func(float64) float64 { return 400 }, lab.Row{"processors": 65536}),
			"real deques with all the load on one":             trial.Set("expected", trial.Times(1000), lab.Row{"run": "real"}),
			"real deques that are level":                       trial.Set("expected", trial.Times(0.5), lab.Row{"run": "real"}),
			"a model of half that is above":                    trial.Set("expected", trial.Times(2), lab.Row{"run": "model of two: half"}),
			"a model of an eighth that is below":               trial.Set("expected", trial.Times(0.5), lab.Row{"run": "model of two: eighth"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"loads that grow slowly": trial.GrowsWithProcessors("expected", 0.33, nil),
			"no heap": func(r lab.Row) lab.Row {
				if r["generate"] == "heap" {
					return nil
				}
				return r
			},
			"no real deques": func(r lab.Row) lab.Row {
				if r["run"] == "real" {
					return nil
				}
				return r
			},
		},
	}.Check(t, BoundedLoad)
}

// TestBoundedLoad_run simulates for real, if not much, and wants what is known of
// each part: pairs that select each other meet often enough, queues that are
// richer than twice the average lose, and a single generator is the exception.
func TestBoundedLoad_run(t *testing.T) {
	res := trial.Run(t, BoundedLoad, map[string][]int{"processors": {16, 64, 256}, "u": {1}, "steps": {200}})
	chance := res.Table.Where("run", "sim").Where("balance", "chance")
	for _, met := range chance.Floats("met") {
		if least := 1 / (2 * math.E * math.E); met <= least || met > 1 {
			t.Errorf("P(balance)/P(select) is %v, want above %v, at most 1", met, least)
		}
	}
	for _, drift := range chance.Floats("drift") {
		if drift <= 0 {
			t.Errorf("balancing changes a rich queue by %v times its load over average, want less than 0", -drift)
		}
	}
	half, one := chance.Where("generate", "half"), chance.Where("generate", "one")
	if _, a := half.Pairs("processors", "expected"); len(a) != 9 || gauge.Quantile(a, 1) > 4 {
		t.Errorf("if half generate, E[load] over average is %v, want 9 values below 4", a)
	}
	if e := lab.Exponent(one.Pairs("processors", "expected")); e < lab.GrowingFrom {
		t.Errorf("if one generates, E[load] over average grows with exponent %v, want about 1", e)
	}
}

// TestTwoProcessors: on real deques they behave as in the simulator.
func TestTwoProcessors(t *testing.T) {
	const seeds = 3
	mean := map[string]float64{}
	for _, run := range twoProcessorRuns {
		for seed := range uint64(seeds) {
			expected, err := run.follow(t.Context(), rand.New(rand.NewPCG(seed, 0)), 8)
			if err != nil {
				t.Fatal(err)
			}
			mean[run.name] += expected / seeds
		}
	}
	real, half, eighth := mean["real"], mean["model of two: half"], mean["model of two: eighth"]
	if real < half*0.95 || real > eighth*1.05 {
		t.Errorf("E[load] over average is %v on real deques, want between %v and %v, of the simulator", real, half, eighth)
	}
}
