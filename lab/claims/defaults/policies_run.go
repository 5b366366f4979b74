package defaults

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// skuas is skua's choice for spawned tasks.
var skuas = classic.Config{Deque: classic.Locked, Amount: classic.Half}

var policyDeques = []classic.Deque{classic.Locked, classic.ABP, classic.ChaseLev, classic.StealHalf, classic.Split, classic.SplitHalf, classic.BWoS}

// configName is skua's choice as "Locked empty Half RandomVictim".
func configName(c classic.Config) string {
	balance := "empty"
	if c.Balance.Mu > 0 {
		balance = "chance"
	} else if c.Balance.Factor > 0 {
		balance = "change"
	}
	return fmt.Sprint(c.Deque, " ", balance, " ", c.Amount, " ", c.Victim)
}

// everyPolicy returns every combination.
func everyPolicy() (out []classic.Config) {
	var c classic.Config
	for _, c.Deque = range policyDeques {
		for _, c.Balance = range []classic.Balance{{}, {Mu: 1}, {Factor: 2}} {
			for _, c.Amount = range []classic.Amount{classic.Half, classic.One} {
				for c.Victim = range classic.FirstVictim { // the victims before it; experiment victims has that one
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// A policyLoad is a program of n calls of task, of about so many µs each.
type policyLoad struct {
	name string
	run  func(p *classic.Pool, n int, task func(size int))
}

var policyLoads = []policyLoad{
	{"tree", func(p *classic.Pool, n int, task func(int)) {
		var tree func(w *classic.Worker, n int)
		tree = func(w *classic.Worker, n int) { // n tasks, this one included
			task(1)
			for _, below := range []int{(n - 1) / 2, n / 2} {
				if below > 0 {
					w.Spawn(func(w *classic.Worker) { tree(w, below) })
				}
			}
		}
		p.Run(func(w *classic.Worker) { tree(w, n) })
	}},
	{"owner", func(p *classic.Pool, n int, task func(int)) {
		p.Run(func(w *classic.Worker) {
			for range n {
				w.Spawn(func(*classic.Worker) { task(1) })
			}
		})
	}},
	{"batch", func(p *classic.Pool, n int, task func(int)) {
		parts := make([][]func(*classic.Worker), p.Workers())
		for k := range n {
			to, size := k%len(parts), 1
			if to < len(parts)/2 { // these queues have nearly all the work
				size = 1 + k%16
			}
			parts[to] = append(parts[to], func(*classic.Worker) { task(size) })
		}
		p.Batch(parts...)
	}},
	{"forks", func(p *classic.Pool, n int, task func(int)) {
		var tree func(w *classic.Worker, n int) struct{}
		tree = func(w *classic.Worker, n int) struct{} {
			if n == 1 {
				task(1)
				return struct{}{}
			}
			f := classic.Fork(w, tree, n/2)
			tree(w, n-n/2)
			return f.Join(w)
		}
		p.Run(func(w *classic.Worker) { tree(w, n) })
	}},
}

// counted runs the program, and wants all n calls.
func (l policyLoad) counted(p *classic.Pool, n int) error {
	var ran atomic.Int64
	l.run(p, n, func(size int) { gauge.Burn(size << 10); ran.Add(1) })
	if ran.Load() != int64(n) {
		return fmt.Errorf("%s: %d tasks of %d have run", l.name, ran.Load(), n)
	}
	return nil
}

func runPolicies(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(r.Ints("workers")) * len(policyLoads))
	for _, workers := range r.Ints("workers") {
		for _, load := range policyLoads {
			key := lab.Row{"workers": workers, "workload": load.name}
			err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
				list := everyPolicy()
				for _, i := range r.Rand(key).Perm(len(list)) {
					pairs, err := timePolicy(ctx, load, r.Int("tasks"), list[i], workers, r.Int("rounds"))
					if err != nil {
						return nil, err
					}
					rows = append(rows, pairs...)
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

// mostLooks are taken for a free machine before a round.
const mostLooks = 3

// timePolicy runs a workload in turns on a pool of skua's choice and on one of c, either first in every
// other round. The first round warms up.
func timePolicy(ctx context.Context, load policyLoad, n int, c classic.Config, workers, rounds int) (rows []lab.Row, err error) {
	var pools [2]*classic.Pool
	for i, config := range []classic.Config{skuas, c} {
		config.Workers = workers
		if pools[i], err = classic.New(config); err != nil {
			return nil, err
		}
		defer pools[i].Close()
	}
	for round := -1; round < rounds && ctx.Err() == nil; round++ {
		had := gauge.FreeShareSoon(min(workers, runtime.GOMAXPROCS(0)), gauge.ShortLook, mostLooks)
		var ns [2]time.Duration
		for i := range pools {
			at := (i + round + 1) % 2
			begin := time.Now()
			err := load.counted(pools[at], n)
			if ns[at] = time.Since(begin); err != nil {
				return nil, err
			}
		}
		if round >= 0 {
			rows = append(rows, lab.Row{"config": configName(c), "round": round, "had": had, "quotient": float64(ns[1]) / float64(ns[0])})
		}
	}
	return rows, nil
}
