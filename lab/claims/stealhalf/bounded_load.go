package stealhalf

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// BoundedLoad asks whether balanced loads stay near their average on any number of
// processors.
var BoundedLoad = lab.Experiment{
	ID:     "bounded-load",
	Source: "[HS02] Theorems 3.5 and 3.9",
	Claim: "With probabilistic balancing the expected load of every process is below α times the average " +
		"load of its time, with an α that depends on u alone, by how much a load may change in a step: " +
		"not on the number of processes, nor on the application.",
	How: "The step model of the source, simulated with the scheduler's policies: half, few, or one of the " +
		"processors generate u tasks in each step and all others consume u, so that the expectation is known by " +
		"the generating ones; symmetric, asymmetric and asynchronous, on growing numbers of processors.",
	Confirms: "The expected load of a generating processor over the average does not grow with their number " +
		"(fitted exponent at most 0.25), whatever generates.",
	Refutes: "It does grow, for some u and some way to generate, with an exponent from 0.4 on.",
	Params: []lab.Param{
		{Name: "processors", Doc: "simulated processors", Quick: []int{1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14},
			Full: []int{1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}},
		{Name: "u", Doc: "tasks by which a processor's load changes in a step", Quick: []int{1, 2, 4}, Full: []int{1, 2, 4}},
		{Name: "steps", Doc: "steps, of which the second half counts", Quick: []int{200}, Full: []int{100}},
		{Name: "initial", Doc: "tasks of each processor at the start", Quick: []int{8}, Full: []int{8}},
	},
	Run:   runBoundedLoad,
	Judge: judgeBoundedLoad,
	Plot:  plotBoundedLoad,
}

// balancingRules are the ways to balance. loadGenerators are what the source calls the
// application: they say which processors generate tasks.
var (
	balancingRules = []struct {
		name string
		set  func(c *sim.LoadConfig)
	}{
		{"symmetric", func(c *sim.LoadConfig) { c.Symmetric = true }},
		{"asymmetric", func(c *sim.LoadConfig) {}},
		{"asynchronous", func(c *sim.LoadConfig) { c.Async, c.Reach = true, "eighth" }},
	}
	loadGenerators = []struct {
		name string
		hot  func(processors int) int
	}{
		{"half", func(p int) int { return p / 2 }},
		{"few", func(p int) int { return p / 16 }},
		{"one", func(p int) int { return 1 }},
	}
)

func runBoundedLoad(ctx context.Context, r *lab.Runner) error {
	cases := loadCases(r)
	r.Expect(len(cases) + len(twoProcessorRuns))
	for _, c := range cases {
		if err := r.Case(ctx, c.key, func() ([]lab.Row, error) { return c.simulate(ctx, r) }); err != nil {
			return err
		}
	}
	return followTwo(ctx, r)
}

// A loadCase is one run of the step model.
type loadCase struct {
	key    lab.Row
	config sim.LoadConfig
}

// loadCases are all ways to generate under probabilistic balancing, an adversary that
// adapts to the loads, the other policies for comparison, and the levelling of a heap.
func loadCases(r *lab.Runner) (out []loadCase) {
	add := func(rule, balance, generate string, u, processors int, c sim.LoadConfig) {
		c.Balance, c.Unit, c.Processors = balance, u, processors
		c.Steps, c.Warm, c.Initial = r.Int("steps"), r.Int("steps")/2, r.Int("initial")
		key := lab.Row{"run": "sim", "rule": rule, "balance": balance, "generate": generate, "u": u, "processors": processors}
		out = append(out, loadCase{key, c})
	}
	for _, p := range r.Ints("processors") {
		for _, u := range r.Ints("u") {
			for _, rule := range balancingRules {
				var c sim.LoadConfig
				rule.set(&c)
				for _, g := range loadGenerators {
					c.Generate, c.Hot = "hot", g.hot(p)
					add(rule.name, "chance", g.name, u, p, c)
				}
				c.Generate, c.Hot = "rich", 0
				add(rule.name, "chance", "rich", u, p, c)
			}
		}
		for _, balance := range []string{"change", "empty"} {
			add("asymmetric", balance, "half", 1, p, sim.LoadConfig{Generate: "hot"})
			add("asymmetric", balance, "rich", 1, p, sim.LoadConfig{Generate: "rich"})
		}
		add("asymmetric", "chance", "heap", 1, p, sim.LoadConfig{Generate: "walk", InitialOn: 1, Samples: 1 << 20})
	}
	return out
}

// simulate runs the model from a seed that no other case has.
func (c loadCase) simulate(ctx context.Context, r *lab.Runner) ([]lab.Row, error) {
	c.config.Seed = r.Rand(c.key).Uint64()
	if c.key["generate"] == "heap" {
		c.config.Warm = 0
	}
	res, err := sim.Load(ctx, c.config)
	if err != nil {
		return nil, err
	}
	row := lab.Row{
		"average": res.MeanLoad, "mean of the highest": res.MeanRatio, "highest": res.MaxRatio,
		"q99": tailOf(res, 0.99), "q999": tailOf(res, 0.999),
	}
	switch {
	case c.config.Generate == "hot":
		row["expected"] = res.HotMean
		row["corrected"] = res.HotMean * res.MeanLoad / (res.MeanLoad + float64(c.config.Unit))
	case c.config.InitialOn == 1:
		row["levelled"] = levelledAfter(res)
	}
	if pairs := res.Selects - res.Mutual; pairs > 0 && !c.config.Async {
		row["met"] = float64(res.Balances) / float64(pairs)
	}
	if drift, ok := weakestDrift(res); ok {
		row["drift"] = drift
	}
	return []lab.Row{row}, nil
}

func tailOf(res sim.LoadResult, share float64) float64 {
	for _, q := range res.Tail {
		if q.Share == share {
			return q.Value
		}
	}
	return 0
}

// levelledAfter returns the first step from which on no processor has more than eight
// times the average, or the number of steps if there is no such step.
func levelledAfter(res sim.LoadResult) int {
	step := 0
	for _, at := range res.Trace {
		if float64(at.Max) > 8*max(1, at.Mean) {
			step = at.Step + 1
		}
	}
	return step
}

// weakestDrift returns the c of Theorems 3.4 and 3.8, by which E[contrib] is at most
// -c·α. It is the least c over all loads of twice the average or more that were seen
// often.
func weakestDrift(res sim.LoadResult) (c float64, ok bool) {
	for _, d := range res.Drift {
		const often = 2000 // so that chance is a few per cent
		if d.Alpha < 2 || d.Count < often {
			continue
		}
		if weak := -d.Contrib / float64(d.Alpha+1); !ok || weak < c {
			c, ok = weak, true
		}
	}
	return c, ok
}

func judgeBoundedLoad(t *lab.Table) lab.Finding {
	chance := t.Where("run", "sim").Where("balance", "chance")
	var all, corrected, rich []lab.Growth
	for _, rule := range chance.Names("rule") {
		for _, generate := range chance.Names("generate") {
			for _, u := range chance.Values("u") {
				rows := chance.Where("rule", rule).Where("generate", generate).Where("u", u)
				where := fmt.Sprintf("%s, generated by %s, u = %v", rule, generate, u)
				grow := func(column string) lab.Growth {
					return lab.Growth{Where: where, Exponent: lab.Exponent(rows.Pairs("processors", column))}
				}
				all, corrected = append(all, grow("expected")), append(corrected, grow("corrected"))
				if generate == "rich" {
					rich = append(rich, grow("q999"))
				}
			}
		}
	}
	worst, ok := lab.Steepest(all)
	if !ok {
		return lab.Undecided("There are no two numbers of processors to compare.")
	}
	high := chance.Where("processors", lab.Last(chance.Values("processors")))
	f := lab.JudgedByGrowth(worst, fmt.Sprintf("E[load] over the average grows at most as P to the power %s (%s), to %s with %s processors.",
		lab.Num(worst.Exponent), worst.Where, lab.Num(lab.Last(high.Values("expected"))), lab.Num(lab.Last(chance.Values("processors")))))
	f.Facts = boundedLoadFacts(t, chance, corrected, rich)
	return f
}

// boundedLoadFacts returns numbers on the corrected claim, on its parts, and on the other
// policies.
func boundedLoadFacts(t, chance *lab.Table, corrected, rich []lab.Growth) (facts []lab.Fact) {
	add := func(name string, value float64, unit string) { facts = append(facts, lab.NewFact(name, value, unit)) }
	if g, ok := lab.Steepest(corrected); ok {
		add("E[load] over (average + u): steepest exponent of P", g.Exponent, "")
		add("E[load] over (average + u): highest", lab.Last(chance.Values("corrected")), "")
	}
	if g, ok := lab.Steepest(rich); ok {
		add("an adversary that feeds the rich: exponent of P in the 99.9 % quantile of load over average", g.Exponent, "")
	}
	for _, u := range chance.Values("u") {
		if a := chance.Where("generate", "half").Where("u", u).Floats("expected"); len(a) > 0 {
			add(fmt.Sprintf("α for u = %v if half of the processors generate", u), gauge.Quantile(a, 1), "")
		}
	}
	if met := chance.Floats("met"); len(met) > 0 {
		add("least P(balance)/P(select); Lemma 3.3: above 0.068", gauge.Quantile(met, 0), "")
	}
	if drift := chance.Floats("drift"); len(drift) > 0 {
		add("weakest drift -E[contrib]/α above twice the average", gauge.Quantile(drift, 0), "tasks")
	}
	most := lab.Last(append([]float64{0}, chance.Values("processors")...))
	for _, balance := range t.Names("balance") {
		rows := t.Where("run", "sim").Where("balance", balance).Where("rule", "asymmetric").Where("u", 1)
		for _, generate := range []string{"half", "rich"} {
			if v := rows.Where("generate", generate).Where("processors", most).Floats("mean of the highest"); len(v) > 0 {
				add(fmt.Sprintf("highest load of a step over average, mean: policy %s, generated by %s", balance, generate), v[0], "")
			}
		}
	}
	if v := chance.Where("generate", "heap").Where("processors", most).Floats("levelled"); len(v) > 0 {
		add("steps to level a heap to 8 times the average, most processors; all steps if it never is", v[0], "steps")
	}
	for _, run := range twoProcessorRuns {
		if v := t.Where("run", run.name).Floats("expected"); len(v) > 0 {
			add("two processors: E[load] over average, "+run.name, gauge.Median(v), "")
		}
	}
	return facts
}

func plotBoundedLoad(t *lab.Table) []lab.Figure {
	rows := t.Where("run", "sim").Where("rule", "asymmetric").Where("u", 1)
	expected := lab.Figure{
		Title: "Expected load of a generating processor", X: "processors", Y: "E[load] / average", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "A flat line is a bound that does not depend on the number of processors. Asymmetric, u = 1.",
	}
	for _, g := range loadGenerators {
		x, y := rows.Where("balance", "chance").Where("generate", g.name).Pairs("processors", "expected")
		expected.Series = append(expected.Series, lab.Series{Name: g.name + " generate", X: x, Y: y})
	}
	x, y := rows.Where("balance", "chance").Where("generate", "one").Pairs("processors", "corrected")
	expected.Series = append(expected.Series, lab.Series{Name: "one: over average + u", X: x, Y: y, Dashed: true})
	policies := lab.Figure{
		Title: "Highest load of a step, if those above the average generate", X: "processors", Y: "load / average", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "An adversary feeds whoever is rich; the policies differ by a factor, not in how they grow. Asymmetric, u = 1.",
	}
	for _, balance := range rows.Names("balance") {
		x, y := rows.Where("balance", balance).Where("generate", "rich").Pairs("processors", "mean of the highest")
		policies.Series = append(policies.Series, lab.Series{Name: balance, X: x, Y: y})
	}
	return []lab.Figure{expected, policies}
}
