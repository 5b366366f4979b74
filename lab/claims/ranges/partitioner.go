package ranges

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/span"
)

// Partitioner times loops of uneven work on each partition of package span.
var Partitioner = lab.Experiment{
	ID:     "partitioner",
	Source: "[WSR11] part two, last sentence; part one, second paragraph",
	Claim: "On random work a partitioner whose parts steal from each other does as well as the standard partitioners, " +
		"and in the worst case far better.",
	How: "Loops of spinning work, the same in total for every shape, on a goroutine for each processor with each partition " +
		"of package span, and by par.For; in a sample all take turns, and the same work in equal shares without a loop gives the ideal time.",
	Confirms: "On random work stealing takes at most 1.1 times as long as the best of static, dynamic and guided; and what it loses " +
		"to the ideal time in its own worst shape is at most a third of what each of the three loses in theirs.",
	Refutes: "The interval of the first ratio lies above 1.1, or stealing loses more than a third of what one of the three loses, " +
		"the bounds of both intervals taken in its favour.",
	Params: []lab.Param{
		{Name: "samples", Doc: "runs of each partition with each shape", Quick: []int{15}, Full: []int{51}},
		{Name: "indices", Doc: "indices of the loop; each weighs 1000 steps of about 1 ns on average", Quick: []int{20000}, Full: []int{40000}},
	},
	Kinds: lab.Kinds{Columns: []string{"partition"}, Judged: append(slices.Clone(standardPartitions), "stealing"), Shown: []string{"par.For"},
		Alike: [][]string{standardPartitions},
		Timed: append(slices.Clone(standardPartitions), "stealing")},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "time_to_ideal", Of: func(r lab.Row) float64 { return r.Number("time_ms") / r.Number("ideal_ms") }},
			{Column: "time_ms"}, {Column: "ideal_ms"}, {Column: "workers", Is: lab.Size}, {Column: "sample", Is: lab.Count},
		},
		Key:     []string{"partition", "shape", "sample"},
		Crossed: []string{"shape"},
	},
	Run:   run,
	Judge: judge,
	Plot:  plot,
}

// A shape says how heavy each index of a loop is, before all shapes are scaled to the same
// total.
type shape struct {
	name   string
	weight func(i, n, workers int, r *rand.Rand) float64
}

// shapes end with the worst case of each standard partition: all the weight is in the
// first chunk that it hands out, and a standard partition never takes a chunk back.
var shapes = []shape{
	{"random", func(_, _, _ int, r *rand.Rand) float64 { return float64(1 + r.IntN(19)) }},
	{"triangular", func(i, n, _ int, _ *rand.Rand) float64 { return 1 + 20*float64(i)/float64(n) }},
	{"power law", func(_, _, _ int, r *rand.Rand) float64 { return math.Pow(1-r.Float64(), -1/1.5) }},
	{"one heavy", func(i, n, _ int, _ *rand.Rand) float64 { return 1 + pick(i == n/3, float64(n)/4) }},
	{"static's first", func(i, n, workers int, _ *rand.Rand) float64 { return pick(i < n/workers, 1) }},
	{"guided's first", func(i, n, workers int, _ *rand.Rand) float64 { return pick(i < n/workers/2, 1) }},
	{"dynamic's first", func(i, n, _ int, _ *rand.Rand) float64 { return pick(i < chunkSize(n), 1) }},
}

func pick(yes bool, x float64) float64 {
	if yes {
		return x
	}
	return 0
}

// chunkSize is the length of the chunks of the dynamic partition. 2,500 chunks cost it
// nothing that was visible, and level every loop but the one that is its worst case.
func chunkSize(n int) int { return max(1, n/2500) }

// standardPartitions are the partitions that never take a chunk back.
var standardPartitions = []string{"static", "dynamic", "guided"}

func run(ctx context.Context, r *lab.Runner) error {
	pool, err := skua.New(skua.WithWorkers(r.Workers))
	if err != nil {
		return err
	}
	defer pool.Close()
	r.Expect(len(shapes))
	for _, s := range shapes {
		key := lab.Row{"shape": s.name}
		err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
			l := newLoop(s, r.Int("indices"), r.Workers, r.Rand(key))
			for sample := range r.Int("samples") {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				rows = append(rows, l.sample(pool, sample)...)
			}
			return rows, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// loop is a loop of a shape.
type loop struct {
	steps   []int // of each index
	workers int
}

func newLoop(s shape, n, workers int, r *rand.Rand) *loop {
	weights, total := make([]float64, n), 0.0
	for i := range weights {
		weights[i] = s.weight(i, n, workers, r)
		total += weights[i]
	}
	l := &loop{make([]int, n), workers}
	for i, w := range weights {
		l.steps[i] = int(w / total * 1000 * float64(n))
	}
	return l
}

// sample runs the loop by each partition. What it would take if nothing were lost is
// the time of its work in equal shares, before and after that, or of the heaviest
// index.
func (l *loop) sample(pool *skua.Pool, sample int) []lab.Row {
	total := 0
	for _, steps := range l.steps {
		total += steps
	}
	heaviest, alone := gauge.SpinEvenly(slices.Max(l.steps), 1), gauge.SpinEvenly(total, 1)
	before := gauge.SpinEvenly(total, l.workers)
	rows := l.turns(pool, sample)
	after := gauge.SpinEvenly(total, l.workers)
	ideal := gauge.Milliseconds(max(heaviest, min(before, after)))
	for _, row := range rows {
		row["sample"], row["workers"], row["ideal_ms"] = sample, l.workers, ideal
		row["time_to_ideal"] = row["time_ms"].(float64) / ideal
		row["had"] = gauge.Milliseconds(alone) / (gauge.Milliseconds(max(before, after)) * float64(l.workers))
	}
	return rows
}

// turns runs the loop in all ways, and begins with way number first.
func (l *loop) turns(pool *skua.Pool, first int) (rows []lab.Row) {
	n, p := len(l.steps), l.workers
	stolen := pool.Stats().Steals
	ways := []struct {
		name string
		run  func() (steals int)
	}{
		{"static", func() int { return l.spread(span.NewStatic(0, n, p).All) }},
		{"dynamic", func() int { return l.spread(span.NewDynamic(0, n, chunkSize(n)).All) }},
		{"guided", func() int { return l.spread(span.NewGuided(0, n, p, 1).All) }},
		{"stealing", func() int { return l.spread(span.NewStealing(0, n, p, 0).All) }},
		{"par.For", func() int {
			par.For(n, func(i int) { gauge.Burn(l.steps[i]) }, par.On(pool))
			return int(pool.Stats().Steals - stolen)
		}},
	}
	for i := range ways {
		w := ways[(first+i)%len(ways)]
		begin := time.Now()
		steals := w.run()
		row := lab.Row{"partition": w.name, "time_ms": gauge.Milliseconds(time.Since(begin))}
		if !slices.Contains(standardPartitions, w.name) {
			row["steals"] = steals
		}
		rows = append(rows, row)
	}
	return rows
}

// spread runs the parts on goroutines, and returns how often a part went on with another
// index than the next one: in a stealing partition each such jump is a steal.
func (l *loop) spread(part func(k int) iter.Seq[int]) (jumps int) {
	var all sync.WaitGroup
	counts := make(chan int, l.workers)
	for k := range l.workers {
		all.Go(func() {
			next, jumped := -1, 0
			for i := range part(k) {
				if i != next && next >= 0 {
					jumped++
				}
				next = i + 1
				gauge.Burn(l.steps[i])
			}
			counts <- jumped
		})
	}
	all.Wait()
	for range l.workers {
		jumps += <-counts
	}
	return jumps
}
