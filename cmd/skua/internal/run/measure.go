package run

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/cli/exit"
	"github.com/skua-go/skua/cmd/skua/internal/dash"
	"github.com/skua-go/skua/lab/workload"
)

// sample is what one run took. The counters are zero for a sequential run.
type sample struct {
	ns                    float64
	steals, parks, allocs float64
}

// measurement has the samples of all rounds, in order.
type measurement struct {
	seq, one, par []sample
	answer        any   // of the parallel version; a wrong one if there was any
	wrong         error // what is wrong with the answer
	tasks         int
}

// measure runs the rounds. An ended ctx ends it soon: the forks unwind, and a
// sequential run, which cannot be stopped, is left behind.
func measure(cmd *cobra.Command, in *workload.Instance, o options) (*measurement, error) {
	ctx := cmd.Context()
	pool, err := skua.New(skua.WithWorkers(o.workers))
	if err != nil {
		return nil, exit.Errorf(exit.NotStarted, "run: %w", err)
	}
	defer pool.Close()
	one := pool
	if o.workers > 1 {
		if one, err = skua.New(skua.WithWorkers(1)); err != nil {
			return nil, exit.Errorf(exit.NotStarted, "run: %w", err)
		}
		defer one.Close()
	}
	m := &measurement{}
	board, err := o.dash.Start(cmd, dash.Show{Pool: pool})
	if err != nil {
		return nil, err
	}
	defer board.Close()
	for range o.runs {
		if err := m.round(ctx, in, one, pool); err != nil {
			return nil, err
		}
	}
	m.tasks = in.Tasks(m.answer)
	return m, nil
}

// round takes one sample of each kind. With one worker two of them are one.
func (m *measurement) round(ctx context.Context, in *workload.Instance, one, pool *skua.Pool) error {
	seq, want, err := runSequential(ctx, in)
	if err != nil {
		return err
	}
	m.seq = append(m.seq, seq)
	first, got, err := runParallel(ctx, in, one)
	if err != nil {
		return err
	}
	m.one = append(m.one, first)
	m.compare(in, want, got)
	if one == pool {
		m.par = append(m.par, first)
		return nil
	}
	all, got, err := runParallel(ctx, in, pool)
	if err != nil {
		return err
	}
	m.par = append(m.par, all)
	m.compare(in, want, got)
	return nil
}

// compare keeps the parallel answer, and the first error that it finds.
func (m *measurement) compare(in *workload.Instance, want, got any) {
	if m.wrong != nil {
		return
	}
	m.answer = got
	if m.wrong = in.Check(got); m.wrong == nil && got != want {
		m.wrong = fmt.Errorf("the parallel answer is %v, the sequential one %v", got, want)
	}
}

// runSequential runs the twin on a goroutine of its own, to be able to leave it
// behind.
func runSequential(ctx context.Context, in *workload.Instance) (sample, any, error) {
	type result struct {
		s      sample
		answer any
	}
	done := make(chan result, 1)
	runtime.GC()
	go func() {
		start := time.Now()
		answer := in.Sequential()
		done <- result{sample{ns: float64(time.Since(start))}, answer}
	}()
	select {
	case r := <-done:
		return r.s, r.answer, nil
	case <-ctx.Done():
		return sample{}, nil, context.Cause(ctx)
	}
}

func runParallel(ctx context.Context, in *workload.Instance, pool *skua.Pool) (s sample, answer any, err error) {
	runtime.GC()
	before := readCounters(pool)
	start := time.Now()
	err = pool.Run(ctx, func(w *skua.Worker) error {
		answer = in.Parallel(w)
		return nil
	})
	ns := float64(time.Since(start))
	if err != nil {
		return sample{}, nil, fmt.Errorf("run: %w", err)
	}
	after := readCounters(pool)
	return sample{
		ns:     ns,
		steals: after.steals - before.steals,
		parks:  after.parks - before.parks,
		allocs: after.allocs - before.allocs,
	}, answer, nil
}

// readCounters reads what has grown since the pool and the process began.
func readCounters(pool *skua.Pool) sample {
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	stats := pool.Stats()
	return sample{
		steals: float64(stats.Steals),
		parks:  float64(stats.Parks),
		allocs: float64(mem.Mallocs),
	}
}
