package space

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// Communication counts the bytes that thieves and owners give each other.
var Communication = lab.Experiment{
	ID:     "communication",
	Source: "[BL99] Theorem 14; [RP22] Section 5, on communication",
	Claim: "The expected number of frames that P processors move to each other is O(P·T∞·(1 + n_d)), where n_d = 1 for forks that are " +
		"joined: it does not depend on the work; and with private deques it is the same but for a constant; and so are bytes, by the factor " +
		"S_max, the size of the largest frame, since a steal moves one.",
	How: "Full binary trees of equal nodes, T₁ = 2^T∞ - 1. In the simulator each steal moves one frame, with deques that are all public and " +
		"with private ones (LCWS). Pools of skua run the same trees with frames of several sizes; a call that finds itself on another " +
		"goroutine than the one that forked it was moved, its argument by its thief and its result to its owner, and counts the bytes of both.",
	Confirms: "For each tree, P and size the mean of the bytes is at most P·T∞·(1 + n_d)·S_max, less than a two-hundredth of the forks of " +
		"the largest tree on four workers; one worker moves nothing; and on real workers some frame of each size was moved.",
	Refutes: "One of these means is above twice that, or one worker moves a frame.",
	Params: []lab.Param{
		{Name: "levels", Doc: "levels of the trees, which is their span", Quick: []int{8, 10, 12, 14, 16}, Full: []int{8, 10, 12, 14, 16, 18}},
		{Name: "processors", Doc: "simulated processors", Quick: []int{1, 2, 4, 16, 64}, Full: []int{1, 2, 4, 16, 64, 256}},
		{Name: "seeds", Doc: "simulated executions of each tree", Quick: []int{9}, Full: []int{15}},
		{Name: "workers", Doc: "real workers", Quick: []int{1, 2, 3, 4}, Full: []int{1, 2, 3, 4}},
		{Name: "samples", Doc: "real runs of each tree", Quick: []int{21}, Full: []int{31}},
		{Name: "spins", Doc: "steps of about 1 ns in a real node", Quick: []int{500}, Full: []int{500}},
	},
	Kinds: lab.Kinds{Columns: []string{"run"}, Judged: []string{"classic", "lcws", "real"},
		Alike: [][]string{{"classic", "lcws", "real"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "c", Is: lab.NotNegative, Some: true, Of: func(r lab.Row) float64 {
				return r.Number("moved_bytes") / (r.Number("processors") * r.Number("levels") * (1 + joined) * r.Number("bytes"))
			}},
			{Column: "moved_bytes", Is: lab.Count, Of: func(r lab.Row) float64 { return r.Number("moved") * r.Number("bytes") }},
			{Column: "levels", Is: lab.Size}, {Column: "moved", Is: lab.Count, AtMost: "work"},
			{Column: "work", Is: lab.Size}, {Column: "processors", Is: lab.Size}, {Column: "bytes", Is: lab.Size},
		},
	},
	Run:   runCommunication,
	Judge: judgeCommunication,
	Plot:  plotCommunication,
}

func runCommunication(ctx context.Context, r *lab.Runner) error {
	levels := r.Ints("levels")
	r.Expect(len(levels) * (2*len(r.Ints("processors")) + len(r.Ints("workers"))*len(parcels)))
	for _, n := range levels {
		for _, scheduler := range []string{"classic", "lcws"} {
			for _, p := range r.Ints("processors") {
				key := lab.Row{"run": scheduler, "levels": n, "processors": p, "bytes": 1}
				c := sim.DagConfig{Family: "tree", Size: n, Processors: p, Scheduler: scheduler}
				if err := r.Case(ctx, key, func() ([]lab.Row, error) { return simulateMoves(ctx, r, key, c) }); err != nil {
					return err
				}
			}
		}
		for _, p := range r.Ints("workers") {
			for _, size := range parcels {
				key := lab.Row{"run": "real", "levels": n, "processors": p, "bytes": size.bytes}
				err := r.Case(ctx, key, func() ([]lab.Row, error) { return size.count(ctx, n, p, r.Int("samples"), r.Int("spins")) })
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// simulateMoves has as a unit of bytes the frame that a steal moves.
func simulateMoves(ctx context.Context, r *lab.Runner, key lab.Row, c sim.DagConfig) (rows []lab.Row, err error) {
	random := r.Rand(key)
	for range r.Int("seeds") {
		c.Seed = random.Uint64()
		res, err := sim.Run(ctx, c)
		if err != nil {
			return nil, err
		}
		rows = append(rows, movesRow(c.Processors, c.Size, 1, res.Steals, res.Steals))
	}
	return rows, nil
}

// joined is n_d of a fork: its owner waits for it once.
const joined = 1

// movesRow is a sample: what was moved by a number of processors on the levels of a tree.
func movesRow(processors, levels, frame int, moved, steals int64) lab.Row {
	bytes := moved * int64(frame)
	return lab.Row{"work": float64(int64(1)<<levels - 1), "moved": moved, "steals": steals, "moved_bytes": bytes,
		"c": float64(bytes) / float64(processors*levels*(1+joined)*frame)}
}

// A line is how the mean quotient of one kind of samples goes with the work. The bound is on
// expectations; a median of few steals would be none.
type line struct {
	name string
	x, y []float64
}

// byWork are the lines for each kind, number of processors from two on, and size.
func byWork(t *lab.Table) (lines []line) {
	for _, run := range t.Names("run") {
		for _, p := range t.Where("run", run).Values("processors") {
			for _, bytes := range t.Where("run", run).Values("bytes") {
				if p == 1 {
					continue
				}
				name := fmt.Sprintf("%s, %s processors", run, lab.Num(p))
				if run == "real" {
					name += fmt.Sprintf(", %s bytes", lab.Num(bytes))
				}
				l := line{name: name}
				of := t.Where("run", run).Where("processors", p).Where("bytes", bytes)
				for _, work := range of.Values("work") {
					l.x, l.y = append(l.x, work), append(l.y, gauge.Mean(of.Where("work", work).Floats("c")))
				}
				lines = append(lines, l)
			}
		}
	}
	return lines
}
