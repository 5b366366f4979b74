package stealhalf

import (
	"context"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/sim"
)

// BoundedLoad asks whether balanced loads stay near their average on any number of
// processors.
var BoundedLoad = lab.Experiment{
	ID:     "bounded-load",
	Source: "[HS02] Theorems 3.5 and 3.9, with Lemmas 3.3 and 3.7, Theorems 3.4 and 3.8, and Corollary 3.6",
	Claim: "With probabilistic balancing the expected load of every process is below α times the average " +
		"load of its time, with an α that depends on u alone, by how much a load may change in a step: " +
		"not on the number of processes, nor on the application.",
	How: "The step model of the source, simulated with the scheduler's policies: half, few, or one of the " +
		"processors generate u tasks in each step and all others consume u, so that the expectation is known by " +
		"the generating ones; symmetric, asymmetric and asynchronous, on growing numbers of processors.",
	Confirms: "The expected load of a generating processor over the average does not grow with their number " +
		"(fitted exponent at most 0.25), whatever generates. Of the parts of the proof: who selects meets with a probability of " +
		"more than 1/2e²; a load of twice the average or more falls in the mean; a heap on one processor is levelled to eight " +
		"times the average. And of two real deques the load lies between those of the two models, within a tenth.",
	Refutes: "It does grow, for some u and some way to generate, with an exponent from 0.4 on, or one of the parts is otherwise.",
	Params: []lab.Param{
		{Name: "processors", Doc: "simulated processors", Quick: []int{1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14},
			Full: []int{1 << 4, 1 << 6, 1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20}},
		{Name: "u", Doc: "tasks by which a processor's load changes in a step", Quick: []int{1, 2, 4}, Full: []int{1, 2, 4}},
		{Name: "steps", Doc: "steps, of which the second half counts", Quick: []int{200}, Full: []int{100}},
		{Name: "heap", Doc: "steps in which a heap may be levelled", Quick: []int{400}, Full: []int{400}},
		{Name: "initial", Doc: "tasks of each processor at the start", Quick: []int{8}, Full: []int{8}},
	},
	Kinds: lab.Kinds{Columns: []string{"run"}, Judged: []string{"sim", "real", "model of two: half", "model of two: eighth"},
		Alike: [][]string{{"real", "model of two: half", "model of two: eighth"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "processors", Is: lab.Size, Where: lab.Row{"run": "sim"}},
			{Column: "expected", Maybe: true, Some: true}, {Column: "corrected", Maybe: true},
			{Column: "met", Is: lab.NotNegative, Maybe: true}, {Column: "drift", Is: lab.Signed, Maybe: true},
			{Column: "steps", Is: lab.Size, Maybe: true, Some: true, Where: lab.Row{"run": "sim"}},
			{Column: "levelled", Is: lab.Count, Maybe: true, AtMost: "steps"},
			{Column: "u", Where: lab.Row{"run": "sim"}},
		},
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
		for _, balance := range []string{"change", "empty", "chance:1/4"} {
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
		c.config.Steps, c.config.Warm = r.Int("heap"), 0
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
		row["levelled"], row["steps"] = levelledAfter(res), c.config.Steps
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
