package defaults

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/workload"
)

// A policyChoice is what policies varies of a skua.Policy.
type policyChoice struct{ deque, balance, amount, victim string }

var (
	defaultPolicy = policyChoice{"locked", "empty", "half", "random"}

	policyDeques   = policy.Deques()
	policyBalances = []string{"empty", "chance", "change"}
	policyVictims  = []string{"random", "roundrobin", "last", "richer"} // victims has the fixed one
)

func (p policyChoice) String() string {
	return strings.Join([]string{p.deque, p.balance, p.amount, p.victim}, " ")
}

func (p policyChoice) config(workers int) skua.Config {
	c := skua.Config{Workers: workers,
		Policy: skua.Policy{Deque: p.deque, Balance: p.balance, Amount: p.amount, Victim: p.victim}}
	if p.deque == "split" {
		c.Policy.Expose = "one" // as its source has it
	}
	return c
}

// changed names what differs from the default but the deque.
func (p policyChoice) changed() string {
	d := defaultPolicy
	switch {
	case p.balance != d.balance:
		return "balance " + p.balance
	case p.amount != d.amount:
		return "amount " + p.amount
	case p.victim != d.victim:
		return "victim " + p.victim
	}
	return "nothing else changed"
}

// policyChanges returns the default, and it with one policy changed but the deque.
func policyChanges() (out []policyChoice) {
	for _, p := range everyPolicy("stealhalf") {
		d := defaultPolicy
		changed := 0
		for _, differs := range []bool{p.balance != d.balance, p.amount != d.amount, p.victim != d.victim} {
			if differs {
				changed++
			}
		}
		if changed < 2 {
			p.deque = d.deque
			out = append(out, p)
		}
	}
	return out
}

// severals are the deques that can give more than one task. With the others half is one.
var severals = []string{"locked", "stealhalf"}

// everyPolicy returns all combinations with that deque.
func everyPolicy(kind string) (out []policyChoice) {
	amounts := []string{"half"}
	if slices.Contains(severals, kind) {
		amounts = []string{"half", "one"}
	}
	for _, balance := range policyBalances {
		for _, amount := range amounts {
			for _, victim := range policyVictims {
				out = append(out, policyChoice{kind, balance, amount, victim})
			}
		}
	}
	return out
}

func allPolicies(crossed bool) (out []policyChoice) {
	for _, kind := range policyDeques {
		if crossed {
			out = append(out, everyPolicy(kind)...)
			continue
		}
		for _, p := range policyChanges() {
			p.deque = kind
			if p.amount == "half" || slices.Contains(severals, kind) {
				out = append(out, p)
			}
		}
	}
	return out
}

// A policyLoad is a workload in two sizes.
type policyLoad struct {
	name        string
	quick, full workload.Args
}

// The classes of workloads: a deque, its balancing and the amount act on spawned tasks only,
// the victim on all.
const (
	spawnsClass = "spawns"
	forksClass  = "forks and loops"
)

func (l policyLoad) class() string {
	if slices.Contains([]string{"spc", "bpc", "dag", "batch"}, l.name) {
		return spawnsClass
	}
	return forksClass
}

// policyLoads has every workload, of about a millisecond and of some more. What
// a deque costs shows where tasks are small, so they are as small as they come.
var policyLoads = []policyLoad{
	{"fib", workload.Args{"n": "22"}, workload.Args{"n": "26"}},
	{"nqueens", workload.Args{"n": "8"}, workload.Args{"n": "10"}},
	{"uts", workload.Args{"shape": "3", "depth": "5", "branch": "4", "seed": "19"}, workload.Args{"shape": "3", "depth": "6", "branch": "4", "seed": "19"}},
	{"cilksort", workload.Args{"n": "10000"}, workload.Args{"n": "40000"}},
	{"matmul", workload.Args{"n": "96"}, workload.Args{"n": "160"}},
	{"strassen", workload.Args{"n": "96"}, workload.Args{"n": "192"}},
	{"lu", workload.Args{"n": "128"}, workload.Args{"n": "192"}},
	{"heat", workload.Args{"n": "100", "steps": "10"}, workload.Args{"n": "150", "steps": "40"}},
	{"mandelbrot", workload.Args{"width": "60", "height": "60", "limit": "200"}, workload.Args{"width": "100", "height": "100", "limit": "300"}},
	{"primes", workload.Args{"n": "20000"}, workload.Args{"n": "60000"}},
	{"knapsack", workload.Args{"n": "24", "seed": "2"}, workload.Args{"n": "40", "seed": "2"}},
	{"quicksort", workload.Args{"n": "10000"}, workload.Args{"n": "50000"}},
	{"quickselect", workload.Args{"n": "50000"}, workload.Args{"n": "300000"}},
	{"treesum", workload.Args{"n": "30000"}, workload.Args{"n": "300000"}},
	{"skynet", workload.Args{"k": "4"}, workload.Args{"k": "5"}},
	{"spc", workload.Args{"n": "300", "grain": "2000"}, workload.Args{"n": "1000", "grain": "4000"}},
	{"bpc", workload.Args{"depth": "30", "consumers": "9", "grain": "2000"}, workload.Args{"depth": "100", "consumers": "9", "grain": "4000"}},
	{"dag", workload.Args{"width": "20", "depth": "25", "grain": "2000"}, workload.Args{"width": "50", "depth": "40", "grain": "2000"}},
	{"batch", workload.Args{"load": "skewed", "tasks": "1"}, workload.Args{"load": "skewed", "tasks": "5"}},
}

func runPolicies(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(r.Ints("workers")) * len(policyLoads))
	for _, workers := range r.Ints("workers") {
		for _, load := range policyLoads {
			key := lab.Row{"workers": workers, "workload": load.name, "class": load.class()}
			err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
				args := load.quick
				if r.Int("size") > 0 {
					args = load.full
				}
				list := allPolicies(r.Int("crossed") > 0)
				for _, i := range r.Rand(key).Perm(len(list)) {
					pairs, err := timePolicy(ctx, load.name, args, list[i], workers, r.Int("rounds"))
					if err != nil {
						return nil, fmt.Errorf("%v: %w", list[i], err)
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

// mostLooks are taken for a free machine before a configuration runs a workload. One in two
// sees too little; a case without samples makes a whole class undecided, and there are thousands. With 12,
// some 40 ms, two of three full runs had one, since a host took a virtual processor away for longer.
const mostLooks = 50

// timePolicy runs the workload in turns on a pool of the default and on one of p,
// either first in every other round. The first round warms up, and its answers
// are checked.
func timePolicy(ctx context.Context, name string, args workload.Args, p policyChoice, workers, rounds int) (rows []lab.Row, err error) {
	w, err := workload.Find(name)
	if err != nil {
		return nil, err
	}
	in, err := w.New(args)
	if err != nil {
		return nil, err
	}
	var pools [2]*skua.Pool
	for i, c := range []skua.Config{{Workers: workers}, p.config(workers)} {
		if pools[i], err = skua.New(c); err != nil {
			return nil, err
		}
		defer pools[i].Close()
	}
	had := gauge.FreeShareSoon(min(workers, runtime.GOMAXPROCS(0)), gauge.ShortLook, mostLooks)
	for round := -1; round < rounds && ctx.Err() == nil; round++ {
		var ns [2]time.Duration
		for i := range pools {
			at := (i + round + 1) % 2
			begin := time.Now()
			answer := in.Parallel(pools[at])
			ns[at] = time.Since(begin)
			if round >= 0 {
				continue
			}
			if err := in.Check(answer); err != nil {
				return nil, err
			}
		}
		if round >= 0 {
			rows = append(rows, lab.Row{"config": p.String(), "round": round, "had": had, "default": int64(ns[0]), "ns": int64(ns[1])})
		}
	}
	return rows, nil
}
