package lcws

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// SyncCost counts synchronisations as the work grows.
var SyncCost = lab.Experiment{
	ID:     "sync-cost",
	Source: "[RP22] Theorem 3.10 and Section 5",
	Claim: "On P processors LCWS synchronises O(P·T∞) times, not at all on one, while work stealing with concurrent deques " +
		"synchronises in proportion to the work T₁: for T₁ = 2^T∞ almost exponentially more.",
	How: "Compare-and-swaps and fences of both schedulers counted in the simulator, on full binary trees (T₁ = 2^T∞ - 1) and " +
		"five other families of dags; and on one and two real workers what owners expose and answer and thieves take, " +
		"on typed stacks and on each deque, in the pool of package classic.",
	Confirms: "Of LCWS the simulated count over P·T∞ does not grow with T₁ on any family (fitted exponent at most 0.25), the medians of " +
		"two real workers stay below twice what two simulated processors need at most for a tree, and on one nothing is exposed or " +
		"stolen; of the classical scheduler the count grows on trees, with an exponent from 0.4 on, simulated and on each real deque.",
	Refutes: "The former grows with an exponent from 0.4 on, or two real workers exceed it; or something is exposed or stolen on " +
		"one; or the latter does not grow.",
	Params: []lab.Param{
		{Name: "levels", Doc: "levels of the trees, which is their span", Quick: []int{8, 10, 12, 14, 16, 18}, Full: []int{8, 10, 12, 14, 16, 18, 20, 22}},
		{Name: "sizes", Doc: "size of the other dags: leaves, iterations or spine", Quick: []int{64, 256, 1024, 4096}, Full: []int{64, 256, 1024, 4096, 16384}},
		{Name: "processors", Doc: "simulated processors", Quick: []int{1, 2, 16, 128}, Full: []int{1, 2, 16, 128, 1024}},
		{Name: "samples", Doc: "real runs of each tree", Quick: []int{9}, Full: []int{51}},
	},
	Kinds: lab.Kinds{Columns: []string{"run", "scheduler", "deque"}, Judged: []string{"sim lcws", "sim classic", "real typed",
		"real abp", "real chaselev", "real stealhalf", "real locked"}, Shown: []string{"real split"},
		Alike: [][]string{{"real abp", "real chaselev", "real stealhalf", "real locked"}},
		Timed: []string{"real typed"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "processors", Is: lab.Size}, {Column: "work", Is: lab.Size}, {Column: "size", Is: lab.Size},
			{Column: "syncs", Is: lab.NotNegative, Some: true},
			{Column: "pushes", Is: lab.Size, Where: lab.Row{"deque": "typed"}},
			{Column: "exposures", Is: lab.Count, AtMost: "pushes", Where: lab.Row{"deque": "typed"}},
			{Column: "steals", Is: lab.Count, AtMost: "pushes", Where: lab.Row{"deque": "typed"}},
			{Column: "per span", Is: lab.NotNegative, Some: true, Where: lab.Row{"deque": "typed"}},
			{Column: "per span", Is: lab.NotNegative, Some: true, Where: lab.Row{"scheduler": "lcws"}},
			{Column: "ns", Where: lab.Row{"run": "real"}},
		},
	},
	Run:   runSyncCost,
	Judge: judgeSyncCost,
	Plot:  plotSyncCost,
}

// realDeques are those of package classic, by their names in the samples.
var realDeques = []struct {
	name  string
	deque classic.Deque
}{
	{"locked", classic.Locked}, {"abp", classic.ABP}, {"chaselev", classic.ChaseLev}, {"stealhalf", classic.StealHalf}, {"split", classic.Split},
}

// boundFamilies are the dags beyond the trees, by a size that is about the same
// number of leaves.
var boundFamilies = []struct {
	name  string
	chain int
	size  func(n int) int
}{
	{"forkjoin", 8, log2},
	{"fib", 4, func(n int) int { return log2(n) * 3 / 2 }},
	{"loop", 8, func(n int) int { return n }},
	{"comb", 16, func(n int) int { return n }},
	{"spine", 16, func(n int) int { return n }},
	{"random", 16, func(n int) int { return n }},
}

func log2(n int) (l int) {
	for ; n > 1; n /= 2 {
		l++
	}
	return l
}

// dagCases returns the executions of all families: trees of that many levels, and
// the other families in all sizes.
func dagCases(levels, sizes []int) (out []sim.DagConfig) {
	for _, n := range levels {
		out = append(out, sim.DagConfig{Family: "tree", Size: n})
	}
	for _, f := range boundFamilies {
		for _, n := range sizes {
			out = append(out, sim.DagConfig{Family: f.name, Size: f.size(n), Chain: f.chain})
		}
	}
	return out
}

func runSyncCost(ctx context.Context, r *lab.Runner) error {
	dags := dagCases(r.Ints("levels"), r.Ints("sizes"))
	schedulers := []string{"lcws", "classic"}
	r.Expect(len(schedulers)*len(r.Ints("processors"))*len(dags) + 2*len(r.Ints("levels")))
	for _, c := range dags {
		for _, p := range r.Ints("processors") {
			for _, scheduler := range schedulers {
				c.Processors, c.Scheduler = p, scheduler
				if err := countSyncs(ctx, r, c); err != nil {
					return err
				}
			}
		}
	}
	for _, levels := range r.Ints("levels") {
		for _, workers := range []int{1, 2} {
			key := lab.Row{"run": "real", "family": "tree", "size": levels, "processors": workers}
			if err := r.Case(ctx, key, func() ([]lab.Row, error) { return realSyncs(ctx, levels, workers, r.Int("samples")) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// countSyncs takes one simulated case.
func countSyncs(ctx context.Context, r *lab.Runner, c sim.DagConfig) error {
	key := lab.Row{"run": "sim", "family": c.Family, "size": c.Size, "processors": c.Processors, "scheduler": c.Scheduler}
	return r.Case(ctx, key, func() ([]lab.Row, error) {
		c.Seed = r.Rand(key).Uint64()
		res, err := sim.Run(ctx, c)
		syncs := res.OwnerCAS + res.OwnerFences + res.ThiefCAS
		return []lab.Row{{
			"work": res.Work, "span": res.Span, "idle": res.Idle, "steals": res.Steals, "exposures": res.Exposures,
			"requests": res.Requests, "pushes": res.Pushes, "syncs": syncs,
			"per span": float64(syncs) / float64(int64(c.Processors)*res.Span),
		}}, err
	})
}

// realSyncs runs a tree of empty nodes on typed stacks and on deques, in turn. What
// is counted on typed stacks is exposures, requests answered and steals: each is
// a few atomic operations. On a concurrent deque every fork is a push and a pop, each of
// which is at least one, as TestCountStores of package deque counts; on a split deque only
// those of what is exposed are.
func realSyncs(ctx context.Context, levels, workers, samples int) (rows []lab.Row, err error) {
	p := splitPool(workers)
	defer p.Close()
	tree := unitTree{levels: levels}
	kinds := []string{"typed"}
	run := map[string]func() unitRun{"typed": func() unitRun { return tree.run(p) }}
	for _, d := range realDeques {
		q, err := classic.New(classic.Config{Workers: workers, Deque: d.deque})
		if err != nil {
			return nil, err
		}
		defer q.Close()
		kinds, run[d.name] = append(kinds, d.name), func() unitRun { return tree.runThrough(q) }
	}
	for range samples {
		had := gauge.FreeShare(workers, gauge.ShortLook)
		for _, kind := range kinds {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			u := run[kind]()
			syncs := u.steals + u.exposures + u.looks
			switch kind {
			case "typed":
			case "split":
				syncs = u.steals + 2*u.exposures
			default:
				syncs = u.steals + uint64(2*u.forks)
			}
			rows = append(rows, lab.Row{
				"deque": kind, "had": had, "work": u.nodes, "span": levels, "pushes": u.forks, "steals": u.steals, "exposures": u.exposures, "requests": u.looks,
				"syncs": syncs, "per span": float64(syncs) / float64(workers*levels), "ns": u.ns / float64(u.nodes),
			})
		}
	}
	return rows, nil
}

// growths returns how a column grows with the work, for each family and number of
// processors above one.
func growths(t *lab.Table, column string) (out []lab.Growth) {
	for _, family := range t.Names("family") {
		for _, p := range t.Values("processors") {
			if p > 1 {
				x, y := t.Where("family", family).Where("processors", p).Pairs("work", column)
				out = append(out, lab.Growth{Where: fmt.Sprintf("%s on %v processors", family, p), Exponent: lab.Exponent(x, y)})
			}
		}
	}
	return out
}

func judgeSyncCost(t *lab.Table) lab.Finding {
	simulated := t.Where("run", "sim")
	lcws, classic := simulated.Where("scheduler", "lcws"), simulated.Where("scheduler", "classic")
	worst, ok := lab.Steepest(growths(lcws, "per span"))
	least, ok2 := lab.Flattest(growths(classic.Where("family", "tree"), "syncs"))
	if !ok || !ok2 {
		return lab.Undecided("There are no two sizes of both schedulers to compare.")
	}
	real := t.Where("run", "real").WithFreeProcessors()
	typed, one := medians(real.Where("deque", "typed"), "per span"), real.Where("deque", "typed").Where("processors", 1)
	alone := lab.Last(lcws.Where("processors", 1).Values("syncs")) + lab.Last(one.Values("exposures")) + lab.Last(one.Values("steals"))
	two := lab.Last(lcws.Where("family", "tree").Where("processors", 2).Values("per span"))
	twoReal := lab.Last(typed.Where("processors", 2).Values("per span"))
	bounded := boundedDeques(real)
	reason := fmt.Sprintf("LCWS: %s on one processor; on more at most %s P·T∞ simulated, and as T₁ grows a power of %s of it (%s); on two "+
		"for a tree %s simulated and %s real. Classical: T₁ to the power of at least %s (%s).", lab.Num(alone), lab.Num(lab.Last(lcws.Values("per span"))),
		lab.Num(worst.Exponent), worst.Where, lab.Num(two), lab.Num(twoReal), lab.Num(least.Exponent), least.Where)
	if bounded != "" {
		reason += " Not so on real workers with the deque " + bounded + "."
	}
	f := lab.JudgedByGrowth(worst, reason)
	switch {
	case alone > 0 || twoReal > 2*two || least.Exponent < lab.GrowingFrom || bounded != "":
		f = lab.Judged(false, "%s", reason)
	case f.Verdict == lab.Confirmed && (len(one.Rows) == 0 || len(real.Where("deque", "typed").Where("processors", 2).Rows) < lab.FewestSamples):
		f = lab.Undecided("%s But for two real workers: %s", reason, lab.BusyMachine)
	}
	f.Facts = syncFacts(t, lcws, classic, typed)
	return f
}

// boundedDeques returns a concurrent deque on which the count of two real workers does not
// grow with the work of a tree, or "".
func boundedDeques(real *lab.Table) string {
	for _, d := range realDeques {
		of := medians(real.Where("deque", d.name).Where("processors", 2), "syncs")
		if d.name == "split" || len(of.Rows) < 2 {
			continue
		}
		if e := lab.Exponent(of.Pairs("work", "syncs")); !(e >= lab.GrowingFrom) { // of counts of nothing it is no number
			return d.name
		}
	}
	return ""
}

// medians returns a table with the median of the samples of each number of
// workers and size.
func medians(t *lab.Table, columns ...string) *lab.Table {
	out := &lab.Table{}
	for _, p := range t.Values("processors") {
		for _, size := range t.Where("processors", p).Values("size") {
			rows := t.Where("processors", p).Where("size", size)
			row := lab.Row{"processors": p, "size": size, "work": rows.Median("work")}
			for _, c := range columns {
				row[c] = rows.Median(c)
			}
			out.Add(row)
		}
	}
	return out
}

func syncFacts(t, lcws, classic, real *lab.Table) (facts []lab.Fact) {
	add := func(name string, value float64, unit string) { facts = append(facts, lab.NewFact(name, value, unit)) }
	levels := lab.Last(lcws.Where("family", "tree").Values("size"))
	for _, p := range lcws.Values("processors") {
		at := func(s *lab.Table) float64 {
			return s.Where("family", "tree").Where("size", levels).Where("processors", p).Median("syncs")
		}
		if p > 1 {
			add(fmt.Sprintf("tree of %v levels, P = %v: classical over LCWS", levels, p), at(classic)/at(lcws), "times")
		}
	}
	fewer, parallel, lemma := 0, 0, 0.0
	for _, row := range lcws.Rows {
		if row["processors"] == 1.0 {
			continue
		}
		parallel++
		if idle, ok := row["idle"].(float64); ok {
			lemma = max(lemma, row["syncs"].(float64)/(idle+row["processors"].(float64)))
		}
		c := classic.Where("family", row["family"]).Where("size", row["size"]).Where("processors", row["processors"])
		if syncs, ok := row["syncs"].(float64); ok && len(c.Rows) > 0 && c.Median("syncs") < syncs {
			fewer++
		}
	}
	add("more than one processor: runs in which the classical scheduler synchronises less", float64(fewer), fmt.Sprintf("of %d", parallel))
	add("LCWS on more than one processor: highest count over idle iterations + P (Lemma 3.3)", lemma, "")
	typed := t.Where("run", "real").Where("deque", "typed")
	if alone := typed.Where("processors", 1); len(alone.Rows) > 0 {
		add("one real worker: requests answered in a call, at most", lab.Last(alone.Values("requests")), "")
		for _, d := range realDeques {
			slow := t.Where("run", "real").Where("deque", d.name).Where("processors", 1).Median("ns")
			if slow > 0 {
				add("one real worker: time of an empty node, "+d.name+" over typed", slow/alone.Median("ns"), "times")
			}
		}
	}
	if two := real.Where("processors", 2).Where("size", levels); len(two.Rows) > 0 {
		add("P = 2, largest tree: of P·T∞, real", two.Median("per span"), "")
		add("P = 2, largest tree: of P·T∞, simulated", lcws.Where("family", "tree").Where("size", levels).Where("processors", 2).Median("per span"), "")
	}
	return facts
}

func plotSyncCost(t *lab.Table) []lab.Figure {
	f := lab.Figure{
		Title: "What full binary trees synchronise", X: "nodes, T₁", Y: "compare-and-swaps and fences", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "LCWS stays with the levels, which is the logarithm of T₁; on one processor it does nothing, which no such axis can show.",
	}
	trees := t.Where("run", "sim").Where("family", "tree")
	for _, scheduler := range trees.Names("scheduler") {
		for _, p := range trees.Values("processors") {
			x, y := trees.Where("scheduler", scheduler).Where("processors", p).Pairs("work", "syncs")
			f.Series = append(f.Series, lab.Series{Name: fmt.Sprintf("%s, P = %v", scheduler, p), X: x, Y: y, Dashed: scheduler == "classic"})
		}
	}
	real := lab.Figure{
		Title: "The same on two real workers", X: "nodes, T₁", Y: "atomic operations, at least", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "Medians. Every fork on a concurrent deque pushes and pops; typed stacks, and the split deque, count what was asked for.",
	}
	for _, kind := range t.Where("run", "real").Names("deque") {
		x, y := medians(t.Where("run", "real").Where("deque", kind).Where("processors", 2), "syncs").Pairs("work", "syncs")
		real.Series = append(real.Series, lab.Series{Name: kind, X: x, Y: y})
	}
	return []lab.Figure{f, real}
}
