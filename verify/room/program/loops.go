package program

import (
	"context"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

var loops = []Program{
	{Name: "for", Doc: "par.For over so many indices for each worker", Default: Params{"each": 8192, "index": 1000},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration {
			return whole(func() { par.For(p["each"]*workers, func(int) { work(p["index"]) }, par.On(pool)) })
		}},
	{Name: "regions", Doc: "a series of loops, each of so many indices for each worker: time for all", Default: Params{"loops": 50, "each": 64, "index": 1000, "gap": 0},
		Start: func(pool *skua.Pool, workers int, p Params) func() time.Duration {
			return whole(func() {
				inside(pool, func(w *skua.Worker) {
					for range p["loops"] {
						par.For(p["each"]*workers, func(int) { work(p["index"]) }, par.On(w))
						work(p["gap"])
					}
				})
			})
		}},
	{Name: "sort", Doc: "par.SortFunc of random numbers with comparisons that take so long", Default: Params{"n": 200_000, "compare": 5},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration { return sorts(pool, p) }},
	{Name: "ramp", Doc: "an idle pool gets a loop of long indices: time until as many as there are workers run", Default: Params{"index": 20_000_000},
		Start: ramp},
}

func sorts(pool *skua.Pool, p Params) func() time.Duration {
	source, s := make([]uint64, p["n"]), make([]uint64, p["n"])
	for i := range source {
		source[i] = mix(uint64(i) + 1)
	}
	return func() time.Duration {
		copy(s, source)
		begin := now()
		par.SortFunc(s, func(a, b uint64) int {
			work(p["compare"])
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		}, par.On(pool))
		return now() - begin
	}
}

func ramp(pool *skua.Pool, workers int, p Params) func() time.Duration {
	return func() time.Duration {
		idle(100 * time.Millisecond)
		begun, begin := make([]time.Duration, workers), now()
		par.For(workers, func(i int) {
			begun[i] = now()
			work(p["index"])
		}, par.On(pool), par.Grain(1))
		last := time.Duration(0)
		for _, at := range begun {
			last = max(last, at-begin)
		}
		return last
	}
}

// inside runs f as a call into the pool.
func inside(pool *skua.Pool, f func(w *skua.Worker)) {
	err := pool.Run(context.Background(), func(w *skua.Worker) error { f(w); return nil })
	if err != nil {
		panic(err)
	}
}
