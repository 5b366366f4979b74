package batches

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Realtime sends tasks to workers that run already.
var Realtime = lab.Experiment{
	ID:     "realtime",
	Source: "[AI22] Other Experiments",
	Claim: "The workers are not limited to batches: they also serve tasks that a generator puts " +
		"into random queues at random intervals while they run.",
	How: "The same workers begin with one task each, then tasks of fib(25) to fib(29) arrive at random times, " +
		"so that seven tenths of the cores are needed; workers leave as printed, when all queues look empty, " +
		"or when all tasks have ended. Tasks arrive in a mailbox beside each deque, since only its owner may push.",
	Confirms: "With stealing, workers that leave as printed have run all tasks in each sample, of which at least five had their processors.",
	Refutes:  "In one sample, whatever else the machine did, tasks remain for ever in the queues of workers that have left.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine, a deque and a mailbox each", Quick: []int{2, 4, 16}, Full: []int{2, 4, 8, 16, 32}},
		{Name: "tasks", Doc: "tasks for each worker in the mean", Quick: []int{15}, Full: []int{40}},
		{Name: "fib", Doc: "the least k of five", Quick: []int{25}, Full: []int{25}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{5}, Full: []int{5}},
	},
	Kinds: lab.Kinds{Columns: []string{"rule"}, Judged: []string{"printed"}, Shown: []string{"repaired"}, Timed: []string{"printed"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "ran", Is: lab.Share, Some: true}, {Column: "wait"}, {Column: "stealing", Is: lab.Flag},
			{Column: "workers", Is: lab.Size}, {Column: "sample", Is: lab.Count},
		},
		Key:     []string{"rule", "kind", "workers", "stealing", "sample"},
		Crossed: []string{"kind", "workers", "stealing"},
	},
	Run:   runRealtime,
	Judge: judgeRealtime,
	Plot:  plotRealtime,
}

// realtimeRules say when a worker leaves.
var realtimeRules = []string{"printed", "repaired"}

const utilisation = 0.7 // of the cores: tasks have to queue, but all can be served

func runRealtime(ctx context.Context, r *lab.Runner) error {
	samples := r.Int("samples")
	r.Expect(len(r.Ints("workers")) * samples)
	for _, workers := range r.Ints("workers") {
		for sample := range samples {
			key := lab.Row{"workers": workers, "sample": sample}
			err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
				arrivals := drawArrivals(r, key, workers)
				had := gauge.FreeShareSoon(min(r.Workers, workers), gauge.ShortLook, mostLooks)
				for _, i := range r.Rand(key).Perm(4 * len(dequeKinds)) {
					row, err := timeArrivals(ctx, arrivals, workers, r.Seed, dequeKinds[i/4], i%2 == 1, realtimeRules[i/2%2])
					if err != nil {
						return nil, err
					}
					row["had"] = had
					rows = append(rows, row)
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

// An arrival is a task and where and when it is sent.
type arrival struct {
	fib, worker int
	at          time.Duration
}

// drawArrivals draws tasks for the mailboxes. The first task of each mailbox arrives at
// once, the rest at exponential intervals.
func drawArrivals(r *lab.Runner, key lab.Row, workers int) (out []arrival) {
	random, fib := r.Rand(key), r.Int("fib")
	begin, mean := time.Now(), time.Duration(0)
	for k := range 5 { // what a task takes here, now
		(&task{n: fib + k}).compute(begin, 0)
	}
	mean = time.Since(begin) / 5
	cores := min(r.Workers, workers)
	at := time.Duration(0)
	for i := range workers * r.Int("tasks") {
		a := arrival{fib: fib + random.IntN(5), worker: i}
		if i >= workers {
			at += time.Duration(random.ExpFloat64() * float64(mean) / (utilisation * float64(cores)))
			a.worker, a.at = random.IntN(workers), at
		}
		out = append(out, a)
	}
	return out
}

// timeArrivals runs workers while a generator sends them tasks.
func timeArrivals(ctx context.Context, arrivals []arrival, workers int, seed uint64, kind dequeKind, stealing bool, rule string) (lab.Row, error) {
	c := &crew{stealing: stealing, leave: rule == "printed", mail: make([]chan *task, workers)}
	for i := range c.mail {
		c.deques = append(c.deques, kind.make(len(arrivals)))
		c.mail[i] = make(chan *task, len(arrivals))
	}
	tasks := make([]*task, len(arrivals))
	for i, a := range arrivals {
		tasks[i] = &task{n: a.fib}
	}
	c.left.Store(int64(len(tasks)))
	c.begin = time.Now()
	c.send(ctx, tasks[:workers], arrivals) // so that no worker leaves at once
	sending, stop := context.WithCancel(ctx)
	sent := make(chan bool)
	go func() {
		defer close(sent)
		c.send(sending, tasks[workers:], arrivals[workers:])
	}()
	c.run(seed)
	stop() // if all workers have left, the rest is not run
	<-sent
	row, err := c.sums(tasks)
	if err == nil && ctx.Err() == nil && rule == "repaired" && row["ran"] != 1.0 {
		err = fmt.Errorf("of %d tasks %v were run", len(tasks), row["ran"])
	}
	if err != nil {
		return nil, fmt.Errorf("%s, stealing %v, %s: %w", kind.name, stealing, rule, err)
	}
	row["kind"], row["stealing"], row["rule"], row["tasks"] = kind.name, stealing, rule, len(tasks)
	return row, nil
}

// send sends each task when its time has come. It stops at the end of ctx.
func (c *crew) send(ctx context.Context, tasks []*task, arrivals []arrival) {
	for i, t := range tasks {
		if ctx.Err() != nil {
			c.left.Add(-int64(len(tasks) - i))
			return
		}
		time.Sleep(arrivals[i].at - time.Since(c.begin))
		t.created = time.Since(c.begin)
		c.mail[arrivals[i].worker] <- t
	}
}

func judgeRealtime(t *lab.Table) lab.Finding {
	printed := t.Where("rule", "printed").Where("stealing", true)
	ran := printed.Floats("ran")
	if len(ran) == 0 {
		return lab.Undecided("There is no sample of the printed rule.")
	}
	lost := 0
	for _, share := range ran {
		if share < 1 {
			lost++
		}
	}
	if free := printed.WithFreeProcessors(); lost == 0 && len(free.Rows) < lab.FewestSamples {
		return lab.Undecided("No task remained, but: %s", lab.BusyMachine)
	}
	without := t.Where("rule", "printed").Where("stealing", false).Median("ran")
	f := lab.Judged(lost == 0, "With stealing and the printed rule tasks remained in %d of %d samples, and at the least %s of them were run; "+
		"without stealing, %s in the median.", lost, len(ran), lab.Num(slices.Min(ran)), lab.Num(without))
	f.Facts = []lab.Fact{
		lab.NewFact("samples in which tasks remained, printed rule, stealing", float64(lost)/float64(len(ran)), ""),
		lab.NewFact("least share of tasks run, printed rule, stealing", slices.Min(ran), ""),
		lab.NewFact("share of tasks run, printed rule, no stealing", without, ""),
		lab.NewFact("share of tasks run, leaving when all have ended", t.Where("rule", "repaired").Median("ran"), ""),
	}
	repaired := t.Where("rule", "repaired")
	for _, workers := range t.Values("workers") {
		for _, kind := range dequeKinds {
			if ratios := ratiosOf(repaired, kind.name, workers, "wait"); len(ratios) > 0 {
				f.Facts = append(f.Facts, lab.NewFact(
					fmt.Sprintf("waiting time with stealing / without, repaired, %s workers, %s", lab.Num(workers), kind.name), gauge.Median(ratios), ""))
			}
		}
	}
	return f
}

func plotRealtime(t *lab.Table) []lab.Figure {
	served := lab.Figure{
		Title: "Tasks that were run", X: "workers", Y: "share of all tasks", LogX: true, Kind: lab.Points,
		Note: "Each point is a run; the points of one number of workers stand side by side. Below 1 tasks are left in queues that nobody serves any more.",
	}
	waits := lab.Figure{
		Title: "Waiting time of a task, workers that stay", X: "workers", Y: "with stealing / without", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "Below 1 stealing helps.",
	}
	for _, rule := range realtimeRules {
		for _, stealing := range []bool{true, false} {
			s := lab.Series{Name: rule + map[bool]string{true: ", stealing", false: ", no stealing"}[stealing]}
			beside := 1 + 0.05*float64(len(served.Series)) // so that no point hides another's
			for _, r := range t.Where("rule", rule).Where("stealing", stealing).Rows {
				s.X, s.Y = append(s.X, beside*r["workers"].(float64)), append(s.Y, r["ran"].(float64))
			}
			served.Series = append(served.Series, s)
		}
	}
	for _, kind := range dequeKinds {
		waits.Series = append(waits.Series, measuredRatios(t.Where("rule", "repaired"), kind.name, "wait"))
	}
	return []lab.Figure{served, waits}
}
