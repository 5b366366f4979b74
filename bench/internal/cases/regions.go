package cases

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

var regionsCase = Case{
	ID:       "regions",
	Question: "A series of short loops, with serial work in between: what does one take whose indices are arithmetic of 2 ns a step? Beside them, a hand-made pool of residents that spin until the next loop comes, as programs for inference have it.",
	Unit:     "loop",
	Rows:     regionRows,
	Want:     func(p Params) string { return sumBelow(p.Int("n")) },
	Ways:     regionWays,
	Ideal:    true,
	Energy:   true,
}

var regionsBusyCase = Case{
	ID:       "regions-busy",
	Question: "The same while other processes use half of the processors.",
	Unit:     "loop",
	Hogs:     true,
	Energy:   true,
	Rows:     regionRows,
	Want:     func(p Params) string { return sumBelow(p.Int("n")) },
	Ways:     regionWays,
}

// regionRows are loops of 5 to 500 µs, of 256 indices each.
func regionRows(full bool) []Params {
	steps := []int{80, 1000}
	if full {
		steps = []int{10, 20, 40, 80, 200, 1000}
	}
	var rows []Params
	for _, gap := range []int{0, 25_000} {
		for _, s := range steps {
			rows = append(rows, params("n", 256, "steps", s, "gap", gap))
		}
	}
	return rows
}

func regionWays() []Way {
	ways := slices.Concat(loopWays(nil, regionsRun), []Way{spinBarrier(regionsRun)}, native("rayon", "tbb"), []Way{
		{Name: "openmp active", Native: "openmp", Env: "OMP_WAIT_POLICY=active"},
		{Name: "openmp passive", Native: "openmp", Env: "OMP_WAIT_POLICY=passive"},
	}, spare("rayon-now", "parlay", "forkunion"), []Way{
		{Name: "forkunion dynamic", Native: "forkunion", Case: "regions-dynamic", Spare: true},
	})
	for i := range ways {
		if ways[i].Native != "" && ways[i].Case == "" {
			ways[i].Case = "regions" // in regions-busy too
		}
	}
	return ways
}

// regionsRun has ten loops in a repetition.
func regionsRun(p Params, each func(n int, body func(i int))) *Run {
	const loops = 10
	words, steps, gap := make([]uint64, p.Int("n")), p.Int("steps"), p.Int("gap")
	return &Run{
		Ops: loops,
		Once: func() {
			for range loops {
				each(len(words), func(i int) {
					work(i, steps)
					words[i] = uint64(i)
				})
				work(1, gap)
			}
		},
		Answer: func() string { return total(words) },
	}
}

// spinBarrier is the way that runs loops with a barrier.
func spinBarrier(run func(p Params, each func(n int, body func(i int))) *Run) Way {
	return Way{Name: "spin barrier", Start: func(p Params, workers int) (*Run, error) {
		b := newBarrier(workers)
		r := run(p, b.loop)
		r.Close = b.close
		return r, nil
	}}
}

// barrier is a pool of residents that spin: each has a fixed part of every loop, and who gives one
// waits, spinning too, until all have run theirs.
type barrier struct {
	workers int
	n       int
	body    func(i int)
	begun   atomic.Uint64 // loops
	_       [56]byte
	ended   atomic.Int64 // residents that have not run their part of the present loop
	_       [56]byte
	stop    atomic.Bool
	gone    sync.WaitGroup
}

func newBarrier(workers int) *barrier {
	b := &barrier{workers: workers}
	for k := 1; k < workers; k++ {
		b.gone.Go(func() { b.live(k) })
	}
	return b
}

// live runs part k of each loop.
func (b *barrier) live(k int) {
	for seen := uint64(0); ; seen++ {
		for b.begun.Load() == seen {
			if b.stop.Load() {
				return
			}
		}
		b.part(k)
		b.ended.Add(-1)
	}
}

func (b *barrier) part(k int) {
	for i := k * b.n / b.workers; i < (k+1)*b.n/b.workers; i++ {
		b.body(i)
	}
}

func (b *barrier) loop(n int, body func(i int)) {
	b.n, b.body = n, body
	b.ended.Store(int64(b.workers - 1))
	b.begun.Add(1)
	b.part(0)
	for spins := 0; b.ended.Load() > 0; spins++ {
		if spins > 1<<20 {
			runtime.Gosched() // a collection may wait for this goroutine
		}
	}
}

func (b *barrier) close() {
	b.stop.Store(true)
	b.gone.Wait()
}
