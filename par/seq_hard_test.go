package par_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

// TestMapSeq_own: what a sequence does for itself it does to the end, also after it was told to stop.
func TestMapSeq_own(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, own := range valuesOver {
		var calls, results, more atomic.Int64
		cleansUp := func(yield func(int) bool) {
			defer func() {
				par.ForSeq(upTo(5), func(int) { calls.Add(1) })
				for range own(upTo(5), func(int) {}) {
					results.Add(1)
				}
			}()
			for i := 0; yield(i); i++ {
				for range own(upTo(5), func(int) {}) { // beside its values
					more.Add(1)
				}
			}
		}
		n := int64(0)
		for range par.MapSeq(cleansUp, func(v int) int { return v }, par.On(pool(2))) {
			if n++; n == 3 {
				break
			}
		}
		if calls.Load() != 5 || results.Load() != 5 || more.Load()%5 != 0 {
			t.Errorf("%s: %d calls, %d results, and %d beside the values; want 5, 5, and whole fives", name, calls.Load(), results.Load(), more.Load())
		}
	}
}

// TestMapSeq_ready: a result may become ready while the caller gets in line.
func TestMapSeq_ready(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	p := kit.NewPool(t, 2, skua.WithGuests(1))
	for range size(10, 100, 1000) {
		came, results := make(chan int), make(chan int, 1)
		var other sync.WaitGroup
		other.Go(func() {
			p.Run(context.Background(), func(*skua.Worker) error {
				close(came)
				skua.Blocking(p, func() {
					for range results {
					}
				})
				return nil
			})
		})
		<-came
		for v := range par.MapSeq(upTo(2000), func(v int) int { return v }, par.On(p), par.Grain(1)) {
			results <- v
		}
		close(results)
		other.Wait()
	}
}

// TestMapSeq2Err_stays leaves a range whose sequence has yielded its error and goes on.
func TestMapSeq2Err_stays(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	stay := make(chan int)
	stays := func(yield func(int, error) bool) {
		if yield(1, nil) {
			yield(2, errOdd)
			<-stay
		}
	}
	for range par.MapSeq2Err(t.Context(), stays, func(_ context.Context, v int) (int, error) { return v, nil }, par.On(pool(2))) {
		break
	}
	close(stay)
}

// TestSeqErr_twice ranges over one iterator several times at once.
func TestSeqErr_twice(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, over := range valuesOver {
		seq := over(upTo(50), func(int) {}, par.On(pool(2)))
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				if got := slices.Collect(seq); len(got) != 50 {
					t.Errorf("%s: %d results", name, len(got))
				}
			})
		}
		all.Wait()
	}
}

// TestSeq_reducer: what functions write to a reducer is whole, also if several ranges run at once,
// for each call is in a task from the first value on.
func TestSeq_reducer(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, run := range map[string]func(f func(v int)){
		"ForSeq": func(f func(v int)) { par.ForSeq(upTo(10), f, par.On(pool(2))) },
		"a chain": func(f func(v int)) {
			g := func(v int) int { f(v); return v }
			drain(par.MapSeq(par.MapSeq(upTo(5), g, par.On(pool(2))), g, par.On(pool(2))))
		},
	} {
		for range size(100, 300, 3000) {
			r := strand.NewAppender[int]()
			var all sync.WaitGroup
			for range 2 {
				all.Go(func() { run(func(v int) { view := r.View(); *view = append(*view, v) }) })
			}
			if all.Wait(); len(r.Value()) != 20 {
				t.Fatalf("%s: %d effects of 20", name, len(r.Value()))
			}
		}
	}
}

func drain[E any](seq iter.Seq[E]) {
	for range seq {
	}
}

// TestMapSeq_holds: a call that lasts holds back no result of a value before it, and in Unordered
// none at all. Each in turn waits until the body has seen the others.
func TestMapSeq_holds(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 4} {
		for slow := 2; slow < 8; slow++ {
			for _, unordered := range []bool{false, true} {
				wait, last := make(chan int), slow-1
				o := []par.Option{par.On(pool(workers)), par.Grain(1)}
				if unordered {
					o, last = append(o, par.Unordered()), 7
				}
				seen := 0
				for range par.MapSeq(upTo(8), func(v int) int {
					if v == 1 {
						spin(time.Millisecond) // the first microseconds are over
					}
					if v == slow {
						skua.Blocking(skua.Here(), func() { <-wait })
					}
					return v
				}, o...) {
					if seen++; seen == last {
						close(wait)
					}
				}
				if seen != 8 {
					t.Errorf("%d results of 8", seen)
				}
			}
		}
	}
}

// TestMapSeq_packed: on a pool whose workers are all busy the caller runs the calls of its range.
func TestMapSeq_packed(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	on, most := pool(2), size(5, 20, 20)
	for _, o := range [][]par.Option{{par.On(on)}, {par.On(on), par.Unordered()}} {
		var over atomic.Bool
		busy := make(chan struct{})
		go func() {
			defer close(busy)
			par.For(1<<20, func(int) {
				if !over.Load() {
					spin(time.Millisecond)
				}
			}, par.On(on))
		}()
		n := 0
		for range par.MapSeq(upTo(most), func(v int) int { spin(time.Millisecond); return v }, o...) {
			n++
		}
		if over.Store(true); n != most {
			t.Errorf("%d results of %d", n, most)
		}
		<-busy
	}
}

// TestMapSeqErr_afterAll: a context that ends when every call has been made and all results are out is no
// error. A sequence that has not yet said that it is over is rare.
func TestMapSeqErr_afterAll(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	const runs = 100
	late := 0
	for range runs {
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		for _, err := range par.MapSeqErr(ctx, upTo(3), func(_ context.Context, v int) (int, error) { return v, nil }) {
			if err != nil {
				late++
			}
			if n++; n == 3 {
				spin(100 * time.Microsecond)
				cancel()
				spin(100 * time.Microsecond)
			}
		}
		cancel()
	}
	if late > runs/2 {
		t.Errorf("%d of %d ranges end with an error after all results", late, runs)
	}
}

// TestSeq_grain takes a grain that no memory holds.
func TestSeq_grain(t *testing.T) {
	for name, over := range valuesOver {
		if got := slices.Collect(over(upTo(3), func(int) {}, par.Grain(math.MaxInt))); !slices.Equal(got, []int{0, 1, 2}) {
			t.Errorf("%s: got %v", name, got)
		}
	}
	for v := range par.MapSeq(slices.Values(make([][4096]byte, 2)), func(v [4096]byte) byte { return v[7] }, par.Grain(math.MaxInt/2)) {
		if v != 0 {
			t.Error("got", v)
		}
	}
}

// TestMapSeqErr_ended: the end of the context comes out although the sequence waits.
func TestMapSeqErr_ended(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, before := range []int{0, 1, 300} {
		ctx, cancel := context.WithCancelCause(t.Context())
		waits := make(chan int)
		n := 0
		var err error
		for _, e := range par.MapSeqErr(ctx, func(yield func(int) bool) {
			for i := range before {
				if !yield(i) {
					return
				}
			}
			cancel(errOdd)
			<-waits
		}, func(_ context.Context, v int) (int, error) { return v, nil }, par.On(pool(2))) {
			if err = e; e == nil {
				n++
			}
		}
		if !errors.Is(err, errOdd) {
			t.Errorf("got %d of %d results, then %v", n, before, err)
		}
		close(waits)
	}
}

// TestMapSeq_closing closes the pool in the body of the range: the sequence is waited for all the same.
func TestMapSeq_closing(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	p, err := skua.New(skua.WithWorkers(2))
	if err != nil {
		t.Fatal(err)
	}
	over, closed := false, make(chan error)
	for range par.MapSeq(func(yield func(int) bool) {
		for yield(0) {
		}
		spin(10 * time.Millisecond)
		over = true
	}, func(v int) int { return v }, par.On(p)) {
		go func() { closed <- p.Close() }()
		expect.Eventually(t, "the pool is closed", func() bool {
			return expect.Recovered(func() { par.For(1, func(int) {}, par.On(p)) }) != nil
		})
		break
	}
	if !over {
		t.Error("the sequence runs on")
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// TestSeq_cancelledWait: a run that is cancelled ends although its range waits for a sequence that waits.
func TestSeq_cancelledWait(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, over := range valuesOver {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			waits := make(chan int)
			err := kit.NewPool(t, 2).Run(ctx, func(*skua.Worker) error {
				for range over(func(yield func(int) bool) {
					if yield(0) {
						<-waits
					}
				}, func(int) {}) {
					go cancel()
				}
				return nil
			})
			if close(waits); err != context.Canceled {
				t.Errorf("%s: Run returned %v", name, err)
			}
		})
	}
}
