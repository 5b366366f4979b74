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
	return append(rows, Row{"run": "real", "expected": 1.2}, Row{"run": "model of two: half", "expected": 1.1}, Row{"run": "model of two: eighth", "expected": 1.3})
}

// TestBoundedLoad_verdict wants the verdict to follow from the samples.
func TestBoundedLoad_verdict(t *testing.T) {
	trial{
		confirming: boundedRows,
		falsified: map[string]func(Row) Row{
			"loads that grow with the processors":      grows("expected", 0.5, nil),
			"loads that grow under one way to balance": grows("expected", 0.5, Row{"rule": "symmetric"}),
			"loads that grow for one application":      grows("expected", 0.5, Row{"generate": "one"}),
		},
		undecided: map[string]func(Row) Row{
			"loads that grow slowly": grows("expected", 0.33, nil),
		},
	}.check(t, boundedLoad)
}

// TestBoundedLoad_run simulates for real, if not much, and wants what is known of
// each part: pairs that select each other meet often enough, queues that are
// richer than twice the average lose, and a single generator is the exception.
func TestBoundedLoad_run(t *testing.T) {
	res := smallRun(t, boundedLoad, map[string][]int{"processors": {16, 64, 256}, "u": {1}, "steps": {200}})
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
	if _, a := half.pairs("processors", "expected"); len(a) != 9 || Quantile(a, 1) > 4 {
		t.Errorf("if half generate, E[load] over average is %v, want 9 values below 4", a)
	}
	if e := exponent(one.pairs("processors", "expected")); e < growing {
		t.Errorf("if one generates, E[load] over average grows with exponent %v, want about 1", e)
	}
}

// TestTwoProcessors: on real deques they behave as in the simulator.
func TestTwoProcessors(t *testing.T) {
	const seeds = 3
	mean := map[string]float64{}
	for _, run := range twoRuns {
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
