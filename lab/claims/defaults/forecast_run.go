package defaults

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/tracer"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/forecast"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/workload"
	"github.com/skua-go/skua/trace"
	"github.com/skua-go/skua/trace/record"
)

// forecastLoads has every workload, of 100 ms or more.
var forecastLoads = []struct {
	name string
	args workload.Args
}{
	{"fib", workload.Args{"n": "38"}},
	{"nqueens", workload.Args{"n": "14"}},
	{"uts", nil},
	{"cilksort", nil},
	{"matmul", nil},
	{"strassen", nil},
	{"lu", nil},
	{"heat", nil},
	{"mandelbrot", nil},
	{"primes", nil},
	{"knapsack", nil},
	{"quicksort", nil},
	{"quickselect", nil},
	{"treesum", workload.Args{"n": "30000000"}},
	{"skynet", nil},
	{"spc", nil},
	{"bpc", nil},
	{"dag", nil},
	{"batch", nil},
}

func runForecast(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(forecastLoads))
	latency := latencyHere()
	return onWorkers(r, func(workers int) error {
		for _, load := range forecastLoads {
			err := r.Case(ctx, lab.Row{"workers": workers, "workload": load.name}, func() ([]lab.Row, error) {
				t := forecastTrial{workers: workers, latency: latency}
				return t.load(ctx, load.name, load.args, r.Int("rounds"))
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// onWorkers runs f with each number of workers that the machine has processors for.
func onWorkers(r *lab.Runner, f func(workers int) error) error {
	for _, workers := range r.Ints("workers") {
		if workers > r.Workers {
			continue
		}
		if err := f(workers); err != nil {
			return err
		}
	}
	return nil
}

// A forecastTrial is a workload on a pool of one worker and on one of several.
type forecastTrial struct {
	in           *workload.Instance
	one, several *skua.Pool
	workers      int
	latency      forecast.Latency
}

// load takes the rounds. Before the first, which warms up, the answers are checked.
func (t forecastTrial) load(ctx context.Context, name string, args workload.Args, rounds int) (rows []lab.Row, err error) {
	w, err := workload.Find(name)
	if err != nil {
		return nil, err
	}
	if t.in, err = w.New(args); err != nil {
		return nil, err
	}
	for n, pool := range map[int]**skua.Pool{1: &t.one, t.workers: &t.several} {
		if *pool, err = skua.New(skua.WithWorkers(n)); err != nil {
			return nil, err
		}
		defer (*pool).Close()
		if err := t.in.Check(t.in.Parallel(*pool)); err != nil {
			return nil, err
		}
	}
	for round := 0; round < rounds && ctx.Err() == nil; round++ {
		row, err := t.round()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		row["round"] = round
		rows = append(rows, row)
	}
	return rows, nil
}

// round times the workload on both pools, and records it with one worker in between.
func (t forecastTrial) round() (lab.Row, error) {
	runtime.GC() // what the last run has left is no part of the next one
	one := t.time(t.one)
	runtime.GC()
	recording, err := record.Start(t.one, record.Config{NoSolo: true})
	if err != nil {
		return nil, err
	}
	recorded := t.time(t.one)
	report := recording.Stop()
	runtime.GC()
	several := t.time(t.several)
	out, err := forecast.Of(report.Dag, []int{t.workers}, forecast.Config{Latency: t.latency})
	if err != nil {
		return nil, err
	}
	outside := 0.0 // what the program did before and after the run
	for _, site := range report.Sites {
		if site.Kind == trace.OutsideSite {
			outside += site.Work
		}
	}
	return lab.Row{
		"one": one.took, "cpu-one": one.cpu, "recorded": recorded.took, "cpu-recorded": recorded.cpu,
		"several": several.took, "cpu": several.cpu, "delay": several.delay,
		"work": out.Work - outside, "span": out.Span - outside, "predicted": out.Forecasts[0].Seconds - outside, "ops": len(report.Dag.Ops),
	}, nil
}

// A forecastTime is how many seconds a run took, kept processors busy, and had threads wait for
// processors. What the system does not tell is as long as the run, and 0.
type forecastTime struct{ took, cpu, delay float64 }

func (t forecastTrial) time(pool *skua.Pool) (r forecastTime) {
	before, busy := tracer.Look(), processorTime()
	begin := time.Now()
	t.in.Parallel(pool)
	r.took = time.Since(begin).Seconds()
	if r.cpu = processorTime() - busy; r.cpu <= 0 {
		r.cpu = r.took
	}
	r.delay = max(0, tracer.Look().Since(before).RunDelay)
	return r
}

func processorTime() float64 {
	d, _ := gauge.ProcessorTime()
	return d.Seconds()
}
