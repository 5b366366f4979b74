package par_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// TestSeq_panic lets f and the source panic: nothing runs afterwards, and the
// panic comes out as from For, or as it was.
func TestSeq_panic(t *testing.T) {
	seqCase(t, func(g given) {
		if len(g.s) == 0 {
			return
		}
		var running atomic.Int32
		bad, inSource := g.rand.IntN(len(g.s)), g.rand.IntN(2) == 0
		f := jolting(func(v int) int {
			running.Add(1)
			defer running.Add(-1)
			if v == bad && !inSource {
				panic("boom")
			}
			return v
		})
		seq := func(yield func(int) bool) {
			for i := range g.s {
				if i == bad && inSource {
					panic("boom")
				}
				if !yield(i) {
					return
				}
			}
		}
		next := 0
		for name, run := range map[string]func(){
			"ForSeq": func() { par.ForSeq(seq, func(v int) { f(v) }, g.o...) },
			"MapSeq": func() {
				next = 0
				for v := range par.MapSeq(seq, f, g.o...) {
					if v != next || v >= bad {
						g.Wrong("result %d is %d, with a panic at %d", next, v, bad)
					}
					next++
				}
			},
		} {
			v := expect.Recovered(run)
			if e, ok := v.(*skua.PanicError); ok && !inSource {
				v = e.Value
				if !strings.Contains(string(e.Stack), "TestSeq_panic") {
					g.Wrong("%s: the stack is not that of the panic: %s", name, e.Stack)
				}
			} else if !inSource && !strings.HasSuffix(g.Name(), "sequential") {
				g.Wrong("%s: panicked with %T", name, v)
			}
			if v != "boom" || running.Load() != 0 {
				g.Wrong("%s: panicked with %v while %d calls ran", name, v, running.Load())
			}
		}
	})
}

// TestSeq_places wants the panic of f unchanged at a worker and sequentially,
// and as a *skua.PanicError on a pool, whichever worker ran f.
func TestSeq_places(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, bad := range []int{0, 1, 30, 999} {
		run := func(o par.Option) any {
			return expect.Recovered(func() {
				for range par.MapSeq((&source{TB: t, n: 1000}).seq, jolting(func(v int) int {
					if v == bad {
						panic("boom")
					}
					return v
				}), o) {
				}
			})
		}
		for _, workers := range workerNumbers() {
			for range 20 {
				if e, ok := run(par.On(pool(workers))).(*skua.PanicError); !ok || e.Value != "boom" {
					t.Errorf("pool of %d: panicked with %v", workers, e)
				}
				skua.Join(pool(workers), func(w *skua.Worker) {
					if v := run(par.On(w)); v != "boom" {
						t.Errorf("worker of %d: panicked with %v", workers, v)
					}
				}, func(*skua.Worker) {})
			}
		}
		if v := run(par.Sequential()); v != "boom" {
			t.Errorf("sequential: panicked with %v", v)
		}
	}
}

// TestSeq_panicError lets f panic with a *skua.PanicError, which is the panic's own value:
// it comes out as it is, also at a worker, where a panic has no wrapping to be taken off.
func TestSeq_panicError(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	inner := &skua.PanicError{Value: "inner"}
	run := func(p skua.Place) any {
		return expect.Recovered(func() {
			par.ForSeq((&source{TB: t, n: 1000}).seq, func(v int) {
				jolt()
				if v == 999 {
					panic(inner)
				}
			}, par.On(p))
		})
	}
	for range 50 {
		if v := run(pool(8)); v != any(inner) {
			t.Errorf("on a pool: panicked with %v, want the same value", v)
		}
		skua.Join(pool(8), func(w *skua.Worker) {
			if v := run(w); v != any(inner) {
				t.Errorf("at a worker: panicked with %v, want the same value", v)
			}
		}, func(*skua.Worker) {})
	}
}

// TestSeq_goexit lets f end its goroutine: the caller's ends too, when nothing
// runs any more.
func TestSeq_goexit(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, way := range ways {
		for _, bad := range []int{0, 50, 900} {
			var running atomic.Int32
			returned, ended := false, make(chan struct{})
			go func() {
				defer close(ended)
				par.ForSeq((&source{TB: t, n: 1000}).seq, func(v int) {
					running.Add(1)
					defer running.Add(-1)
					jolt()
					if v == bad {
						runtime.Goexit()
					}
				}, way.option())
				returned = true
			}()
			<-ended
			if returned || running.Load() != 0 {
				t.Errorf("%s: Goexit at %d: returned: %v, %d calls run", way.name, bad, returned, running.Load())
			}
		}
	}
}

// helps reports whether a goroutine is in one of the package's helpers, and shows all.
func helps() (stacks string, found bool) {
	buf := make([]byte, 1<<20)
	n := runtime.Stack(buf, true)
	for n == len(buf) {
		buf = make([]byte, 2*n)
		n = runtime.Stack(buf, true)
	}
	stacks = string(buf[:n])
	return stacks, strings.Contains(stacks, ").helper(")
}

// TestSeq_goroutines wants no goroutine in the package's helpers after a range,
// and none of the pool's after Close.
func TestSeq_goroutines(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	// A helper whose body did not return is on its stack until that is unwound, which
	// goes on after its call has ended: so those of tests before this one are waited for.
	for _, found := helps(); found; _, found = helps() {
		runtime.Gosched()
	}
	for range size(1, 4, 20) {
		p, err := skua.New(skua.WithWorkers(4))
		if err != nil {
			t.Fatal(err)
		}
		for stop := range 50 {
			for v := range par.MapSeq((&source{TB: t, n: 1000}).seq, jolting(func(v int) int { return v }), par.On(p)) {
				if v == 20*stop {
					break
				}
			}
			if stacks, found := helps(); found {
				t.Fatalf("a helper runs after the range:\n%s", stacks)
			}
		}
		if p.Close(); p.Stats().Residents != 0 {
			t.Errorf("%d goroutines after Close", p.Stats().Residents)
		}
	}
}

// TestSeq_cancelled wants a range in a run that is cancelled to end with the run, and not
// as if there were no more values: wherever it runs.
func TestSeq_cancelled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	because := errors.New("because")
	endless := func(yield func(int) bool) {
		for i := 0; yield(i); i++ {
		}
	}
	for _, workers := range workerNumbers() {
		p := pool(workers)
		for what, on := range map[string]func(w *skua.Worker) par.Option{
			"pool":   func(*skua.Worker) par.Option { return par.On(p) },
			"worker": func(w *skua.Worker) par.Option { return par.On(w) },
			"none":   func(*skua.Worker) par.Option { return par.Option{} },
		} {
			for name, run := range map[string]func(f func(i int) int, o par.Option){
				"ForSeq": func(f func(i int) int, o par.Option) { par.ForSeq(endless, func(i int) { f(i) }, o) },
				"MapSeq": func(f func(i int) int, o par.Option) {
					for range par.MapSeq(endless, f, o) {
					}
				},
			} {
				ctx, cancel := context.WithCancelCause(t.Context())
				after := false
				err := p.Run(ctx, func(w *skua.Worker) error {
					run(jolting(func(i int) int {
						if i == 5000 {
							cancel(because)
						}
						return i
					}), on(w))
					after = true
					return nil
				})
				if after || err != because {
					t.Errorf("%s, %d workers, on %s: went on %v, error %v", name, workers, what, after, err)
				}
			}
		}
	}
}

// TestSeq_closed wants For's panic on a closed pool, once others would take part.
func TestSeq_closed(t *testing.T) {
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	v := expect.Recovered(func() { par.ForSeq((&source{TB: t, n: 100_000}).seq, func(int) { jolt() }, par.On(p)) })
	if v != skua.ErrClosed {
		t.Errorf("panicked with %v, want ErrClosed", v)
	}
}

// TestMapSeq_closedMeanwhile closes the pool while a sequence waits for what the body does with a result: no
// worker comes for its next value, so the range must not wait for one.
func TestMapSeq_closedMeanwhile(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range workerNumbers() {
		for _, order := range []par.Option{{}, par.Unordered()} {
			p, err := skua.New(skua.WithWorkers(workers))
			if err != nil {
				t.Fatal(err)
			}
			taken, left := make(chan int), make(chan struct{})
			v := expect.Recovered(func() {
				defer close(left)
				for v := range par.MapSeq(func(yield func(int) bool) {
					for i := 0; yield(i); i++ {
						select {
						case <-taken:
						case <-left:
							return
						}
						if i == 1 {
							p.Close()
						}
						spin(5 * time.Millisecond) // until workers take part, and the caller waits
					}
				}, func(v int) int { return v }, par.On(p), order) {
					taken <- v
				}
			})
			if v != skua.ErrClosed {
				t.Errorf("%d workers, unordered %v: recovered %v, want ErrClosed", workers, order == par.Unordered(), v)
			}
		}
	}
}

// TestSeq_allocations wants far fewer than values.
func TestSeq_allocations(t *testing.T) {
	kit.Stealing(t)
	s := make([]int, 100_000)
	for _, workers := range []int{1, 2, 8} {
		n := testing.AllocsPerRun(5, func() {
			for range par.MapSeq(slices.Values(s), func(v int) int { return v }, par.On(pool(workers)), par.Grain(1000)) {
			}
		})
		if n > 1000 {
			t.Errorf("%d workers: %v allocations for 100 batches", workers, n)
		}
	}
}

func FuzzMapSeq(f *testing.F) {
	f.Add(uint16(0), uint16(0), uint8(1), uint8(1))
	f.Add(uint16(100), uint16(50), uint8(1), uint8(3))
	f.Add(uint16(3000), uint16(4000), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, n, stop uint16, grain, workers uint8) {
		o := []par.Option{par.On(pool([]int{1, 2, 8}[workers%3]))}
		if grain > 0 {
			o = append(o, par.Grain(int(grain)))
		}
		next := 0
		for v := range par.MapSeq((&source{TB: t, n: int(n)}).seq, jolting(func(v int) int { return v * v }), o...) {
			if v != next*next {
				t.Fatalf("result %d is %d", next, v)
			}
			if next++; next > int(stop) {
				break
			}
		}
		if want := min(int(n), int(stop)+1); next != want {
			t.Errorf("%d results, want %d", next, want)
		}
	})
}

// TestSeq_cancelledRun ranges in a run that is cancelled meanwhile: the range
// does not end as if the source had.
func TestSeq_cancelledRun(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	cause := errors.New("enough")
	for _, workers := range workerNumbers() {
		for _, o := range []par.Option{{}, par.Grain(1), par.MaxWorkers(2)} {
			ctx, end := context.WithCancelCause(t.Context())
			err := pool(workers).Run(ctx, func(w *skua.Worker) error {
				for v := range par.MapSeq((&source{TB: t, n: math.MaxInt >> 3}).seq, jolting(func(v int) int { return v }), par.On(w), o) {
					if v == 3000 {
						end(cause)
					}
				}
				t.Errorf("%d workers: the range ended", workers)
				return nil
			})
			if err != cause {
				t.Errorf("%d workers: Run returned %v", workers, err)
			}
		}
	}
}

// TestSeqErr_failsLate: a call panics, or calls Goexit, when its context has ended, which has taken
// the caller out of the line if it stood there.
func TestSeqErr_failsLate(t *testing.T) {
	kit.Stealing(t) // race builds have no helpers
	defer expect.Within(t, time.Minute)()
	for name, run := range map[string]func(ctx context.Context, f func(context.Context, int) (int, error), o par.Option){
		"ForSeqErr": func(ctx context.Context, f func(context.Context, int) (int, error), o par.Option) {
			_ = par.ForSeqErr(ctx, upTo(math.MaxInt), func(ctx context.Context, v int) error { _, err := f(ctx, v); return err }, o)
		},
		"MapSeqErr": func(ctx context.Context, f func(context.Context, int) (int, error), o par.Option) {
			for range par.MapSeqErr(ctx, upTo(math.MaxInt), f, o) {
			}
		},
	} {
		for _, fail := range []func(){func() { panic("boom") }, runtime.Goexit} {
			p := kit.NewPool(t, 2, skua.WithGuests(1))
			came, leave := make(chan int), make(chan int)
			var other sync.WaitGroup
			other.Go(func() {
				p.Run(context.Background(), func(*skua.Worker) error { close(came); <-leave; return nil })
			})
			<-came
			ctx, cancel := context.WithCancel(context.Background())
			runs, exits := make(chan int), make(chan bool)
			go func() {
				returned := false
				defer func() {
					e, _ := recover().(*skua.PanicError)
					exits <- !returned && (e == nil || e.Value == "boom")
				}()
				run(ctx, func(ctx context.Context, v int) (int, error) {
					switch v {
					case 0:
						spin(100 * time.Microsecond) // no longer the caller's alone
					case 200:
						close(runs)
						<-ctx.Done()
						fail()
					}
					return v, nil
				}, par.On(p))
				returned = true
			}()
			<-runs
			for look := 0; look < 10_000 && p.Stats().Waiting == 0; look++ {
				runtime.Gosched() // until the caller stands in line, as it does unless calls are slow
			}
			cancel()
			if !<-exits {
				t.Errorf("%s did not go on with the failure of its function", name)
			}
			close(leave)
			other.Wait()
		}
	}
}

// TestSeqErr_line: a call whose context ends while its caller waits for a helper that has not begun does
// not stand in line for that one.
func TestSeqErr_line(t *testing.T) {
	kit.Stealing(t)
	for name, run := range map[string]func(ctx context.Context, seq iter.Seq[int], o ...par.Option) error{
		"MapSeqErr": func(ctx context.Context, seq iter.Seq[int], o ...par.Option) (last error) {
			for _, last = range par.MapSeqErr(ctx, seq, func(_ context.Context, v int) (int, error) { return v, nil }, o...) {
			}
			return last
		},
		"MapSeq2Err": func(ctx context.Context, seq iter.Seq[int], o ...par.Option) (last error) {
			for _, last = range par.MapSeq2Err(ctx, noError(seq), func(_ context.Context, v int) (int, error) { return v, nil }, o...) {
			}
			return last
		},
		"ForSeqErr": func(ctx context.Context, seq iter.Seq[int], o ...par.Option) error {
			return par.ForSeqErr(ctx, seq, func(context.Context, int) error { return nil }, o...)
		},
		"ForSeq2Err": func(ctx context.Context, seq iter.Seq[int], o ...par.Option) error {
			return par.ForSeq2Err(ctx, noError(seq), func(context.Context, int) error { return nil }, o...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer expect.Within(t, time.Minute)()
			p := kit.NewPool(t, 1, skua.WithGuests(1))
			came := make(chan int)
			var over atomic.Bool
			var other sync.WaitGroup
			other.Go(func() {
				p.Run(context.Background(), func(w *skua.Worker) error {
					close(came)
					s := skua.NewScope(context.Background(), w)
					for !over.Load() { // a pool in which nothing moves would get another worker
						s.Go(func(*skua.Worker) error { spin(100 * time.Microsecond); return nil })
						s.Wait()
					}
					return nil
				})
			})
			<-came
			ctx, cancel := context.WithCancelCause(context.Background())
			err := run(ctx, func(yield func(int) bool) {
				yield(0)
				spin(time.Millisecond)
				cancel(kit.ErrCause)
				yield(0) // its call is not made
			}, par.On(p), par.Unordered(), par.Grain(1))
			if err != kit.ErrCause {
				t.Errorf("the error is %v, want the context's cause", err)
			}
			over.Store(true)
			other.Wait()
		})
	}
}

// noError yields the values of seq without errors.
func noError(seq iter.Seq[int]) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for v := range seq {
			if !yield(v, nil) {
				return
			}
		}
	}
}
