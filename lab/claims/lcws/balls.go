package lcws

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/internal/rule"
)

// Balls throws thieves at victims by the rules of the simulator.
var Balls = lab.Experiment{
	ID:     "balls",
	Source: "[RP22] Lemma 6.9, after [ABP98]",
	Claim: "Of P processors that each look at one victim, chosen at random, the victims that are looked at hold with a probability of more than " +
		"1 - 1/((1-β)·e) at least a share β of all potential, however that is divided among them.",
	How: "P thieves choose a victim each by the simulator's rule, thousands of times; the potential is equal, halved from one processor to the " +
		"next, held by one alone, or drawn at random. The share of the throws is counted in which at least β of it was hit.",
	Confirms: "With random victims that share is above the bound, in each case.",
	Refutes:  "In one case it is below by more than chance: three standard deviations.",
	Params: []lab.Param{
		{Name: "processors", Doc: "processors, a thief and a victim each", Quick: []int{2, 16, 256, 4096}, Full: []int{2, 4, 16, 64, 256, 1024, 4096}},
		{Name: "beta", Doc: "% of the potential", Quick: []int{10, 25, 50}, Full: []int{10, 25, 50, 60}},
		{Name: "throws", Doc: "of all thieves at once", Quick: []int{1000}, Full: []int{10_000}},
	},
	Kinds: lab.Kinds{Columns: []string{"victim"}, Judged: []string{"random"}, Shown: []string{"roundrobin", "fixed"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "reached", Is: lab.Share}, {Column: "beta"}, {Column: "throws", Is: lab.Size},
			{Column: "processors", Is: lab.Size},
		},
		Key:     []string{"victim", "potential", "processors", "beta"},
		Crossed: []string{"potential", "processors", "beta"},
	},
	Run:   runBalls,
	Judge: judgeBalls,
	Plot:  plotBalls,
}

var ballVictims = []string{"random", "roundrobin", "fixed"}

// potentials say how much each of p processors has.
var potentials = []struct {
	name string
	of   func(i, p int, r *rand.Rand) float64
}{
	{"equal", func(int, int, *rand.Rand) float64 { return 1 }},
	{"halved", func(i, _ int, _ *rand.Rand) float64 { return math.Exp2(-float64(i)) }},
	{"one", func(i, _ int, _ *rand.Rand) float64 { return float64(max(0, 1-i)) }},
	{"random", func(_, _ int, r *rand.Rand) float64 { return r.Float64() }},
}

func runBalls(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(ballVictims) * len(potentials) * len(r.Ints("processors")))
	for _, victim := range ballVictims {
		v, err := rule.ParseVictim(victim)
		if err != nil {
			return err
		}
		for _, w := range potentials {
			for _, p := range r.Ints("processors") {
				key := lab.Row{"victim": victim, "potential": w.name, "processors": p}
				err := r.Case(ctx, key, func() ([]lab.Row, error) {
					random := r.Rand(key)
					potential := make([]float64, p)
					for i := range potential {
						potential[i] = w.of(i, p, random)
					}
					return throwBalls(v, potential, r.Ints("beta"), r.Int("throws"), random), ctx.Err()
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// throwBalls returns for each β how often the victims hit had that share of the potential. What a
// thief remembers of one throw it has in the next.
func throwBalls(v rule.Victim, potential []float64, betas []int, throws int, random *rand.Rand) (rows []lab.Row) {
	p, all := len(potential), 0.0
	for _, x := range potential {
		all += x
	}
	memory, hit := make([]rule.Memory, p), make([]int, p)
	reached := make([]int, len(betas))
	for throw := 1; throw <= throws; throw++ {
		got := 0.0
		for thief := range p {
			victim := v.First(&memory[thief], random.Uint64(), p, func(int) int { return 0 })
			if hit[victim] != throw {
				hit[victim] = throw
				got += potential[victim]
			}
		}
		for i, beta := range betas {
			if got >= float64(beta)/100*all {
				reached[i]++
			}
		}
	}
	for i, beta := range betas {
		rows = append(rows, lab.Row{"beta": beta, "throws": throws, "reached": float64(reached[i]) / float64(throws)})
	}
	return rows
}

// ballBound is the lemma's probability for a share β, in per cent.
func ballBound(beta float64) float64 { return 1 - 1/((1-beta/100)*math.E) }

func judgeBalls(t *lab.Table) lab.Finding {
	random := t.Where("victim", "random")
	if len(random.Rows) == 0 {
		return lab.Undecided("There is no throw with random victims.")
	}
	least, where, sure := math.Inf(1), "", false
	for _, r := range random.Rows {
		beta, reached, throws := r["beta"].(float64), r["reached"].(float64), r["throws"].(float64)
		bound := ballBound(beta)
		if over := reached - bound; over < least {
			least = over
			where = fmt.Sprintf("%s against %s, potential %v on %v processors, β = %s %%", lab.Num(reached), lab.Num(bound), r["potential"], r["processors"], lab.Num(beta))
		}
		chance := math.Sqrt(math.Max(0, bound*(1-bound)) / throws)
		sure = sure || reached < bound-3*chance
	}
	reason := "Nearest to the bound: " + where + "."
	f := lab.Undecided("%s", reason)
	if sure || least > 0 {
		f = lab.Judged(!sure, "%s", reason)
	}
	for _, victim := range t.Names("victim") {
		of := t.Where("victim", victim).Where("beta", 50)
		for _, potential := range of.Names("potential") {
			v := of.Where("potential", potential).Values("reached")
			f.Facts = append(f.Facts, lab.NewFact(fmt.Sprintf("%s victims, potential %s: least probability of half of it; the bound is %s", victim, potential, lab.Num(ballBound(50))), v[0], ""))
		}
	}
	return f
}

func plotBalls(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "How probably victims with half of the potential are hit", X: "processors", Y: "probability", LogX: true, Kind: lab.Lines,
		Note: "The claim is that every line of random victims is above the dashed one."}
	bound := lab.Series{Name: "bound", Dashed: true}
	of := t.Where("victim", "random").Where("beta", 50)
	for _, potential := range of.Names("potential") {
		x, y := of.Where("potential", potential).Pairs("processors", "reached")
		f.Series = append(f.Series, lab.Series{Name: potential, X: x, Y: y})
	}
	for _, p := range of.Values("processors") {
		bound.X, bound.Y = append(bound.X, p), append(bound.Y, ballBound(50))
	}
	f.Series = append(f.Series, bound)
	return []lab.Figure{f}
}
