package loop

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// bodies are the ways to write a loop's body.
var bodies = map[string]func(use func(i int)) func(p *skua.Part){
	"next": func(use func(i int)) func(p *skua.Part) {
		return func(p *skua.Part) {
			for p.Next() {
				use(p.Index())
			}
		}
	},
	"chunk": func(use func(i int)) func(p *skua.Part) {
		return func(p *skua.Part) {
			for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
				for i := lo; i < hi; i++ {
					use(i)
				}
			}
		}
	},
	"mixed": func(use func(i int)) func(p *skua.Part) {
		return func(p *skua.Part) {
			for p.Next() {
				use(p.Index())
				if lo, hi, ok := p.Chunk(); ok {
					for i := lo; i < hi; i++ {
						use(i)
					}
				}
			}
		}
	},
}

// TestLoop_once wants every index once, whatever the body, grain and bounds.
func TestLoop_once(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 0))
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for name, body := range bodies {
			for range 60 {
				n, grain := random.IntN(3000), random.IntN(40)
				from := []int{0, -n / 2, 7, math.MinInt, math.MaxInt - n, math.MinInt + 1}[random.IntN(6)]
				seen := make([]atomic.Int32, n)
				l := skua.Loop{From: from, To: from + n, Grain: grain, Kind: uintptr(random.IntN(3)), Body: body(func(i int) {
					seen[i-from].Add(1)
					if random := uint(i) * 2654435761; random%64 == 0 {
						runtime.Gosched()
					}
				})}
				l.Run(pool)
				for i := range seen {
					if times := seen[i].Load(); times != 1 {
						t.Fatalf("seed %d: %s, %d workers, [%d, %d) by %d: index %d ran %d times",
							seed, name, workers, from, from+n, grain, from+i, times)
					}
				}
			}
		}
	}
}

// TestLoop_huge goes through more indices than a word counts, in chunks.
func TestLoop_huge(t *testing.T) {
	var sum atomic.Uint64
	pool := kit.NewPool(t, 2)
	const n = math.MaxInt/2 + 12345
	l := skua.Loop{To: n, Body: func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			sum.Add(uint64(hi - lo))
		}
	}}
	l.Run(pool)
	if sum.Load() != n {
		t.Errorf("%d indices ran, want %d", sum.Load(), n)
	}
}

// together returns a function for the indices of a loop that returns when n
// indices have called it.
func together(n int) func() {
	var arrived atomic.Int64
	return func() {
		arrived.Add(1)
		for int(arrived.Load()) < n {
			runtime.Gosched()
		}
	}
}

// TestLoop_wakes: indices that wait for each other end only if every one of them
// gets a worker.
func TestLoop_wakes(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{2, 4} {
		pool := kit.NewPool(t, workers)
		for range 200 {
			meet := together(workers)
			l := skua.Loop{To: workers, Grain: 1, Body: bodies["next"](func(int) { meet() })}
			l.Run(pool)
		}
	}
}

// TestLoop_inside: a loop inside a loop that names no place counts as one with
// it, so there is a worker left to wake.
func TestLoop_inside(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 200 {
		outer := skua.Loop{To: 1, Body: func(p *skua.Part) {
			for p.Next() {
				meet := together(2)
				inner := skua.Loop{To: 2, Grain: 1, Body: bodies["next"](func(int) { meet() })}
				inner.Run(pool)
			}
		}}
		outer.Run(pool)
	}
	kit.WantFull(t, pool)
}

// TestLoop_blocking: an index that waits, inside Blocking, for a later one gets
// it, also out of its own chunk, and of a loop that nobody has seen yet.
func TestLoop_blocking(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		for _, cheap := range []bool{false, true} {
			pool := kit.NewPool(t, workers)
			place := func(p *skua.Part) skua.Place { return p.Worker() }
			if cheap {
				place = func(*skua.Part) skua.Place { return pool }
			}
			for _, n := range []int{2, 10, 10000} {
				last := make(chan struct{})
				l := skua.Loop{To: n, Kind: kit.KindOf(pool, cheap), Body: func(p *skua.Part) {
					for p.Next() {
						if p.Index() == n/2-1 {
							skua.Blocking(place(p), func() { <-last })
						}
						if p.Index() == n-1 {
							close(last)
						}
					}
				}}
				l.Run(pool)
			}
			kit.WantFull(t, pool)
		}
	}
}

// TestLoop_poll: an index that waits for a later one of its own chunk gets it if
// it polls.
func TestLoop_poll(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 50 {
		const n = 10000 // light ones first, so that chunks are large
		over := make([]chan struct{}, n)
		for i := range over {
			over[i] = make(chan struct{})
		}
		l := skua.Loop{To: n, Body: func(p *skua.Part) {
			for p.Next() {
				if i := p.Index(); i == 500 { // only one waits: the other comes
					kit.Meet(p.Worker(), over[i+1])
				}
				close(over[p.Index()])
			}
		}}
		l.Run(pool)
	}
}

// TestLoop_panics wants the panic in the caller, and no index after that.
func TestLoop_panics(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for at := range 50 {
			var over, late atomic.Bool
			l := skua.Loop{To: 100, Grain: 1 + at%3, Body: bodies["next"](func(i int) {
				late.CompareAndSwap(false, over.Load())
				if i == at*2 {
					panic(kit.ErrCause)
				}
				runtime.Gosched()
			})}
			e := kit.PanicError(t, func() { l.Run(pool) })
			over.Store(true)
			if e.Value != kit.ErrCause || len(e.Stack) == 0 {
				t.Fatalf("panicked with %v and %d bytes of stack", e.Value, len(e.Stack))
			}
			if late.Load() {
				t.Fatal("an index began after the loop had ended")
			}
			over.Store(false)
			skua.Join(pool, func(w *skua.Worker) {
				if v := expect.Recovered(func() { l.Run(w) }); v != kit.ErrCause {
					t.Errorf("at a worker: panicked with %v, want the value itself", v)
				}
			}, kit.Nothing)
		}
		kit.WantFull(t, pool)
	}
}

// TestLoop_goexit wants runtime.Goexit of any index to end the caller.
func TestLoop_goexit(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		for at := range 20 {
			l := skua.Loop{To: 20, Grain: 1, Body: bodies["next"](func(i int) {
				if i == at {
					runtime.Goexit()
				}
				runtime.Gosched()
			})}
			if !expect.Exits(func() { l.Run(pool) }) {
				t.Fatal("the caller went on")
			}
		}
		kit.WantFull(t, pool)
	}
}

// TestLoop_cancelled wants a cancelled run to end although its loop would not.
func TestLoop_cancelled(t *testing.T) {
	const n = int(min(int64(math.MaxInt), 1<<40))
	defer expect.Within(t, time.Minute)()
	for name, body := range bodies {
		pool := kit.NewPool(t, 2)
		ctx, cancel := context.WithCancelCause(context.Background())
		var ran atomic.Int64
		err := pool.Run(ctx, func(w *skua.Worker) error {
			l := skua.Loop{To: n, Body: body(func(int) {
				if ran.Add(1) == 1000 {
					cancel(kit.ErrCause)
				}
			})}
			l.Run(w)
			return nil
		})
		if err != kit.ErrCause {
			t.Errorf("%s: Run returned %v, want the cause", name, err)
		}
	}
}

// TestLoop_workers wants no more workers in a loop than it allows.
func TestLoop_workers(t *testing.T) {
	pool := kit.NewPool(t, 8)
	for _, most := range []int{1, 2, 3} {
		var inside atomic.Int64
		l := skua.Loop{To: 1000, Grain: 1, Workers: most, Body: func(p *skua.Part) {
			if n := inside.Add(1); int(n) > most {
				t.Errorf("%d workers in a loop for %d", n, most)
			}
			defer inside.Add(-1)
			for p.Next() {
				runtime.Gosched()
			}
		}}
		l.Run(pool)
	}
}

// TestLoop_drops: a body that returns early drops its part and no other.
func TestLoop_drops(t *testing.T) {
	for _, workers := range []int{1, 4} {
		pool := kit.NewPool(t, workers)
		for range 100 {
			var parts, ran atomic.Int64
			l := skua.Loop{To: 1000, Grain: 1, Body: func(p *skua.Part) {
				parts.Add(1)
				if p.Next() {
					ran.Add(1)
				}
			}}
			l.Run(pool)
			if ran.Load() == 0 || ran.Load() > parts.Load() {
				t.Fatalf("%d workers: %d indices of %d parts ran", workers, ran.Load(), parts.Load())
			}
		}
	}
}

// TestLoop_places runs loops in every place, with forks and loops inside.
func TestLoop_places(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 4)
	var sum atomic.Int64
	add := bodies["next"](func(i int) { sum.Add(int64(i)) })
	outer := skua.Loop{To: 30, Body: func(p *skua.Part) {
		for p.Next() {
			inner := skua.Loop{To: 100, Body: add}
			skua.Join(p.Worker(), func(w *skua.Worker) { inner.Run(w) }, func(w *skua.Worker) { kit.WantFib(t, w, 12) })
			inner.Run(pool)
		}
	}}
	skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		if depth > 0 {
			f.Both(depth-1, depth-1)
			return 0
		}
		outer.Run(f)
		return 0
	}).On(pool, 2)
	if want := int64(4 * 30 * 2 * 4950); sum.Load() != want {
		t.Errorf("sum %d, want %d", sum.Load(), want)
	}
	kit.WantFull(t, pool)
}

// TestLoop_allocations: a loop whose body was short before costs no allocation; one that
// others could see costs one for itself, and one for each that comes to help.
func TestLoop_allocations(t *testing.T) {
	kit.Stealing(t)
	body := bodies["next"](func(int) {})
	for _, c := range []struct {
		grain   int
		workers int
		want    float64
	}{{0, 1, 0}, {1, 1, 0}, {0, 2, 0}, {1, 2, 2}} {
		pool := kit.NewPool(t, c.workers)
		l := skua.Loop{To: 8, Grain: c.grain, Body: body}
		got := math.Inf(1)
		for range 5 { // once the system has interrupted a loop, those after it are shown for a while
			got = min(got, testing.AllocsPerRun(200, func() { l.Run(pool) }))
		}
		if got > c.want {
			t.Errorf("grain %d, %d workers: %v allocations, want %v", c.grain, c.workers, got, c.want)
		}
	}
}

func TestLoop_misuse(t *testing.T) {
	body := func(*skua.Part) {}
	for want, l := range map[string]skua.Loop{
		"skua: Loop needs a Body":                              {To: 3},
		"skua: Loop's Grain and Workers must not be negative":  {To: 3, Grain: -1, Body: body},
		"skua: Loop's Grain and Workers must not be negative ": {To: 3, Workers: -1, Body: body},
		"skua: Loop has 2⁶³ indices or more":                   {From: math.MinInt, To: math.MaxInt, Body: body},
	} {
		if got := expect.Recovered(func() { l.Run(skua.Default()) }); fmt.Sprint(got)+" " != want && got != want {
			t.Errorf("panicked with %v, want %s", got, want)
		}
	}
	empty := skua.Loop{From: 5, To: 5, Body: func(*skua.Part) { t.Error("an empty loop ran its body") }}
	empty.Run(skua.Default())
	empty.To = -5
	empty.Run(skua.Default())
}
