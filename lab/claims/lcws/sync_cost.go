package lcws

import (
	"context"

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
			{Column: "span", Is: lab.Size},
			{Column: "per span", Is: lab.NotNegative, Of: func(r lab.Row) float64 { return r.Number("syncs") / (r.Number("processors") * r.Number("span")) }},
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
