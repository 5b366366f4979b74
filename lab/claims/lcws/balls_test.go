package lcws

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/internal/rule"
)

// TestBalls_verdict wants the verdict to follow from the samples.
func TestBalls_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, victim := range ballVictims {
				for _, p := range []int{16, 256} {
					for _, beta := range []int{25, 50} {
						rows = append(rows, lab.Row{"victim": victim, "potential": "one", "processors": p, "beta": beta, "throws": 1000, "reached": 0.63})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"half of the potential that is seldom hit": trial.Set("reached", trial.Times(0.3), lab.Row{"victim": "random", "beta": 50, "processors": 256}),
			"a quarter of it":                          trial.Set("reached", trial.Times(0.6), lab.Row{"victim": "random", "beta": 25}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"as often as the bound, but for chance": trial.Set("reached", func(float64) float64 { return ballBound(50) - 0.01 }, lab.Row{"victim": "random", "beta": 50}),
			"no random victims": func(r lab.Row) lab.Row {
				if r["victim"] == "random" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Balls)
}

// TestBalls_run wants the bound of the real policy, and of a fixed victim that all potential is hit
// if it has it, and nothing else.
func TestBalls_run(t *testing.T) {
	res := trial.Run(t, Balls, map[string][]int{"processors": {2, 64}, "throws": {500}})
	if res.Finding.Verdict != lab.Confirmed {
		t.Errorf("%s: %s", res.Finding.Verdict, res.Finding.Reason)
	}
	fixed := res.Table.Where("victim", "fixed")
	if one := fixed.Where("potential", "one").Values("reached"); len(one) != 1 || one[0] != 1 {
		t.Errorf("the fixed victim has all potential, and is hit in %v of the throws", one)
	}
	if equal := fixed.Where("potential", "equal").Where("processors", 64).Values("reached"); len(equal) != 1 || equal[0] != 0 {
		t.Errorf("the fixed victim has a 64th of the potential; a tenth was hit in %v of the throws", equal)
	}
}

// TestThrowBalls compares with what can be worked out: one victim of P is missed by all of P thieves
// with a probability of (1-1/P)^P.
func TestThrowBalls(t *testing.T) {
	const p, throws = 64, 20_000
	potential := make([]float64, p)
	potential[5] = 1
	row := throwBalls(rule.VictimRandom, potential, []int{50}, throws, rand.New(rand.NewPCG(1, 2)))[0]
	want := 1 - math.Pow(1-1.0/p, p)
	if got := row["reached"].(float64); math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/throws) {
		t.Errorf("hit in %v of the throws, want %v", got, want)
	}
}
