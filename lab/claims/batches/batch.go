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

// Experiments even, skewed and quantity share this file: their cases, and the comparison of a
// time with stealing to the time without, both taken next to each other.

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

// simulated is the column "kind" of samples on simulated cores, where the kind of a deque
// makes no difference.
const simulated = "simulated"

// batchKinds are the kinds of samples of even, skewed and quantity.
var batchKinds = lab.Kinds{Columns: []string{"kind"}, Judged: []string{"bounded", "unbounded", simulated}, Timed: []string{"bounded", "unbounded"},
	Alike: [][]string{{"bounded", "unbounded"}}}

// A drawing returns the Fibonacci numbers of one of the workers.
type drawing func(r *rand.Rand, worker, workers int) []int

// runBatches takes the four combinations of deque and stealing for each number of
// workers, in a random order for each sample, and both ways on simulated cores.
func runBatches(ctx context.Context, r *lab.Runner, draw drawing) error {
	samples := r.Int("samples")
	r.Expect(2 * len(r.Ints("workers")) * samples)
	for _, workers := range r.Ints("workers") {
		for sample := range samples {
			key := lab.Row{"workers": workers, "sample": sample}
			numbers := drawBatch(r.Rand(key), workers, draw)
			if err := r.Case(ctx, key, func() ([]lab.Row, error) { return timeBatches(ctx, r, key, numbers) }); err != nil {
				return err
			}
			cores := lab.Row{"workers": workers, "sample": sample, "kind": simulated}
			err := r.Case(ctx, cores, func() (rows []lab.Row, err error) {
				for _, stealing := range []bool{false, true} {
					rows = append(rows, simulateBatch(numbers, r.Int("cores"), stealing, r.Rand(cores)))
				}
				return rows, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func drawBatch(r *rand.Rand, workers int, draw drawing) (numbers [][]int) {
	for w := range workers {
		numbers = append(numbers, draw(r, w, workers))
	}
	return numbers
}

// mostLooks are taken for free processors beside a sample: one in two sees too little.
const mostLooks = 3

// timeBatches takes one sample of each combination.
func timeBatches(ctx context.Context, r *lab.Runner, key lab.Row, numbers [][]int) (rows []lab.Row, err error) {
	look := func() float64 { return gauge.FreeShareSoon(min(r.Workers, len(numbers)), gauge.ShortLook, mostLooks) }
	had := look()
	for _, i := range r.Rand(key).Perm(2 * len(dequeKinds)) {
		row, err := timeBatch(numbers, dequeKinds[i/2], i%2 == 1, r.Seed)
		if err != nil {
			return nil, err
		}
		row["cores"], row["largest"] = r.Workers, largestShare(numbers)
		rows = append(rows, row)
	}
	had = min(had, look())
	for _, row := range rows {
		row["had"] = had
	}
	return rows, ctx.Err()
}

// largestShare returns which share of all work lies in the fullest deque.
func largestShare(numbers [][]int) float64 {
	most, all := 0.0, 0.0
	for _, queue := range numbers {
		work := 0.0
		for _, n := range queue {
			work += workOf(n)
		}
		most, all = max(most, work), all+work
	}
	return most / all
}

// workOf returns how many calls the task for the nth number makes.
func workOf(n int) float64 { return float64(2*fibOf[n+1] - 1) }

// timeBatch fills one deque for each worker with tasks for these numbers, and has the workers empty them.
func timeBatch(numbers [][]int, kind dequeKind, stealing bool, seed uint64) (lab.Row, error) {
	queues := make([][]*task, len(numbers))
	for w, queue := range numbers {
		for _, n := range queue {
			queues[w] = append(queues[w], &task{n: n})
		}
	}
	return timeTasks(queues, kind, stealing, seed)
}

func timeTasks(queues [][]*task, kind dequeKind, stealing bool, seed uint64) (lab.Row, error) {
	c := &crew{stealing: stealing, begin: time.Now()}
	var tasks []*task
	for _, queue := range queues {
		d := kind.make(max(len(queue), 1))
		for _, t := range queue {
			t.created = time.Since(c.begin)
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
	with := t.Where("stealing", true).WithFreeProcessors()
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
			Note: "Below 1 stealing helps.",
		}
		if len(printed) > 0 {
			f.Note += " Dashed is what the source prints, for another machine."
		}
		for _, kind := range dequeKinds {
			f.Series = append(f.Series, measuredRatios(t, kind.name, column))
			if len(printed) > 0 {
				f.Series = append(f.Series, printedRatios(printed, kind.name, column))
			}
		}
		f.Series = append(f.Series, measuredRatios(t, simulated, column))
		figures = append(figures, f)
	}
	return figures
}

func measuredRatios(t *lab.Table, kind, column string) lab.Series {
	t = t.WithFreeProcessors()
	s := lab.Series{Name: kind}
	if kind == simulated {
		s.Name = fmt.Sprintf("simulated on %s cores", lab.Num(t.Where("kind", kind).Median("cores")))
	}
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
