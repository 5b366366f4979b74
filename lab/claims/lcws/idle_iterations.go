package lcws

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// IdleIterations counts the iterations in which a processor has no work.
var IdleIterations = lab.Experiment{
	ID:     "idle-iterations",
	Source: "[RP22] Lemma 3.8, with the constants of Lemma 6.11",
	Claim: "LCWS on P processors makes O(P·T∞) idle iterations in expectation, at most 48·P·T∞ by its proof, and with " +
		"probability 1 - ε at most (96·T∞ + 16·ln(1/ε))·P.",
	How: "Idle iterations counted in the simulator: the mean over seeds for seven families of dags and numbers of processors; " +
		"all of many executions of one tree for quantiles and tails; and, in units of a node's time, on two real workers.",
	Confirms: "The mean over P·T∞ is at most 48 and grows neither with T₁ nor, where the span is longer than T₁/P, with P " +
		"(fitted exponents at most 0.25), nor what is above the median with probability ε over ln(1/2ε); and quantiles are below their " +
		"bound; and the median of two real workers is at most 48·P·T∞ too, which is 28 % of their time.",
	Refutes: "The mean is above 48·P·T∞, or surely the median of two real workers is, or a quantile is above its bound, or one of the " +
		"quotients grows with an exponent from 0.4 on.",
	Params: []lab.Param{
		{Name: "levels", Doc: "levels of the trees, which is their span", Quick: []int{8, 12, 16}, Full: []int{8, 12, 16, 20}},
		{Name: "sizes", Doc: "size of the other dags: leaves, iterations or spine", Quick: []int{64, 256, 1024}, Full: []int{64, 256, 1024, 4096}},
		{Name: "processors", Doc: "simulated processors", Quick: []int{2, 16, 128, 1024, 4096}, Full: []int{2, 16, 128, 1024, 4096, 32768}},
		{Name: "seeds", Doc: "executions of each dag", Quick: []int{3}, Full: []int{5}},
		{Name: "tail", Doc: "executions of one tree for its tails", Quick: []int{2000}, Full: []int{30_000}},
		{Name: "samples", Doc: "real runs of one tree", Quick: []int{9}, Full: []int{51}},
	},
	Kinds: lab.Kinds{Columns: []string{"run"}, Judged: []string{"mean", "tail", "real"}, Timed: []string{"real"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "of bound", Where: lab.Row{"run": "mean"}, Of: func(r lab.Row) float64 { return r.Number("idle") / (r.Number("processors") * r.Number("span")) }},
			{Column: "wide", Maybe: true, Some: true, Where: lab.Row{"run": "mean"}, Of: func(r lab.Row) float64 { return r.Number("of bound") }},
			{Column: "span", Is: lab.Size, Where: lab.Row{"run": "mean"}},
			{Column: "idle", Is: lab.NotNegative, Where: lab.Row{"run": "mean"}},
			{Column: "work", Is: lab.Size, Where: lab.Row{"run": "mean"}},
			{Column: "of bound", Is: lab.Signed, Some: true, Where: lab.Row{"run": "real"}},
			{Column: "processors", Is: lab.Size, Where: lab.Row{"run": "mean"}},
			{Column: "processors", Is: lab.Size, Where: lab.Row{"run": "tail"}},
			{Column: "span", Is: lab.Size, Where: lab.Row{"run": "tail"}},
			{Column: "idle", Is: lab.NotNegative, Some: true, Where: lab.Row{"run": "tail"}},
		},
	},
	Run:   runIdleIterations,
	Judge: judgeIdleIterations,
	Plot:  plotIdleIterations,
}

const (
	printedMean = 48 // phases for each level of the span, of P idle iterations each
	tailLevels  = 10 // of the tree whose tails are measured
)

// tailProcessors are the numbers of processors on which they are measured: with enough work
// for each processor, and with too little.
var tailProcessors = []int{2, 16, 64}

func runIdleIterations(ctx context.Context, r *lab.Runner) error {
	dags := dagCases(r.Ints("levels"), r.Ints("sizes"))
	r.Expect(len(dags)*len(r.Ints("processors")) + len(tailProcessors) + 1)
	for _, c := range dags {
		for _, c.Processors = range r.Ints("processors") {
			if err := idleRuns(ctx, r, "mean", c, r.Int("seeds")); err != nil {
				return err
			}
		}
	}
	for _, p := range tailProcessors {
		c := sim.DagConfig{Family: "tree", Size: tailLevels, Processors: p}
		if err := idleRuns(ctx, r, "tail", c, r.Int("tail")); err != nil {
			return err
		}
	}
	return r.Case(ctx, lab.Row{"run": "real"}, func() ([]lab.Row, error) { return realIdle(ctx, r.Int("samples")) })
}

// idleRuns takes one case: an execution from each of seeds random seeds.
func idleRuns(ctx context.Context, r *lab.Runner, run string, c sim.DagConfig, seeds int) error {
	key := lab.Row{"run": run, "family": c.Family, "size": c.Size, "processors": c.Processors}
	return r.Case(ctx, key, func() (rows []lab.Row, err error) {
		random := r.Rand(key)
		for range seeds {
			c.Seed = random.Uint64()
			res, err := sim.Run(ctx, c)
			if err != nil {
				return nil, err
			}
			row := lab.Row{"work": res.Work, "span": res.Span, "idle": res.Idle, "of bound": float64(res.Idle) / float64(int64(c.Processors)*res.Span)}
			if res.Work < int64(c.Processors)*res.Span {
				row["wide"] = row["of bound"]
			}
			rows = append(rows, row)
		}
		return rows, nil
	})
}

// realIdle returns the idle iterations of two real workers: how many more nodes they could
// have executed in the time they took, at the speed of two goroutines that have nothing in
// common. An idle iteration is as long as a node, whatever the worker did in it.
func realIdle(ctx context.Context, samples int) (rows []lab.Row, err error) {
	rows, err = pairedPrograms[0].measure(ctx, samples)
	u := unitTree{levels: pairedLevels}
	for _, row := range rows {
		idle := (row["c"].(float64) - 1) * float64(u.nodes())
		row["idle"], row["of bound"] = idle, idle/float64(2*u.levels)
	}
	return rows, err
}

// idleMeans returns a table with the means over the seeds of each execution.
func idleMeans(t *lab.Table) *lab.Table {
	out := &lab.Table{}
	for _, family := range t.Names("family") {
		for _, size := range t.Where("family", family).Values("size") {
			for _, p := range t.Values("processors") {
				rows := t.Where("family", family).Where("size", size).Where("processors", p)
				if len(rows.Rows) == 0 {
					continue
				}
				row := lab.Row{"family": family, "size": size, "processors": p, "work": rows.Median("work"), "of bound": gauge.Mean(rows.Floats("of bound"))}
				if wide := rows.Floats("wide"); len(wide) > 0 {
					row["wide"] = gauge.Mean(wide)
				}
				out.Add(row)
			}
		}
	}
	return out
}

// A tail is how far the idle iterations of one dag on P processors exceed their
// median with probability ε, over P.
type tail struct {
	processors, epsilon float64
	excess, bound       float64 // idle iterations over P, the latter as printed
}

// epsilons are the values of ε whose quantiles are compared with the bound.
var epsilons = []float64{0.5, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001}

// tails returns a tail for each number of processors and each ε that at least twenty
// executions exceed.
func tails(t *lab.Table) (out []tail) {
	for _, p := range t.Values("processors") {
		rows := t.Where("processors", p)
		idle, span := rows.Floats("idle"), rows.Median("span")
		for _, e := range epsilons {
			if e*float64(len(idle)) >= 20 {
				q := gauge.Quantile(idle, 1-e)
				out = append(out, tail{p, e, (q - gauge.Median(idle)) / p, 96*span + 16*math.Log(1/e) - gauge.Median(idle)/p})
			}
		}
	}
	return out
}

func judgeIdleIterations(t *lab.Table) lab.Finding {
	means := idleMeans(t.Where("run", "mean"))
	all := tails(t.Where("run", "tail"))
	worst, ok := lab.Steepest(slices.Concat(growths(means, "of bound"), growthsWithP(means, "wide"), growthsOfTails(all)))
	if !ok || len(all) == 0 {
		return lab.Undecided("There are no two dags or numbers of processors to compare, or no tails.")
	}
	highest := lab.Last(means.Values("of bound"))
	closest := math.Inf(1)
	for _, q := range all {
		closest = min(closest, q.bound-q.excess)
	}
	slope := 0.0
	for _, q := range all {
		slope = max(slope, q.excess/math.Log(1/q.epsilon))
	}
	reason := fmt.Sprintf("The mean is at most %s P·T∞, and grows with a power of %s (%s); what happens with probability ε is at most %s·P·ln(1/ε) "+
		"above the median, and below the printed bound by %s·P at least.",
		lab.Num(highest), lab.Num(worst.Exponent), worst.Where, lab.Num(slope), lab.Num(closest))
	f := lab.JudgedByGrowth(worst, reason)
	if highest > printedMean || closest < 0 {
		f = lab.Judged(false, "%s", reason)
	}
	f = judgeRealIdle(t, f)
	f.Facts = idleFacts(t, means, all, highest, slope)
	return f
}

// judgeRealIdle returns the finding on the simulator with what two real workers say of it.
// They cannot have been idle for less than nothing: then the goroutines that they are
// compared with were disturbed.
func judgeRealIdle(t *lab.Table, f lab.Finding) lab.Finding {
	real := t.Where("run", "real").WithFreeProcessors().Floats("of bound")
	if f.Verdict == lab.Refuted {
		return f
	}
	if len(real) < lab.FewestSamples {
		return lab.Undecided("%s Of two real workers: %s", f.Reason, lab.BusyMachine)
	}
	low, high := gauge.Interval(real)
	f.Reason = fmt.Sprintf("%s Two real workers: %s P·T∞ (%s to %s).", f.Reason, lab.Num(gauge.Median(real)), lab.Num(low), lab.Num(high))
	switch {
	case low > printedMean:
		return lab.Judged(false, "%s", f.Reason)
	case high < 0 || gauge.Median(real) > printedMean:
		return lab.Undecided("%s", f.Reason)
	}
	return f
}

// growthsOfTails returns, for each number of processors, how the excess over ln(1/2ε) grows
// with ln(1/2ε). If the tail is exponential, it does not grow. The excess counts from the
// median, which is the quantile of ε = 1/2.
func growthsOfTails(all []tail) (out []lab.Growth) {
	x, y := map[float64][]float64{}, map[float64][]float64{}
	for _, q := range all {
		x[q.processors] = append(x[q.processors], math.Log(0.5/q.epsilon))
		y[q.processors] = append(y[q.processors], q.excess)
	}
	for _, p := range slices.Sorted(maps.Keys(x)) {
		out = append(out, lab.Growth{Where: fmt.Sprintf("tail on %v processors", p), Exponent: lab.Exponent(x[p], y[p]) - 1})
	}
	return out
}

func idleFacts(t, means *lab.Table, all []tail, highest, slope float64) []lab.Fact {
	facts := []lab.Fact{
		lab.NewFact("highest mean over P·T∞; printed: at most 48", highest, ""),
		lab.NewFact("idle iterations above the median for each ln(1/ε), over P; printed: at most 16", slope, ""),
	}
	for _, p := range means.Values("processors") {
		facts = append(facts, lab.NewFact(fmt.Sprintf("highest mean over P·T∞ on %v processors", p), lab.Last(means.Where("processors", p).Values("of bound")), ""))
	}
	if real := t.Where("run", "real"); len(real.Rows) > 0 {
		nodes := float64(unitTree{levels: pairedLevels}.nodes())
		facts = append(facts,
			lab.NewFact("two real workers: idle share of a tree, in per cent", 100*real.Median("idle")/nodes, "%"),
			lab.NewFact("two real workers: over P·T∞", real.Median("of bound"), ""))
	}
	two := means.Where("family", "tree").Where("processors", 2)
	if rows := two.Where("size", pairedLevels); len(rows.Rows) > 0 {
		facts = append(facts, lab.NewFact("two simulated processors: over P·T∞, the same tree", rows.Median("of bound"), ""))
	}
	return facts
}

func plotIdleIterations(t *lab.Table) []lab.Figure {
	means := idleMeans(t.Where("run", "mean"))
	f := lab.Figure{
		Title: "Idle iterations over P·T∞", X: "processors", Y: "mean / (P·T∞)", LogX: true, Kind: lab.Lines,
		Note: "The claim is that all lines stay below one constant, by the proof 48. The largest dag of each family, simulated.",
	}
	for _, family := range means.Names("family") {
		rows := means.Where("family", family)
		x, y := rows.Where("size", lab.Last(rows.Values("size"))).Pairs("processors", "of bound")
		f.Series = append(f.Series, lab.Series{Name: family, X: x, Y: y})
	}
	g := lab.Figure{
		Title: "Tails of the idle iterations", X: "1/ε", Y: "above the median, over P", LogX: true, Kind: lab.Lines,
		Note: "A straight line is an exponential tail. A tree of 10 levels, simulated.",
	}
	all := tails(t.Where("run", "tail"))
	for _, p := range t.Where("run", "tail").Values("processors") {
		s := lab.Series{Name: fmt.Sprintf("P = %v", p)}
		for _, q := range all {
			if q.processors == p {
				s.X, s.Y = append(s.X, 1/q.epsilon), append(s.Y, q.excess)
			}
		}
		g.Series = append(g.Series, s)
	}
	return []lab.Figure{f, g}
}
