package lab

import (
	"math"
	"math/rand/v2"
	"testing"
)

// boundedRows are samples in which no processor has more than twice the average.
func boundedRows() (rows []Row) {
	for _, p := range []float64{16, 256, 4096, 65536} {
		for _, rule := range []string{"symmetric", "asymmetric"} {
			for _, generate := range []string{"half", "one"} {
				rows = append(rows, Row{
					"run": "sim", "rule": rule, "balance": "chance", "generate": generate, "u": 1, "processors": p,
					"expected": 1.5 + 1/p, "corrected": 1.4, "q999": 4.0, "highest": 6.0,
				})
			}
		}
	}
	return append(rows, Row{"run": "real", "expected": 1.2}, Row{"run": "model of two", "expected": 1.2})
}

// grows returns the change that makes a column grow with the processors to a power.
func grows(column string, power float64, where Row) func(Row) Row {
	return func(r Row) Row {
		p, ok := r["processors"].(float64)
		if !ok {
			return r
		}
		return set(column, times(math.Pow(p, power)), where)(r)
	}
}

var _ = tried("bounded-load", trial{
	confirming: boundedRows,
	falsified: map[string]func(Row) Row{
		"loads that grow with the processors":      grows("expected", 0.5, nil),
		"loads that grow under one way to balance": grows("expected", 0.5, Row{"rule": "symmetric"}),
		"loads that grow for one application":      grows("expected", 0.5, Row{"generate": "one"}),
	},
	undecided: map[string]func(Row) Row{
		"loads that grow slowly": grows("expected", 0.33, nil),
	},
})

// TestBoundedLoad_run simulates for real, if not much, and wants what is known of
// each part: pairs that select each other meet often enough, queues that are
// richer than twice the average lose, and a single generator is the exception.
func TestBoundedLoad_run(t *testing.T) {
	res := smallRun(t, boundedLoad, map[string][]int{"processors": {16, 64, 256}, "u": {1}, "steps": {200}})
	sim := res.Table.Where("run", "sim").Where("balance", "chance")
	for _, met := range sim.Floats("met") {
		if least := 1 / (2 * math.E * math.E); met <= least || met > 1 {
			t.Errorf("P(balance)/P(select) is %v, want above %v, at most 1", met, least)
		}
	}
	for _, drift := range sim.Floats("drift") {
		if drift <= 0 {
			t.Errorf("balancing changes a rich queue by %v times its load over average, want less than 0", -drift)
		}
	}
	half, one := sim.Where("generate", "half"), sim.Where("generate", "one")
	if _, a := half.pairs("processors", "expected"); len(a) != 9 || Quantile(a, 1) > 4 {
		t.Errorf("if half generate, E[load] over average is %v, want 9 values below 4", a)
	}
	if e := exponent(one.pairs("processors", "expected")); e < growing {
		t.Errorf("if one generates, E[load] over average grows with exponent %v, want about 1", e)
	}
}

// TestTurnsOfTwo: two processors behave alike on real deques and in the simulator.
func TestTurnsOfTwo(t *testing.T) {
	const seeds = 5
	real, model := 0.0, 0.0
	for seed := range uint64(seeds) {
		a, err := turnsOfTwo(rand.New(rand.NewPCG(seed, 0)), twoSteps, 8)
		if err != nil {
			t.Fatal(err)
		}
		b, err := modelOfTwo(t.Context(), seed, 8)
		if err != nil {
			t.Fatal(err)
		}
		real, model = real+a/seeds, model+b/seeds
	}
	if math.Abs(real/model-1) > 0.1 {
		t.Errorf("E[load] over average is %v on real deques, %v in the simulator: want less than a tenth between them", real, model)
	}
}
