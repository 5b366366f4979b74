package batches

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Experiments even and skewed share this file: their cases, and the comparison of a time
// with stealing to the time without, both taken next to each other.

// printedWorkers are the lines of the source's first table.
var printedWorkers = []int{4, 8, 16, 32, 64, 128}

// A printedLine is one line of the source's tables: tasks stolen, and total and
// waiting time, presumably in µs, on an Apple M1 with eight cores.
type printedLine struct {
	workers       int
	kind          string
	stole         float64
	total, wait   float64 // with stealing
	total0, wait0 float64 // without
}

// runBatches takes the four combinations of deque and stealing for each number of
// workers. Each sample takes them in a random order.
func runBatches(ctx context.Context, r *lab.Runner, draw func(r *rand.Rand, fib, worker, workers int) int) error {
	samples, tasks, fib := r.Int("samples"), r.Int("tasks"), r.Int("fib")
	r.Expect(len(r.Ints("workers")) * samples)
	for _, workers := range r.Ints("workers") {
		for sample := range samples {
			key := lab.Row{"workers": workers, "sample": sample}
			err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
				numbers := drawBatch(r.Rand(key), workers, tasks, fib, draw)
				for _, i := range r.Rand(key).Perm(2 * len(dequeKinds)) {
					row, err := timeBatch(numbers, dequeKinds[i/2], i%2 == 1, r.Seed)
					if err != nil {
						return nil, err
					}
					row["cores"] = r.Workers
					rows = append(rows, row)
				}
				return rows, ctx.Err()
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func drawBatch(r *rand.Rand, workers, tasks, fib int, draw func(r *rand.Rand, fib, worker, workers int) int) [][]int {
	numbers := make([][]int, workers)
	for w := range numbers {
		for range tasks {
			numbers[w] = append(numbers[w], draw(r, fib, w, workers))
		}
	}
	return numbers
}

// timeBatch fills one deque for each worker and has the workers empty them.
func timeBatch(numbers [][]int, kind dequeKind, stealing bool, seed uint64) (lab.Row, error) {
	c := &crew{stealing: stealing, begin: time.Now()}
	var tasks []*task
	for _, queue := range numbers {
		d := kind.make(max(len(queue), 1))
		for _, n := range queue {
			t := &task{n: n, created: time.Since(c.begin)}
			if !d.Push(t) {
				return nil, fmt.Errorf("the %s deque takes less than %d tasks", kind.name, len(queue))
			}
			tasks = append(tasks, t)
		}
		c.deques = append(c.deques, d)
	}
	c.left.Store(int64(len(tasks)))
	c.run(seed)
	row, err := c.sums(tasks)
	if err == nil && row["ran"] != 1.0 {
		err = fmt.Errorf("of %d tasks %v were run", len(tasks), row["ran"])
	}
	if err != nil {
		return nil, fmt.Errorf("%s, stealing %v: %w", kind.name, stealing, err)
	}
	row["kind"], row["stealing"], row["tasks"] = kind.name, stealing, len(tasks)
	return row, nil
}

// ratiosOf returns, sample by sample, a column's value with stealing divided by its value
// without, for one kind of deque and one number of workers.
func ratiosOf(t *lab.Table, kind string, workers float64, column string) (ratios []float64) {
	t = t.Where("kind", kind).Where("workers", workers)
	with, without := t.Where("stealing", true), t.Where("stealing", false)
	for _, sample := range t.Values("sample") {
		a, b := with.Where("sample", sample).Floats(column), without.Where("sample", sample).Floats(column)
		if len(a) == 1 && len(b) == 1 && b[0] > 0 {
			ratios = append(ratios, a[0]/b[0])
		}
	}
	return ratios
}

// boundedToUnbounded returns how many times as long the bounded deque takes as the
// unbounded one with stealing: the geometric mean over the numbers of workers.
func boundedToUnbounded(t *lab.Table) lab.Fact {
	var logs []float64
	with := t.Where("stealing", true)
	for _, workers := range t.Values("workers") {
		w := with.Where("workers", workers)
		bounded, unbounded := w.Where("kind", "bounded").Median("total"), w.Where("kind", "unbounded").Median("total")
		if bounded > 0 && unbounded > 0 {
			logs = append(logs, math.Log(bounded/unbounded))
		}
	}
	ratio := 0.0
	if len(logs) > 0 {
		ratio = math.Exp(gauge.Mean(logs))
	}
	return lab.NewFact("bounded / unbounded deque, total time with stealing", ratio, "")
}

// plotRatios draws the two ratios beside those of the printed table.
func plotRatios(t *lab.Table, printed []printedLine, title string) (figures []lab.Figure) {
	for _, column := range []string{"total", "wait"} {
		f := lab.Figure{
			Title: title + ": " + map[string]string{"total": "total time", "wait": "waiting time of a task"}[column],
			X:     "workers", Y: "with stealing / without", LogX: true, LogY: true, Kind: lab.Lines,
			Note: "Below 1 stealing helps. Dashed is what the source prints, for another machine.",
		}
		for _, kind := range dequeKinds {
			f.Series = append(f.Series, measuredRatios(t, kind.name, column), printedRatios(printed, kind.name, column))
		}
		figures = append(figures, f)
	}
	return figures
}

func measuredRatios(t *lab.Table, kind, column string) lab.Series {
	s := lab.Series{Name: kind}
	for _, workers := range t.Values("workers") {
		if ratios := ratiosOf(t, kind, workers, column); len(ratios) > 0 {
			low, high := gauge.Interval(ratios)
			s.X, s.Y = append(s.X, workers), append(s.Y, gauge.Median(ratios))
			s.Low, s.High = append(s.Low, low), append(s.High, high)
		}
	}
	return s
}

func printedRatios(lines []printedLine, kind, column string) lab.Series {
	s := lab.Series{Name: kind + ", printed", Dashed: true}
	for _, l := range lines {
		if l.kind != kind {
			continue
		}
		ratio := l.total / l.total0
		if column == "wait" {
			ratio = l.wait / l.wait0
		}
		s.X, s.Y = append(s.X, float64(l.workers)), append(s.Y, ratio)
	}
	return s
}
