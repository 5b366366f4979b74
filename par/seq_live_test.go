package par_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
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
)

// valuesOver are the iterators over results, each of which gives every value of seq once.
var valuesOver = map[string]func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int]{
	"MapSeq": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		return par.MapSeq(seq, func(v int) int { f(v); return v }, o...)
	},
	"MapSeq2": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		twice := func(yield func(int, int) bool) { seq(func(v int) bool { return yield(v, v) }) }
		return func(yield func(int) bool) {
			for k, v := range par.MapSeq2(twice, func(k, v int) int { f(v); return 3*k - 2*v }, o...) {
				if k != v || !yield(k) {
					return
				}
			}
		}
	},
	"FilterSeq": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		return par.FilterSeq(seq, func(v int) bool { f(v); return true }, o...)
	},
	"FlatMapSeq": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		return par.FlatMapSeq(seq, func(v int) []int { f(v); return []int{v} }, o...)
	},
	"MapSeqErr": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		return firsts(par.MapSeqErr(context.Background(), seq, func(_ context.Context, v int) (int, error) { f(v); return v, nil }, o...))
	},
	"FilterSeqErr": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		return firsts(par.FilterSeqErr(context.Background(), seq, func(_ context.Context, v int) (bool, error) { f(v); return true, nil }, o...))
	},
	"FlatMapSeqErr": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		return firsts(par.FlatMapSeqErr(context.Background(), seq, func(_ context.Context, v int) ([]int, error) { f(v); return []int{v}, nil }, o...))
	},
	"MapSeq2Err": func(seq iter.Seq[int], f func(v int), o ...par.Option) iter.Seq[int] {
		pairs := func(yield func(int, error) bool) { seq(func(v int) bool { return yield(v, nil) }) }
		return firsts(par.MapSeq2Err(context.Background(), pairs, func(_ context.Context, v int) (int, error) { f(v); return v, nil }, o...))
	},
}

// callsOver are the functions that only call f.
var callsOver = map[string]func(seq iter.Seq[int], f func(v int), o ...par.Option){
	"ForSeq": par.ForSeq[int],
	"ForSeq2": func(seq iter.Seq[int], f func(v int), o ...par.Option) {
		twice := func(yield func(int, int) bool) { seq(func(v int) bool { return yield(v, 2*v) }) }
		par.ForSeq2(twice, func(k, v int) { f(v - k) }, o...)
	},
	"ForSeqErr": func(seq iter.Seq[int], f func(v int), o ...par.Option) {
		par.ForSeqErr(context.Background(), seq, func(_ context.Context, v int) error { f(v); return nil }, o...)
	},
	"ForSeq2Err": func(seq iter.Seq[int], f func(v int), o ...par.Option) {
		pairs := func(yield func(int, error) bool) { seq(func(v int) bool { return yield(v, nil) }) }
		par.ForSeq2Err(context.Background(), pairs, func(_ context.Context, v int) error { f(v); return nil }, o...)
	},
}

func firsts(pairs iter.Seq2[int, error]) iter.Seq[int] {
	return func(yield func(int) bool) { pairs(func(v int, _ error) bool { return yield(v) }) }
}

// pausing yields n values, then waits until all is closed, and so on.
func pausing(pauses []int, all func(sum int) <-chan struct{}) iter.Seq[int] {
	return func(yield func(int) bool) {
		given := 0
		for _, n := range pauses {
			for range n {
				if !yield(given) {
					return
				}
				given++
			}
			<-all(given)
		}
	}
}

// pauses are how many values come before each pause of the sequence: bursts in which batches grow, and
// requests that wait for an answer.
func pauses() []int {
	return slices.Concat([]int{1, 1, 3, size(100, 600, 40_000), 1, 17}, slices.Repeat([]int{1}, size(4, 20, 1000)), []int{100, 1, 1})
}

// live runs check for all options under which a value that was given runs, whatever the sequence
// does then.
func live(t *testing.T, check func(t *testing.T, o []par.Option)) {
	for _, workers := range workerNumbers() {
		for name, o := range map[string][]par.Option{
			"": nil, "grain 1": {par.Grain(1)}, "grain 7": {par.Grain(7)}, "one worker": {par.MaxWorkers(1)},
			"unordered": {par.Unordered()}, "sequential": {par.Sequential()},
		} {
			t.Run(fmt.Sprintf("%d workers/%s", workers, name), func(t *testing.T) {
				check(t, append([]par.Option{par.On(pool(workers))}, o...))
			})
		}
	}
}

// TestSeq_pauses: a sequence that waits holds back neither the values that it gave nor their results.
func TestSeq_pauses(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	total := 0
	for _, n := range pauses() {
		total += n
	}
	// reached returns what closes a channel when count is what the sequence waits for.
	reached := func() (wait func(sum int) <-chan struct{}, count func()) {
		var done, wanted atomic.Int64
		c := make(chan struct{}, 1)
		look := func() {
			if n := wanted.Load(); n > 0 && done.Load() == n && wanted.CompareAndSwap(n, 0) {
				c <- struct{}{}
			}
		}
		return func(sum int) <-chan struct{} { wanted.Store(int64(sum)); look(); return c },
			func() { done.Add(1); look() }
	}
	for name, over := range valuesOver {
		t.Run(name, func(t *testing.T) {
			live(t, func(t *testing.T, o []par.Option) {
				wait, count := reached()
				got := 0
				for range over(pausing(pauses(), wait), func(int) {}, o...) {
					got++
					count()
				}
				if got != total {
					t.Errorf("%d results, want %d", got, total)
				}
			})
		})
	}
	for name, over := range callsOver {
		t.Run(name, func(t *testing.T) {
			live(t, func(t *testing.T, o []par.Option) {
				wait, count := reached()
				over(pausing(pauses(), wait), func(int) { count() }, o...)
			})
		})
	}
}

// TestSeq_together: each value is begun while the sequence waits for that, until as many calls run
// as the pool has workers. What the caller itself runs, since the sequence was quick, ends at once.
func TestSeq_together(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, over := range callsOver {
		for _, workers := range workerNumbers() {
			t.Run(fmt.Sprintf("%s/%d workers", name, workers), func(t *testing.T) {
				for _, o := range [][]par.Option{nil, {par.Grain(1)}} {
					caller, begun, all := goroutine(), make(chan bool, 1), make(chan struct{})
					over(func(yield func(int) bool) {
						for others := 0; others < workers && yield(0); {
							if <-begun {
								others++
							}
						}
						close(all)
					}, func(int) {
						other := goroutine() != caller
						begun <- other
						if other {
							<-all
						}
					}, append(o, par.On(pool(workers)))...)
				}
			})
		}
	}
}

// TestMapSeq_left leaves the range while the sequence waits for what comes only after that: soon, by the
// clock of a bubble, which moves only while all wait.
func TestMapSeq_left(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for name, over := range valuesOver {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				begin, ended := time.Now(), make(chan struct{})
				for v := range over(func(yield func(int) bool) {
					defer close(ended)
					for i := range 5000 {
						if !yield(i) {
							t.Error("left too early")
						}
					}
					<-ctx.Done()
					if yield(5000) {
						t.Error("the sequence is not told to stop")
					}
				}, func(int) {}, par.On(kit.NewPool(t, 2))) {
					if v == 4999 {
						break
					}
				}
				if took := time.Since(begin); took > 2*time.Second {
					t.Errorf("it took %v", took)
				}
				cancel()
				<-ended
			})
		})
	}
}

// TestMapSeqErr_waits: an error comes out although the sequence waits, and so do the results before it.
func TestMapSeqErr_waits(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	gate, bad := make(chan struct{}), errors.New("bad")
	defer close(gate)
	got, ran := 0, atomic.Int32{}
	var err error
	for _, err = range par.MapSeqErr(t.Context(), func(yield func(int) bool) {
		for i := range 3000 {
			yield(i)
		}
		<-gate
	}, func(_ context.Context, v int) (int, error) {
		if v == 2999 {
			for ran.Load() < 2999 { // else it would stop them
				runtime.Gosched()
			}
			return 0, bad
		}
		ran.Add(1)
		return v, nil
	}) {
		if err == nil {
			got++
		}
	}
	if err != bad || got != 2999 {
		t.Errorf("%d results, then %v", got, err)
	}
}

// TestSeq_bubble: in a bubble a slow sequence holds nothing back for longer than batches are open.
func TestSeq_bubble(t *testing.T) {
	for name, over := range valuesOver {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var given [400]time.Time
				for v := range over(func(yield func(int) bool) {
					for i := range given {
						time.Sleep(10 * time.Millisecond)
						given[i] = time.Now()
						if !yield(i) {
							return
						}
					}
				}, func(int) {}) {
					if d := time.Since(given[v]); d > time.Millisecond {
						t.Fatalf("result %d comes after %v", v, d)
					}
				}
			})
		})
	}
}

// TestMapSeq_thread: the caller, or the sequence, may be locked to its thread.
func TestMapSeq_thread(t *testing.T) {
	ended := make(chan int)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		total := 0
		for v := range par.MapSeq(func(yield func(int) bool) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for i := range 1000 {
				if !yield(i) {
					return
				}
			}
		}, func(v int) int { return v }) {
			total += v
		}
		ended <- total
	}()
	if got := <-ended; got != 499_500 {
		t.Errorf("the sum is %d, want 499500", got)
	}
}

// TestMapSeq_line: a caller that stands in line leaves it when a result is ready, since what keeps
// the one inside may be that it waits for the results.
func TestMapSeq_line(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	p := kit.NewPool(t, 2, skua.WithGuests(1))
	came, enough := make(chan int), make(chan int)
	var other sync.WaitGroup
	other.Go(func() {
		p.Run(context.Background(), func(*skua.Worker) error { close(came); <-enough; return nil })
	})
	<-came
	got := 0
	for range par.MapSeq(upTo(30), func(v int) int { spin(100 * time.Microsecond); return v }, par.On(p)) {
		if got++; got == 20 {
			close(enough)
		}
	}
	other.Wait()
	if got != 30 {
		t.Errorf("%d results, want 30", got)
	}
}

// spin computes for a time.
func spin(d time.Duration) {
	for began := time.Now(); time.Since(began) < d; {
	}
}

// TestMapSeq_barrier: calls wait for others in Blocking, also those that the caller begins.
func TestMapSeq_barrier(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	const together = 5
	var come [100 / together]atomic.Int32
	for range par.MapSeq(upTo(100), func(v int) int {
		group := &come[v/together]
		group.Add(1)
		skua.Blocking(skua.Here(), func() {
			for group.Load() < together {
				runtime.Gosched()
			}
		})
		return v
	}, par.On(pool(2))) {
	}
}

// TestMapSeq_tasks: in a task on the only worker the sequence waits for other tasks of the pool,
// also after the range was left.
func TestMapSeq_tasks(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	kit.NewPool(t, 1).Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), skua.Here())
		ended := false
		for v := range par.MapSeq(func(yield func(int) bool) {
			defer func() { ended = true }()
			for i := range 100 {
				c := make(chan int, 1)
				s.Go(func(*skua.Worker) error { c <- i; return nil })
				if !yield(<-c) {
					return
				}
			}
		}, func(v int) int { return v }) {
			if v == 50 {
				break
			}
		}
		if !ended {
			t.Error("the range did not wait for its sequence, which does not wait for anything that comes later")
		}
		return s.Wait()
	})
}

// TestMapSeq_cleanup: a sequence that has been told to stop is waited for, however long that takes.
func TestMapSeq_cleanup(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cleaned := false
		for range par.MapSeq(func(yield func(int) bool) {
			defer func() { time.Sleep(time.Hour); cleaned = true }()
			for yield(0) {
			}
		}, func(v int) int { return v }) {
			break
		}
		if !cleaned {
			t.Error("the range ended before its sequence")
		}
	})
}

// TestMapSeq_leftChain: a range is left while another, of whose results its sequence is made, finds
// none any more.
func TestMapSeq_leftChain(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	ended := make(chan int)
	none := par.FilterSeq(func(yield func(int) bool) {
		defer close(ended)
		for i := 0; yield(i); i++ {
		}
	}, func(v int) bool { return v < 100 })
	for v := range par.MapSeq(none, func(v int) int { return v }) {
		if v == 99 {
			break
		}
	}
	<-ended
}
