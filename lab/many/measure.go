package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab/gauge"
)

const (
	fewest = 3    // rounds, however little time there is
	enough = 0.75 // of n processors that n goroutines have at the same time: with less a sample is spoilt
	most   = 1.1  // which cannot be: a clock was wrong
	look   = 45 * time.Millisecond
)

// A result is all that was measured.
type result struct {
	machine  gauge.Machine
	workers  []int
	together map[int][]float64          // how many times as fast as one so many goroutines are that share nothing
	times    map[string]map[int]samples // by program and workers; 0 workers: the serial loop
	room     map[string]map[int]float64 // the room's times, in ns
	rounds   int
}

// samples are times in ns, and those beside which other programs ran.
type samples struct{ good, spoilt []float64 }

// powers are 1, 2, 4 … and n.
func powers(n int) (all []int) {
	for k := 1; k < n; k *= 2 {
		all = append(all, k)
	}
	return append(all, n)
}

func measure(ctx context.Context, dir string, length time.Duration) (*result, error) {
	r := &result{machine: gauge.ThisMachine(), workers: powers(runtime.GOMAXPROCS(0)), together: map[int][]float64{},
		times: map[string]map[int]samples{}, room: map[string]map[int]float64{}}
	for _, row := range rows {
		r.times[row.name], r.room[row.name] = map[int]samples{}, map[int]float64{}
		if row.args == nil {
			continue
		}
		for _, n := range r.workers {
			if row.delay && n == 1 {
				continue
			}
			fmt.Fprintf(os.Stderr, "\rmany: the room runs %s on %d processors   ", row.name, n)
			took, err := start(ctx, dir, "room", row.args, n)
			if err != nil {
				return nil, err
			}
			r.room[row.name][n] = float64(took)
		}
	}
	pools := map[int]*skua.Pool{}
	for _, n := range r.workers {
		p, err := skua.New(skua.WithWorkers(n))
		if err != nil {
			return nil, err
		}
		defer p.Close()
		pools[n] = p
	}
	for end := time.Now().Add(length); r.rounds < fewest || time.Now().Before(end); r.rounds++ {
		if err := r.round(ctx, dir, pools); err != nil {
			return nil, err
		}
	}
	fmt.Fprintln(os.Stderr)
	return r, nil
}

// round takes a sample of each program with each number of workers.
func (r *result) round(ctx context.Context, dir string, pools map[int]*skua.Pool) error {
	for _, n := range r.workers {
		fmt.Fprintf(os.Stderr, "\rmany: round %d, %d workers                          ", r.rounds+1, n)
		together, share := lookAt(n)
		r.together[n] = append(r.together[n], together)
		for _, row := range rows {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if row.delay && n == 1 {
				continue
			}
			if row.args != nil {
				took, err := start(ctx, dir, "real", row.args, n)
				if err != nil {
					return err
				}
				r.add(row.name, n, took, share)
				continue
			}
			if n == 1 {
				r.add(row.name, 0, row.run(nil), share)
			}
			r.add(row.name, n, row.run(pools[n]), share)
		}
	}
	return nil
}

// lookAt returns how many times as fast as one goroutine n are that share nothing, and which share of n
// processors they had by the system's account. Two threads of a core are slower together, and have two
// processors all the same; beside other programs they have not.
func lookAt(n int) (together, share float64) {
	steps := gauge.StepsFor(look)
	gauge.SpinEvenly(steps*n, n) // wakes the threads
	alone := gauge.SpinEvenly(steps, 1)
	before, told := gauge.ProcessorTime()
	took := gauge.SpinEvenly(steps*n, n)
	after, _ := gauge.ProcessorTime()
	together = float64(n) * float64(alone) / float64(took)
	if !told {
		return together, together / float64(n)
	}
	return together, float64(after-before) / float64(took) / float64(n)
}

// add adds a sample, beside which a look found such a share of n processors.
func (r *result) add(name string, n int, took time.Duration, share float64) {
	s := r.times[name][n]
	if share < enough || share > most {
		s.spoilt = append(s.spoilt, float64(took))
	} else {
		s.good = append(s.good, float64(took))
	}
	r.times[name][n] = s
}
