package par_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
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

// looping is every shape of loop that has an Err twin; n is how many indices.
var looping = []struct {
	name string
	run  func(ctx context.Context, n int, f func(ctx context.Context, i int) error, o ...par.Option) error
}{
	{"ForErr", par.ForErr},
	{"ForRangeErr", func(ctx context.Context, n int, f func(context.Context, int) error, o ...par.Option) error {
		return par.ForRangeErr(ctx, 0, n, func(ctx context.Context, lo, _ int) error { return f(ctx, lo) }, append(o, par.Grain(1))...)
	}},
	{"MapReduceErr", func(ctx context.Context, n int, f func(context.Context, int) error, o ...par.Option) error {
		_, err := par.MapReduceErr(ctx, order(make([]int, n)), 0, func(ctx context.Context, v int) (int, error) { return v, f(ctx, v) },
			func(a, b int) int { return a + b }, o...)
		return err
	}},
	{"ForSeqErr", func(ctx context.Context, n int, f func(context.Context, int) error, o ...par.Option) error {
		return par.ForSeqErr(ctx, slices.Values(order(make([]int, n))), f, o...)
	}},
	{"MapSeqErr", func(ctx context.Context, n int, f func(context.Context, int) error, o ...par.Option) (err error) {
		ended := false
		for _, e := range par.MapSeqErr(ctx, slices.Values(order(make([]int, n))), func(ctx context.Context, v int) (int, error) {
			return v, f(ctx, v)
		}, o...) {
			if ended {
				panic("a pair after the error")
			}
			err, ended = e, e != nil
		}
		return err
	}},
}

// meeting is where two bodies meet that run at the same time. Those that find
// nobody for a while go on alone.
type meeting struct {
	mu     sync.Mutex
	waits  chan int // the index of the call that came second
	first  int
	formed atomic.Bool
}

// attend returns the two indices that met, if this call is one of them.
func (m *meeting) attend(i int) (mine, other int, met bool) {
	m.mu.Lock()
	if m.formed.Load() {
		m.mu.Unlock()
		return
	}
	if m.waits != nil {
		m.formed.Store(true)
		m.waits <- i
		m.mu.Unlock()
		return i, m.first, true
	}
	c := make(chan int, 1)
	m.waits, m.first = c, i
	m.mu.Unlock()
	for end := time.Now().Add(200 * time.Microsecond); time.Now().Before(end) && !m.formed.Load(); {
		runtime.Gosched()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waits = nil; m.formed.Load() {
		return i, <-c, true
	}
	return
}

// TestErr_echo lets an index fail while another runs, a higher one, or with Unordered a lower one, which
// then returns what a stopped call does. The error that counts is the first.
func TestErr_echo(t *testing.T) {
	echoes := map[string]func(ctx context.Context) error{
		"Err":     func(ctx context.Context) error { return ctx.Err() },
		"Cause":   func(ctx context.Context) error { return context.Cause(ctx) },
		"wrapped": func(ctx context.Context) error { return fmt.Errorf("stopped: %w", context.Cause(ctx)) },
	}
	for _, l := range looping {
		for what, echo := range echoes {
			for _, workers := range size([]int{2}, []int{2, 8}, []int{2, 8}) {
				for _, o := range []par.Option{{}, par.Unordered()} {
					done := expect.Within(t, time.Minute)
					m, real := meeting{}, errors.New("real")
					err := l.run(t.Context(), 100_000, func(ctx context.Context, i int) error {
						mine, other, met := m.attend(i)
						switch {
						case !met:
							return nil
						case (mine > other) == (o == par.Option{}):
							<-ctx.Done()
							return echo(ctx)
						}
						return real
					}, par.On(pool(workers)), o)
					done()
					if !m.formed.Load() {
						t.Fatalf("%s on %d workers: no two bodies met", l.name, workers)
					}
					if err != real {
						t.Errorf("%s, %s on %d workers: got %v, want the real error", l.name, what, workers, err)
					}
				}
			}
		}
	}
}

// TestErr_serial lets an index fail while a lower one runs: the context of that one does not end, and if
// it fails later, its error counts.
func TestErr_serial(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, l := range looping {
		var m meeting
		var low atomic.Int64
		failing := make(chan struct{})
		err := l.run(t.Context(), 100_000, func(ctx context.Context, i int) error {
			mine, other, met := m.attend(i)
			switch {
			case !met:
				return nil
			case mine > other:
				defer close(failing)
				return badIndex(i)
			}
			<-failing
			select {
			case <-ctx.Done():
				t.Errorf("%s: the failure of index %d has ended the context of index %d", l.name, other, mine)
			case <-time.After(10 * time.Millisecond):
			}
			low.Store(int64(i))
			return badIndex(i)
		}, par.On(pool(2)))
		if err == nil || err != badIndex(low.Load()) {
			t.Errorf("%s: got %v, want the error of index %d", l.name, err, low.Load())
		}
	}
}

// clocked is a context with the deadline of another clock.
type clocked struct{ context.Context }

func (clocked) Deadline() (time.Time, bool) { return time.Unix(0, 0), true }

// TestErr_deadline wants no nil, and no result, of calls that a deadline has stopped; each body
// sees why; and a deadline that is not real time's ends nothing by itself.
func TestErr_deadline(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, l := range looping {
		for range size(10, 50, 300) {
			ctx, cancel := context.WithTimeoutCause(t.Context(), 300*time.Microsecond, errOdd)
			err := l.run(ctx, 8, func(ctx context.Context, _ int) error {
				<-ctx.Done()
				if ctx.Err() != context.DeadlineExceeded || context.Cause(ctx) != errOdd {
					t.Errorf("%s: a body sees %v, %v", l.name, ctx.Err(), context.Cause(ctx))
				}
				return ctx.Err()
			}, par.On(pool(4)))
			if cancel(); err != errOdd {
				t.Fatalf("%s returned %v, want the cause of the deadline", l.name, err)
			}
		}
		var ran atomic.Int32
		err := l.run(clocked{t.Context()}, 100, func(ctx context.Context, _ int) error {
			ran.Add(1)
			if at, ok := ctx.Deadline(); !ok || at != time.Unix(0, 0) {
				t.Errorf("%s: a body sees the deadline %v", l.name, at)
			}
			spin(time.Microsecond)
			return ctx.Err()
		}, par.On(pool(4)))
		if err != nil || ran.Load() != 100 {
			t.Errorf("%s: %d of 100 calls, %v", l.name, ran.Load(), err)
		}
	}
}

// TestErr_derived derives contexts in bodies: they end with those that the bodies got.
func TestErr_derived(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	type key struct{}
	var m meeting
	ctx := context.WithValue(t.Context(), key{}, 7)
	err := par.ForErr(ctx, 100_000, func(ctx context.Context, i int) error {
		mine, other, met := m.attend(i)
		switch {
		case !met:
			return nil
		case mine < other:
			return badIndex(i)
		}
		child, cancel := context.WithCancel(ctx)
		defer cancel()
		if child.Value(key{}) != 7 {
			t.Error("a value is lost")
		}
		<-child.Done()
		return child.Err()
	}, par.On(pool(2)))
	if _, ok := err.(badIndex); !ok {
		t.Errorf("got %v", err)
	}
}

// TestErr_allCut: with AllErrors the end of the context hides no error that came before.
func TestErr_allCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := par.MapReduceNErr(ctx, 100, 0, func(ctx context.Context, i int) (int, error) {
		switch i {
		case 0, 1:
			return 0, badIndex(i)
		case 2:
			cancel()
			return 0, ctx.Err()
		}
		return i, nil
	}, func(a, b int) int { return a + b }, par.AllErrors(), par.Grain(10), par.Sequential())
	if list, ok := err.(interface{ Unwrap() []error }); !ok || !slices.Equal(list.Unwrap(), []error{badIndex(0), badIndex(1)}) {
		t.Errorf("got %v", err)
	}
}

// TestErr_both lets two indices fail at the same time.
func TestErr_both(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, l := range looping {
		for _, all := range []par.Option{{}, par.AllErrors()} {
			var m meeting
			var low, high atomic.Int64
			err := l.run(t.Context(), 100_000, func(_ context.Context, i int) error {
				mine, other, met := m.attend(i)
				if !met {
					return nil
				}
				low.Store(int64(min(mine, other)))
				high.Store(int64(max(mine, other)))
				return badIndex(i)
			}, par.On(pool(2)), all)
			want := badIndex(low.Load()).Error()
			if all == par.AllErrors() {
				want += "\n" + badIndex(high.Load()).Error()
			}
			if err == nil || err.Error() != want || low.Load() == high.Load() {
				t.Errorf("%s: got %v, want %s", l.name, err, want)
			}
		}
	}
}

// TestErr_own wants errors that look like a cancellation, but are not one, to
// count.
func TestErr_own(t *testing.T) {
	for _, l := range looping {
		for _, way := range ways {
			err := l.run(t.Context(), 100, func(ctx context.Context, i int) error {
				if i == 50 {
					return context.Canceled
				}
				return nil
			}, way.option())
			if err != context.Canceled {
				t.Errorf("%s, %s: got %v, want context.Canceled", l.name, way.name, err)
			}
		}
	}
}

// TestErr_cancelled ends the context from outside: before the call, and during
// it.
func TestErr_cancelled(t *testing.T) {
	cause := errors.New("enough")
	for _, l := range looping {
		for _, way := range ways {
			ctx, end := context.WithCancelCause(t.Context())
			const n = 10_000
			var calls atomic.Int32
			var over atomic.Bool
			f := func(inner context.Context, i int) error {
				if calls.Add(1) == 20 {
					end(cause)
					over.Store(true)
					return inner.Err()
				}
				for calls.Load() >= 20 && !over.Load() { // the call that ends it may be held up
					runtime.Gosched()
				}
				return nil
			}
			if err := l.run(ctx, n, f, way.option()); err != cause || calls.Load() > n/2 {
				t.Errorf("%s, %s: cancelled at call 20, got %v after %d calls", l.name, way.name, err, calls.Load())
			}
			calls.Store(1000)
			if err := l.run(ctx, n, f, way.option()); err != cause || calls.Load() != 1000 {
				t.Errorf("%s, %s: cancelled before, got %v after %d calls", l.name, way.name, err, calls.Load()-1000)
			}
		}
	}
}

// TestErr_late ends the context when the last index is running: all is done. But a sequence ends after its
// last value.
func TestErr_late(t *testing.T) {
	for _, l := range looping {
		ctx, end := context.WithCancel(t.Context())
		err := l.run(ctx, 10, func(_ context.Context, i int) error {
			if i == 9 {
				end()
			}
			return nil
		}, par.Sequential())
		if want := strings.Contains(l.name, "Seq"); (err != nil) != want {
			t.Errorf("%s: got %v", l.name, err)
		}
	}
}

// TestErr_lateSequence ends the context while all calls are running: before the sequence has ended, which may
// have ended for that reason, or after it.
func TestErr_lateSequence(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	cause := errors.New("enough")
	for name, run := range map[string]func(ctx context.Context, seq iter.Seq[int], f func(ctx context.Context, v int) error, o ...par.Option) error{
		"ForSeqErr": func(ctx context.Context, seq iter.Seq[int], f func(ctx context.Context, v int) error, o ...par.Option) error {
			return par.ForSeqErr(ctx, seq, f, o...)
		},
		"MapSeqErr": func(ctx context.Context, seq iter.Seq[int], f func(ctx context.Context, v int) error, o ...par.Option) (err error) {
			for _, e := range par.MapSeqErr(ctx, seq, func(ctx context.Context, v int) (int, error) { return v, f(ctx, v) }, o...) {
				err = e
			}
			return err
		},
		"MapSeqErr unordered": func(ctx context.Context, seq iter.Seq[int], f func(ctx context.Context, v int) error, o ...par.Option) (err error) {
			for _, e := range par.MapSeqErr(ctx, seq, func(ctx context.Context, v int) (int, error) { return v, f(ctx, v) }, append(o, par.Unordered())...) {
				err = e
			}
			return err
		},
	} {
		for _, way := range ways {
			for _, after := range []bool{false, true} {
				if after && way.name == "sequential" {
					continue // then all calls are over
				}
				ctx, end := context.WithCancelCause(t.Context())
				ended := make(chan struct{})
				var calls atomic.Int32
				err := run(ctx, func(yield func(int) bool) {
					defer close(ended)
					if yield(0) && !after {
						end(cause)
					}
				}, func(context.Context, int) error {
					calls.Add(1)
					if after {
						end(cause)
					}
					return nil
				}, way.option())
				if <-ended; !after && err != cause || after && err != nil && err != cause || calls.Load() > 1 {
					t.Errorf("%s, %s, after the end %v: got %v after %d calls", name, way.name, after, err, calls.Load())
				}
			}
		}
	}
}

// TestErr_panic wants a body's panic to end the context of the others, and to go
// on in the caller.
func TestErr_panic(t *testing.T) {
	for _, l := range looping {
		for _, workers := range []int{2, 8} {
			done := expect.Within(t, time.Minute)
			m := meeting{}
			v := expect.Recovered(func() {
				err := l.run(t.Context(), 100_000, func(ctx context.Context, i int) error {
					mine, other, met := m.attend(i)
					switch {
					case !met:
						return nil
					case mine < other:
						<-ctx.Done()
						return ctx.Err()
					}
					panic("boom")
				}, par.On(pool(workers)))
				t.Errorf("%s: returned %v", l.name, err)
			})
			done()
			if e, ok := v.(*skua.PanicError); !ok || e.Value != "boom" {
				t.Errorf("%s on %d workers: panicked with %v", l.name, workers, v)
			}
		}
		if v := expect.Recovered(func() {
			l.run(t.Context(), 10, func(context.Context, int) error { panic("boom") }, par.Sequential())
		}); v != "boom" {
			t.Errorf("%s, sequential: panicked with %v", l.name, v)
		}
	}
}

// TestErr_allocations wants as many for long loops as for short ones.
func TestErr_allocations(t *testing.T) {
	kit.Stealing(t)
	for _, l := range looping[:2] {
		for _, way := range ways[:1] {
			count := func(n int) float64 {
				return testing.AllocsPerRun(20, func() {
					l.run(context.Background(), n, func(context.Context, int) error { return nil }, way.option())
				})
			}
			if short, long := count(10), count(10_000); long > short+2 || long > 25 {
				t.Errorf("%s, %s: %v allocations for 10 indices, %v for 10,000", l.name, way.name, short, long)
			}
		}
	}
}
