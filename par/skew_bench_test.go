package par_test

import (
	"iter"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/span"
)

// skews are the weights of a loop's indices, in units of work.
var skews = map[string]func(n int) []int{
	"flat":       func(n int) []int { return weights(n, func(int) int { return 10 }) },
	"triangular": func(n int) []int { return weights(n, func(i int) int { return 1 + 20*i/n }) },
	"power": func(n int) []int {
		random := rand.New(rand.NewPCG(1, 2))
		return weights(n, func(int) int { return int(math.Pow(random.Float64(), -1/1.5)) })
	},
	"one": func(n int) []int {
		return weights(n, func(i int) int {
			if i == n/3 {
				return 1000
			}
			return 1
		})
	},
	"first": func(n int) []int {
		return weights(n, func(i int) int {
			if i < n/8 {
				return 80
			}
			return 0
		})
	},
	"long": func(int) []int { return weights(8, func(int) int { return 600_000 }) }, // 100 ms each
	"last": func(n int) []int {
		return weights(n, func(i int) int {
			if i >= n-n/8 {
				return 80
			}
			return 0
		})
	},
}

func weights(n int, weight func(i int) int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = weight(i)
	}
	return out
}

//go:noinline
func units(n int) (x uint64) {
	x = uint64(n) | 1
	for range 100 * n {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	return x
}

// BenchmarkParSkew runs uneven loops on two workers: par.For, and goroutines with
// each partition of span. The metric is the time as a multiple of the ideal: half
// of the sequential time of the same run, or the heaviest index.
func BenchmarkParSkew(b *testing.B) {
	const workers = 2
	on := par.On(pool(workers))
	for shape, make := range skews {
		weight := make(40000)
		n := len(weight)
		body := func(i int) {
			if units(weight[i]) == 0 {
				panic("xorshift reached 0")
			}
		}
		impls := map[string]func(){
			"par":      func() { par.For(n, body, on) },
			"static":   func() { spread(workers, body, span.NewStatic(0, n, workers).All) },
			"dynamic":  func() { spread(workers, body, span.NewDynamic(0, n, max(1, n/2500)).All) },
			"guided":   func() { spread(workers, body, span.NewGuided(0, n, workers, 1).All) },
			"stealing": func() { spread(workers, body, span.NewStealing(0, n, workers, 0).All) },
		}
		for name, run := range impls {
			b.Run("shape="+shape+"/impl="+name, func(b *testing.B) {
				var ideal, took time.Duration
				for b.Loop() {
					ideal += idealTime(weight, body, workers)
					start := time.Now()
					run()
					took += time.Since(start)
				}
				b.ReportMetric(float64(took)/float64(ideal), "x-ideal")
			})
		}
	}
}

// spread runs the parts of a partition on goroutines.
func spread(workers int, body func(i int), part func(k int) iter.Seq[int]) {
	var all sync.WaitGroup
	for k := range workers {
		all.Go(func() {
			for i := range part(k) {
				body(i)
			}
		})
	}
	all.Wait()
}

// idealTime runs the loop alone and returns what it would take at best.
func idealTime(weight []int, body func(i int), workers int) time.Duration {
	heaviest, at := 0, 0
	for i, w := range weight {
		if w > heaviest {
			heaviest, at = w, i
		}
	}
	start := time.Now()
	body(at)
	longest := time.Since(start)
	start = time.Now()
	for i := range weight {
		body(i)
	}
	return max(longest, time.Since(start)/time.Duration(workers))
}
