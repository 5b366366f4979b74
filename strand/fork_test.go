package strand_test

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/strand"
)

// interval is what a task of countTo appends: [lo, hi).
type interval struct{ lo, hi int }

// counter returns a Func that appends the integers of an interval to r, by halves: some before the fork,
// and some after the join, so that views are used on all sides of a steal.
func counter(r *strand.Reducer[[]int], leaf int) *skua.Func[interval, int] {
	var body func(f *skua.Frame[interval, int], n interval) int
	body = func(f *skua.Frame[interval, int], n interval) int {
		view := r.View()
		if n.hi-n.lo <= leaf {
			for i := n.lo; i < n.hi; i++ {
				*view = append(*view, i)
			}
			return 1
		}
		*view = append(*view, n.lo)
		n.lo++
		n.hi--
		mid := n.lo + (n.hi-n.lo)/2
		a := body(f.Fork(interval{mid, n.hi}), interval{n.lo, mid})
		b, done := f.Join()
		if !done {
			b = body(f, interval{mid, n.hi})
		}
		if again := r.View(); again != view {
			panic("the view of a strand has moved across a join")
		}
		*view = append(*view, n.hi)
		return a + b
	}
	return skua.NewFunc(body)
}

// TestFork_million appends a million numbers in leaves, or by day a fifth of it.
func TestFork_million(t *testing.T) {
	onPools(t, func(t *testing.T, p *skua.Pool) {
		n := expect.Size(200_000, 200_000, 1_000_000)
		r := strand.NewAppender[int]()
		counter(r, 100).On(p, interval{0, n})
		wantCount(t, r.Value(), n)
		if p.Workers() > 1 {
			t.Logf("%d steals", p.Stats().Steals)
		}
	})
}

// TestFork_stress forks with leaves so short that most of the time goes into steals and joins.
func TestFork_stress(t *testing.T) {
	p, err := skua.New(skua.WithWorkers(64))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	untilStolen(t, p, func() {
		r := strand.NewAppender[int]()
		counter(r, 2).On(p, interval{0, 3000})
		wantCount(t, r.Value(), 3000)
	})
}

// stolen runs a fork on p whose second branch was stolen when the first goes on, which is first's.
func stolen(p skua.Place, first, second func()) {
	skua.Join(p, func(w *skua.Worker) {
		for begun := false; !begun; w.Poll() {
			select {
			case <-started:
				begun = true
			default:
				runtime.Gosched()
			}
		}
		first()
	}, func(*skua.Worker) {
		started <- struct{}{}
		second()
	})
}

var started = make(chan struct{}, 1)

func two(t *testing.T) *skua.Pool {
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func add[T any](r *strand.Reducer[[]T], v T) {
	view := r.View()
	*view = append(*view, v)
}

// TestFork_panics: what a task did that was joined counts, though it panicked; what was taken back does not.
func TestFork_panics(t *testing.T) {
	p := two(t)
	for name, c := range map[string]struct {
		first, second bool // which of them panics
		want          []int
	}{
		"none":   {want: []int{0, 1, 2, 3}},
		"second": {second: true, want: []int{0, 1, 2, 3}},
		"first":  {first: true, want: []int{0, 1, 3}},
		"both":   {first: true, second: true, want: []int{0, 1, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			r := strand.NewAppender[int]()
			p.Run(context.Background(), func(w *skua.Worker) error {
				add(r, 0)
				err := skua.Try(w, func() {
					stolen(w, func() {
						add(r, 1)
						if c.first {
							panic("first")
						}
					}, func() {
						add(r, 2)
						if c.second {
							panic("second")
						}
					})
				})
				if (err != nil) != (c.first || c.second) {
					t.Errorf("Try returned %v", err)
				}
				add(r, 3)
				return nil
			})
			wantItems(t, r.Value(), c.want)
		})
	}
}

// TestFork_rootPanics: the value has what the serial program had written before it panicked.
func TestFork_rootPanics(t *testing.T) {
	p := two(t)
	r := strand.NewAppender[int]()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not come out")
			}
		}()
		stolen(p, func() { add(r, 0) }, func() {
			add(r, 1)
			panic("planned")
		})
	}()
	wantItems(t, r.Value(), []int{0, 1})
}

// TestFork_goexit: a task that ends by Goexit leaves its view too, and its worker none for the next task.
func TestFork_goexit(t *testing.T) {
	p := two(t)
	r := strand.NewAppender[int]()
	var wg sync.WaitGroup
	wg.Go(func() {
		stolen(p, func() { add(r, 0) }, func() {
			add(r, 1)
			runtime.Goexit()
		})
		t.Error("a Join returned though its task has called Goexit")
	})
	wg.Wait()
	stolen(p, func() { add(r, 2) }, func() { add(r, 3) })
	wantItems(t, r.Value(), []int{0, 1, 2, 3})
}

// TestFork_mergePanics: a panic of merge comes out where the views meet, and the pool goes on.
func TestFork_mergePanics(t *testing.T) {
	p := two(t)
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int {
		if left == 1 && right == 2 {
			panic("merge")
		}
		return left + right
	})
	caught := func(f func()) (v any) {
		defer func() { v = recover() }()
		f()
		return nil
	}
	// at a join
	err := p.Run(context.Background(), func(w *skua.Worker) error {
		return skua.Try(w, func() {
			stolen(w, func() { *r.View() = 1 }, func() { *r.View() = 2 })
		})
	})
	if err == nil {
		t.Error("a merge that panics at a join goes unseen")
	}
	if r.Value() != 1 {
		t.Errorf("the value is %d after a merge that panicked, want 1", r.Value())
	}
	// at the end of a run
	if caught(func() { skua.NewFunc(func(*skua.Frame[int, int], int) int { *r.View() = 2; return 0 }).On(p, 0) }) == nil {
		t.Error("a merge that panics at the end of a run goes unseen")
	}
	stolen(p, func() { *r.View() = 3 }, func() { *r.View() = 4 })
	if r.Value() != 8 {
		t.Errorf("the value is %d, want 8", r.Value())
	}
}

// TestFork_mergeForks: a merge may use the pool itself.
func TestFork_mergeForks(t *testing.T) {
	p := two(t)
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int {
		skua.Join(skua.Here(), func(*skua.Worker) { left *= 2 }, func(*skua.Worker) { right *= 2 })
		return left/2 + right/2
	})
	for range 10 {
		stolen(p, func() { *r.View()++ }, func() { *r.View()++ })
	}
	if r.Value() != 20 {
		t.Errorf("the value is %d, want 20", r.Value())
	}
}

// TestFork_cancelled: a run that is cancelled leaves each view once at most, and none behind.
func TestFork_cancelled(t *testing.T) {
	p := two(t)
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
	ctx, cancel := context.WithCancel(context.Background())
	err := p.Run(ctx, func(w *skua.Worker) error {
		stolen(w, func() {
			*r.View()++
			cancel()
			for {
				w.Poll()
			}
		}, func() { *r.View()++ })
		return nil
	})
	if err == nil {
		t.Error("the run was not cancelled")
	}
	if v := r.Value(); v != 1 {
		t.Errorf("the value is %d after the first branch was cancelled, want 1", v)
	}
	stolen(p, func() { *r.View()++ }, func() { *r.View()++ })
	if v := r.Value(); v != 3 {
		t.Errorf("the value is %d, want 3", v)
	}
}

// TestFork_nested: a call that becomes a guest inside a task goes on with the task's strand.
func TestFork_nested(t *testing.T) {
	p, q := two(t), two(t)
	for name, place := range map[string]skua.Place{"same pool": p, "other pool": q} {
		t.Run(name, func(t *testing.T) {
			r := strand.NewAppender[int]()
			skua.NewFunc(func(f *skua.Frame[int, int], _ int) int {
				add(r, 0)
				stolen(place, func() { add(r, 1) }, func() { add(r, 2) })
				add(r, 3)
				skua.Blocking(f, func() {
					add(r, 4)
					stolen(place, func() { add(r, 5) }, func() { add(r, 6) })
				})
				add(r, 7)
				return 0
			}).On(p, 0)
			wantCount(t, r.Value(), 8)
		})
	}
}

// TestFork_further: a call from inside joins a task that was forked on a frame further out. What the task has
// written comes after what the call has.
func TestFork_further(t *testing.T) {
	p, q := two(t), two(t)
	for name, place := range map[string]skua.Place{"same pool": p, "other pool": q} {
		t.Run(name, func(t *testing.T) {
			r := strand.NewAppender[int]()
			var began atomic.Bool
			skua.NewFunc(func(f *skua.Frame[bool, int], second bool) int {
				if second {
					began.Store(true)
					add(r, 2)
					return 0
				}
				add(r, 0)
				for g := f.Fork(true); !began.Load(); g.Poll() {
					runtime.Gosched()
				}
				skua.NewFunc(func(*skua.Frame[int, int], int) int {
					add(r, 1)
					_, _ = f.Join() // a thief has it
					return 0
				}).On(place, 0)
				add(r, 3)
				return 0
			}).On(p, false)
			wantCount(t, r.Value(), 4)
		})
	}
}

// TestFork_outside: outside of tasks a view is the value, and several runs at a time lose nothing.
func TestFork_outside(t *testing.T) {
	p := two(t)
	r := strand.NewAppender[int]()
	add(r, 0)
	stolen(p, func() { add(r, 1) }, func() { add(r, 2) })
	add(r, 3)
	wantCount(t, r.Value(), 4)
	sum := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				skua.Join(p, func(*skua.Worker) { *sum.View()++ }, func(*skua.Worker) { *sum.View()++ })
			}
		})
	}
	wg.Wait()
	if sum.Value() != 1600 {
		t.Errorf("the value is %d, want 1600", sum.Value())
	}
}

func wantItems(t *testing.T, got, want []int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("the value is %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("the value is %v, want %v", got, want)
		}
	}
}
