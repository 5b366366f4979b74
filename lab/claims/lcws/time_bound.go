package lcws

import (
	"context"
	"fmt"
	"math"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// TimeBound asks whether the time stays within a constant of T₁/P + T∞.
var TimeBound = lab.Experiment{
	ID:     "time-bound",
	Source: "[RP22] Theorem 3.9",
	Claim:  "Under LCWS the expected time of a computation of unit nodes on P processors is at most c·(T₁/P + T∞), with the same c for all.",
	How: "Seven families of dags executed in the simulator on up to 100,000 processors: rounds over T₁/P + T∞; and on one " +
		"and two real workers a tree of equal nodes and four workloads, beside two plain goroutines that share nothing.",
	Confirms: "The quotient grows neither with T₁, nor with P where the span is longer than T₁/P (fitted exponents at most " +
		"0.25), and two real workers take at most 1.25 times half the time of one, beyond what two plain goroutines lose.",
	Refutes: "It grows with one of them, with an exponent from 0.4 on, or two real workers take longer than that by a whole interval.",
	Params: []lab.Param{
		{Name: "levels", Doc: "levels of the trees, which is their span", Quick: []int{8, 12, 16}, Full: []int{8, 12, 16, 20}},
		{Name: "sizes", Doc: "size of the other dags: leaves, iterations or spine", Quick: []int{64, 256, 1024}, Full: []int{64, 256, 1024, 4096}},
		{Name: "processors", Doc: "simulated processors", Quick: []int{1, 2, 8, 64, 512, 4096}, Full: []int{1, 2, 8, 64, 512, 4096, 32768}},
		{Name: "most", Doc: "simulated processors of the trees, beyond these", Quick: []int{100_000}, Full: []int{100_000, 1_000_000}},
		{Name: "samples", Doc: "real runs of each program", Quick: []int{9}, Full: []int{51}},
	},
	Kinds: lab.Kinds{Columns: []string{"run"}, Judged: []string{"sim", "real"}, Timed: []string{"real"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "c", Where: lab.Row{"run": "sim"}, Of: func(r lab.Row) float64 { return r.Number("rounds") / (r.Number("share") + r.Number("span")) }},
			{Column: "c", Where: lab.Row{"run": "real"}, Of: func(r lab.Row) float64 { return 2 * r.Number("two") / r.Number("one") / r.Number("control") }},
			{Column: "one", Where: lab.Row{"run": "real"}}, {Column: "two", Where: lab.Row{"run": "real"}}, {Column: "control", Where: lab.Row{"run": "real"}},
			{Column: "rounds", Where: lab.Row{"run": "sim"}, Least: func(r lab.Row) float64 { return max(r.Number("share"), r.Number("span")) }},
			{Column: "work", Is: lab.Size, Where: lab.Row{"run": "sim"}},
			{Column: "per span", Maybe: true, Some: true, Where: lab.Row{"run": "sim"}, Of: func(r lab.Row) float64 { return r.Number("rounds") / r.Number("span") }},
			{Column: "processors", Is: lab.Size, Where: lab.Row{"run": "sim"}},
			{Column: "span", Is: lab.Size, Where: lab.Row{"run": "sim"}},
			{Column: "share", Where: lab.Row{"run": "sim"}, Of: func(r lab.Row) float64 { return r.Number("work") / r.Number("processors") }},
		},
	},
	Run:   runTimeBound,
	Judge: judgeTimeBound,
	Plot:  plotTimeBound,
}

func runTimeBound(ctx context.Context, r *lab.Runner) error {
	var cases []sim.DagConfig
	for _, c := range dagCases(r.Ints("levels"), r.Ints("sizes")) {
		for _, c.Processors = range r.Ints("processors") {
			cases = append(cases, c)
		}
		for _, c.Processors = range r.Ints("most") {
			if c.Family == "tree" {
				cases = append(cases, c)
			}
		}
	}
	r.Expect(len(cases) + len(pairedPrograms))
	for _, c := range cases {
		if err := timedRuns(ctx, r, c); err != nil {
			return err
		}
	}
	for _, program := range pairedPrograms {
		err := r.Case(ctx, lab.Row{"run": "real", "program": program.name}, func() ([]lab.Row, error) {
			return program.measure(ctx, r.Int("samples"))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// timedRuns takes one simulated case.
func timedRuns(ctx context.Context, r *lab.Runner, c sim.DagConfig) error {
	key := lab.Row{"run": "sim", "family": c.Family, "size": c.Size, "processors": c.Processors}
	return r.Case(ctx, key, func() ([]lab.Row, error) {
		c.Seed = r.Rand(key).Uint64()
		res, err := sim.Run(ctx, c)
		share := float64(res.Work) / float64(c.Processors)
		row := lab.Row{
			"work": res.Work, "span": res.Span, "rounds": res.Rounds, "share": share,
			"c": float64(res.Rounds) / (share + float64(res.Span)),
		}
		if share < float64(res.Span) {
			row["per span"] = float64(res.Rounds) / float64(res.Span)
		}
		return []lab.Row{row}, err
	})
}

// growthsWithP returns how a column grows with the processors, for each dag.
func growthsWithP(t *lab.Table, column string) (out []lab.Growth) {
	for _, family := range t.Names("family") {
		for _, size := range t.Where("family", family).Values("size") {
			x, y := t.Where("family", family).Where("size", size).Pairs("processors", column)
			out = append(out, lab.Growth{Where: fmt.Sprintf("%s of size %v as P grows", family, size), Exponent: lab.Exponent(x, y)})
		}
	}
	return out
}

func judgeTimeBound(t *lab.Table) lab.Finding {
	simulated := t.Where("run", "sim")
	worst, ok := lab.Steepest(append(growths(simulated, "c"), growthsWithP(simulated, "per span")...))
	if !ok {
		return lab.Undecided("There are no two dags or numbers of processors to compare.")
	}
	c := lab.Last(simulated.Values("c"))
	real := timeOfTwo(t)
	reason := fmt.Sprintf("In simulation the time is at most %s (T₁/P + T∞), and grows with a power of %s (%s); "+
		"two real workers take at most %s T₁/P (%s).", lab.Num(c), lab.Num(worst.Exponent), worst.Where, lab.Num(real.slowest), real.program)
	f := lab.JudgedByGrowth(worst, reason)
	switch {
	case f.Verdict == lab.Refuted:
	case real.busy:
		f = lab.Undecided("%s But for one of the programs: %s", reason, lab.BusyMachine)
	case real.surely:
		f = lab.Judged(false, "%s", reason)
	case real.slowest > twoLose && f.Verdict == lab.Confirmed:
		f = lab.Undecided("%s", reason)
	}
	f.Facts = timeFacts(t, simulated, c)
	return f
}

// twoLose is how many times half the time of one two real workers may take. The least of
// five runs of some ms has little to wait for but the wake-up of the second.
const twoLose = 1.25

// A realTime is what two workers take of half the time of one.
type realTime struct {
	program string // the slowest
	slowest float64
	surely  bool // one of the programs takes longer than it may
	busy    bool // one has too few samples with free processors
}

func timeOfTwo(t *lab.Table) (r realTime) {
	t = t.Where("run", "real").WithFreeProcessors()
	for _, p := range pairedPrograms {
		samples := t.Where("program", p.name).Floats("c")
		low, _ := gauge.Interval(samples)
		r.busy = r.busy || len(samples) < lab.FewestSamples
		r.surely = r.surely || low > twoLose
		if m := gauge.Median(samples); m > r.slowest {
			r.program, r.slowest = p.name, m
		}
	}
	return r
}

func timeFacts(t, simulated *lab.Table, c float64) []lab.Fact {
	a, b := fitBound(simulated.Floats("share"), simulated.Floats("span"), simulated.Floats("rounds"))
	facts := []lab.Fact{
		lab.NewFact("highest c", c, ""),
		lab.NewFact("fitted: T_P = a·T₁/P + b·T∞, a", a, ""),
		lab.NewFact("fitted: T_P = a·T₁/P + b·T∞, b", b, ""),
	}
	if ps := simulated.Values("processors"); len(ps) > 0 {
		facts = append(facts, lab.NewFact("most simulated processors", lab.Last(ps), ""))
	}
	for _, program := range t.Names("program") {
		facts = append(facts, lab.NewFact("two real workers: time over T₁/P, "+program, t.Where("program", program).Median("c"), ""))
	}
	two := simulated.Where("family", "tree").Where("processors", 2)
	if rows := two.Where("size", pairedLevels); len(rows.Rows) > 0 {
		facts = append(facts, lab.NewFact("two simulated processors: the same, tree", rows.Median("rounds")/rows.Median("share"), ""))
	}
	return facts
}

// fitBound returns the a and b with the least squares of (a·x + b·y)/t - 1. So each
// execution counts the same, however long it is.
func fitBound(x, y, t []float64) (a, b float64) {
	var xx, xy, yy, sx, sy float64
	for i := range t {
		u, v := x[i]/t[i], y[i]/t[i]
		xx, xy, yy, sx, sy = xx+u*u, xy+u*v, yy+v*v, sx+u, sy+v
	}
	det := xx*yy - xy*xy
	if det == 0 || math.IsNaN(det) {
		return 0, 0
	}
	return (sx*yy - sy*xy) / det, (sy*xx - sx*xy) / det
}

func plotTimeBound(t *lab.Table) []lab.Figure {
	f := lab.Figure{
		Title: "Time on P processors over T₁/P + T∞", X: "processors", Y: "T_P / (T₁/P + T∞)", LogX: true, Kind: lab.Lines,
		Note: "The claim is that all lines stay below one constant. The largest dag of each family, simulated.",
	}
	simulated := t.Where("run", "sim")
	for _, family := range simulated.Names("family") {
		rows := simulated.Where("family", family)
		x, y := rows.Where("size", lab.Last(rows.Values("size"))).Pairs("processors", "c")
		f.Series = append(f.Series, lab.Series{Name: family, X: x, Y: y})
	}
	real := lab.Figure{
		Title: "Two real workers", Y: "time / (time of one / 2)", Kind: lab.Bars,
		Note: "Over what two plain goroutines manage on the same machine at the same time; 1 is perfect.",
	}
	s := lab.Series{Name: "median with its interval"}
	for _, program := range t.Names("program") {
		samples := t.Where("program", program).Floats("c")
		low, high := gauge.Interval(samples)
		s.Labels, s.Y = append(s.Labels, program), append(s.Y, gauge.Median(samples))
		s.Low, s.High = append(s.Low, low), append(s.High, high)
	}
	real.Series = []lab.Series{s}
	return []lab.Figure{f, real}
}
