package defaults

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/tracer"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/forecast"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/trace"
	"github.com/skua-go/skua/trace/record"
)

// A halveProgram runs for some 40 ms of work. What it calls in halveSite takes steps steps, of which
// there are as many as fill 20 µs, or half of them.
type halveProgram struct {
	name string
	run  func(p *skua.Pool, steps int)
}

const halveUnit = 20 * time.Microsecond

// halvePrograms have the site that is halved in a function of their own: halveLoop, halveTree, ….
var halvePrograms = []halveProgram{
	{"loops in series", func(p *skua.Pool, steps int) {
		otherLoop(p, 1000)
		halveLoop(p, 1000, steps)
	}},
	{"a tree, then a loop", func(p *skua.Pool, steps int) {
		halveTree(p, steps)
		otherLoop(p, 1000)
	}},
	{"the long branch", func(p *skua.Pool, steps int) {
		skua.Join(p,
			func(w *skua.Worker) { halveChain(w, 1400, steps) },
			func(w *skua.Worker) { otherLoop(w, 600) })
	}},
	{"the short branch", func(p *skua.Pool, steps int) {
		skua.Join(p,
			func(*skua.Worker) { otherWork(1400) },
			func(w *skua.Worker) { halveLoop(w, 600, steps) })
	}},
	{"a serial part", func(p *skua.Pool, steps int) {
		halveChain(p, 700, steps)
		otherLoop(p, 1300)
	}},
	{"tasks of two kinds", func(p *skua.Pool, steps int) {
		s := skua.NewScope(context.Background(), p)
		halveTasks(s, steps)
		for range 1000 {
			s.Go(func(*skua.Worker) error { otherWork(1); return nil })
		}
		_ = s.Wait()
	}},
}

func otherWork(units int) {
	for range units {
		gauge.Burn(gauge.StepsFor(halveUnit))
	}
}

func otherLoop(p skua.Place, units int) {
	par.For(units, func(int) { otherWork(1) }, par.On(p))
}

func halveLoop(p skua.Place, units, steps int) {
	par.For(units, func(int) { gauge.Burn(steps) }, par.On(p))
}

// halveChain runs its units in series, as one loop index.
func halveChain(p skua.Place, units, steps int) {
	par.For(1, func(int) {
		for range units {
			gauge.Burn(steps)
		}
	}, par.On(p))
}

// halveTree has 1,024 leaves.
func halveTree(p skua.Place, steps int) {
	var tree func(f *skua.Frame[int, struct{}], n int) struct{}
	tree = func(f *skua.Frame[int, struct{}], n int) struct{} {
		if n == 0 {
			gauge.Burn(steps)
			return struct{}{}
		}
		tree(f.Fork(n-1), n-1)
		if _, stolen := f.Join(); !stolen {
			tree(f, n-1)
		}
		return struct{}{}
	}
	skua.NewFunc(tree).On(p, 10)
}

// halveTasks spawns ten tasks of 100 units each.
func halveTasks(s *skua.Scope, steps int) {
	for range 10 {
		s.Go(func(*skua.Worker) error {
			for range 100 {
				gauge.Burn(steps)
			}
			return nil
		})
	}
}

func runHalve(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(halvePrograms))
	latency := latencyHere()
	return onWorkers(r, func(workers int) error {
		for _, program := range halvePrograms {
			err := r.Case(ctx, lab.Row{"workers": workers, "program": program.name}, func() ([]lab.Row, error) {
				return program.rounds(ctx, workers, r.Int("rounds"), latency)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// rounds takes the rounds, after one that warms up.
func (h halveProgram) rounds(ctx context.Context, workers, rounds int, latency forecast.Latency) (rows []lab.Row, err error) {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	for round := -1; round < rounds && ctx.Err() == nil; round++ {
		row, err := h.round(pool, forecast.Config{Latency: latency})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.name, err)
		}
		if row["round"] = round; round >= 0 {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// round times the program as it is and with the site halved, and records it in between.
func (h halveProgram) round(pool *skua.Pool, c forecast.Config) (lab.Row, error) {
	steps := gauge.StepsFor(halveUnit)
	before := tracer.Look()
	whole := h.time(pool, steps)
	delay := tracer.Look().Since(before).RunDelay

	recording, err := record.Start(pool, record.Config{NoSolo: true})
	if err != nil {
		return nil, err
	}
	h.run(pool, steps)
	report := recording.Stop()
	was, err := forecast.Of(report.Dag, []int{pool.Workers()}, c)
	if err != nil {
		return nil, err
	}
	if c.Site, err = halvedSite(report); err != nil {
		return nil, err
	}
	c.Times = 2
	would, err := forecast.Of(report.Dag, []int{pool.Workers()}, c)
	if err != nil {
		return nil, err
	}

	before = tracer.Look()
	half := h.time(pool, steps/2)
	delay += tracer.Look().Since(before).RunDelay
	return lab.Row{
		"whole": whole, "half": half, "delay": max(0, delay),
		"was": was.Forecasts[0].Seconds, "would": would.Forecasts[0].Seconds,
	}, nil
}

// time returns how many seconds a run takes.
func (h halveProgram) time(pool *skua.Pool, steps int) float64 {
	runtime.GC() // what the last run has left is no part of this one
	begin := time.Now()
	h.run(pool, steps)
	return time.Since(begin).Seconds()
}

// halvedSite returns the site that has most work of those in functions named halve….
func halvedSite(r *trace.Report) (int, error) {
	most := -1
	for i, s := range r.Sites {
		if strings.Contains(s.Function, "/defaults.halve") && (most < 0 || s.Work > r.Sites[most].Work) {
			most = i
		}
	}
	if most < 0 {
		return 0, fmt.Errorf("the recording has no site in a function named halve…: %+v", r.Sites)
	}
	return most, nil
}
