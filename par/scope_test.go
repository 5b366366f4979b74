package par_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestScope(t *testing.T) {
	seqCase(t, func(g given) {
		s := newSpoiler(g, len(g.s))
		s.inTime = true
		scope := par.NewScope[int](t.Context(), g.o...)
		for i := range g.s {
			scope.Go(func(context.Context) (int, error) { return 3 * i, s.run(i) })
		}
		got, err := scope.Wait()
		if s.wantErr(g, err); (err == nil && len(got) != len(g.s)) || err != nil && got != nil {
			g.Wrong("%d results, and %v", len(got), err)
		}
		for i, v := range got {
			if v != 3*i {
				g.Wrong("result %d is %d", i, v)
			}
		}
	})
}

// TestScope_late: the result of a Go that comes beside Wait is among those of Wait, or of the next
// round's.
func TestScope_late(t *testing.T) {
	p := pool(2)
	for range 100 {
		scope := par.NewScope[*int](t.Context(), par.On(p))
		var others, begun sync.WaitGroup
		var spawned atomic.Int32
		begun.Add(4)
		for range 4 {
			others.Go(func() {
				for k := range 20 {
					scope.Go(func(context.Context) (*int, error) { return new(int), nil })
					spawned.Add(1)
					if k == 0 {
						begun.Done()
					}
				}
			})
		}
		begun.Wait()
		results, err := scope.Wait()
		others.Wait()
		more, err2 := scope.Wait() // the same again, if no round has begun
		all := map[*int]bool{}
		for _, r := range slices.Concat(results, more) {
			all[r] = true
		}
		if err != nil || err2 != nil || len(all) != int(spawned.Load()) || all[nil] {
			t.Fatalf("Wait returned %d results, %v, and %d, %v, of %d tasks", len(results), err, len(more), err2, spawned.Load())
		}
	}
}

// TestScope_grows: tasks spawn tasks, and all have results.
func TestScope_grows(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, way := range ways {
		scope := par.NewScope[int](t.Context(), way.option())
		var grow func(n int)
		grow = func(n int) {
			scope.Go(func(context.Context) (int, error) {
				for i := range n {
					grow(i)
				}
				return 1, nil
			})
		}
		grow(10)
		got, err := scope.Wait()
		if n := par.Sum(got); n != 1<<10 || err != nil {
			t.Errorf("%s: %d tasks, %v, want 1024", way.name, n, err)
		}
	}
}

// TestScope_limit wants at most MaxWorkers tasks at a time, also while they wait in skua.Blocking.
func TestScope_limit(t *testing.T) {
	var m meter
	scope := par.NewScope[int](t.Context(), par.On(pool(8)), par.MaxWorkers(2))
	for range 500 {
		scope.Go(func(context.Context) (int, error) { skua.Blocking(skua.Here(), m.hook); return 0, nil })
	}
	if _, err := scope.Wait(); err != nil || m.most.Load() > 2 {
		t.Errorf("%d at once, %v, want at most 2", m.most.Load(), err)
	}
}

func TestScope_failures(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	scope := par.NewScope[int](t.Context(), par.On(pool(2)))
	begun, stopped := make(chan struct{}), atomic.Bool{}
	scope.Go(func(ctx context.Context) (int, error) {
		close(begun)
		<-ctx.Done() // by the panic
		stopped.Store(true)
		return 0, ctx.Err()
	})
	scope.Go(func(context.Context) (int, error) {
		<-begun
		panic(errOdd)
	})
	v := expect.Recovered(func() { scope.Wait() })
	if e, ok := v.(*skua.PanicError); !ok || e.Value != errOdd || !stopped.Load() {
		t.Errorf("recovered %v; the other task was stopped: %v", v, stopped.Load())
	}

	scope = par.NewScope[int](t.Context(), par.AllErrors())
	a, b := errors.New("a"), errors.New("b")
	var both atomic.Int32
	fail := func(err error) func(context.Context) (int, error) {
		return func(context.Context) (int, error) {
			both.Add(1)
			return 1, err
		}
	}
	scope.Go(fail(a))
	scope.Go(fail(b))
	if got, err := scope.Wait(); got != nil || fmt.Sprint(err) != "a\nb" || both.Load() != 2 {
		t.Errorf("AllErrors: got %v and %v of %d tasks, want both errors", got, err, both.Load())
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(a)
	late := par.NewScope[int](ctx)
	late.Go(func(context.Context) (int, error) { t.Error("a task ran after the end"); return 0, nil })
	if got, err := late.Wait(); got != nil || err != a {
		t.Errorf("got %v, %v, want the cause", got, err)
	}
}

// TestScope_endsAll: an error ends the contexts of all tasks, also of those that were spawned before it: they
// may wait for what the failed one would have done.
func TestScope_endsAll(t *testing.T) {
	broken := errors.New("broken")
	for _, workers := range []int{1, 2} {
		scope := par.NewScope[int](t.Context(), par.On(pool(workers)))
		begun := make(chan bool)
		scope.Go(func(ctx context.Context) (int, error) {
			close(begun)
			skua.Blocking(skua.Here(), func() { <-ctx.Done() })
			return 1, nil
		})
		scope.Go(func(context.Context) (int, error) {
			skua.Blocking(skua.Here(), func() { <-begun })
			return 0, broken
		})
		if _, err := scope.Wait(); !errors.Is(err, broken) {
			t.Errorf("%d workers: %v, want the error of the second task", workers, err)
		}
	}
}

// TestScope_again: a second Wait does the same again, however the first has ended, and a Go after it
// begins a new round.
func TestScope_again(t *testing.T) {
	ended, cancel := context.WithCancelCause(t.Context())
	cancel(errOdd)
	for name, c := range map[string]struct {
		ctx  context.Context
		task func(context.Context) (int, error)
		want string
	}{
		"results":  {t.Context(), func(context.Context) (int, error) { return 7, nil }, "[7] <nil> <nil>"},
		"an error": {t.Context(), func(context.Context) (int, error) { return 7, errOdd }, "[] planned <nil>"},
		"a panic":  {t.Context(), func(context.Context) (int, error) { panic("lost") }, "[] <nil> lost"},
		"ended":    {ended, func(context.Context) (int, error) { return 7, nil }, "[] planned <nil>"},
	} {
		scope := par.NewScope[int](c.ctx)
		scope.Go(c.task)
		for range 3 {
			var got []int
			var err error
			v := expect.Recovered(func() { got, err = scope.Wait() })
			if e, ok := v.(*skua.PanicError); ok {
				v = e.Value
			}
			if said := fmt.Sprintf("%v %v %v", got, err, v); said != c.want {
				t.Errorf("%s: Wait came to %s, want %s", name, said, c.want)
			}
		}
		scope.Go(func(context.Context) (int, error) { return 8, nil })
		if got, err := scope.Wait(); name != "ended" && (!slices.Equal(got, []int{8}) || err != nil) || name == "ended" && err != errOdd {
			t.Errorf("%s: the next round came to %v, %v", name, got, err)
		}
	}
}

func TestScope_misuse(t *testing.T) {
	closed, err := skua.New()
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	var noCtx context.Context
	for want, call := range map[any]func(){
		"par: NewScope needs a context, not nil":  func() { par.NewScope[int](noCtx) },
		"par: Scope.Go needs a function, not nil": func() { par.NewScope[int](t.Context()).Go(nil) },
		skua.ErrClosed: func() { par.NewScope[int](t.Context(), par.On(closed)) },
		"par: Scope.Go needs a Scope that NewScope made, not a nil or zero one": func() { new(par.Scope[int]).Go(nil) },
		"par: Scope.Wait needs a Scope that NewScope made, not a nil or zero one": func() {
			var none *par.Scope[int]
			none.Wait()
		},
	} {
		if v := expect.Recovered(call); v != want {
			t.Errorf("recovered %v, want %v", v, want)
		}
	}
	scope := par.NewScope[int](t.Context(), par.Sequential())
	order := []int{}
	for i := range 5 {
		scope.Go(func(context.Context) (int, error) { order = append(order, i); return i, nil })
	}
	if got, err := scope.Wait(); err != nil || !slices.Equal(got, order) || len(got) != 5 {
		t.Errorf("in Sequential: %v, %v, in the order %v", got, err, order)
	}
}

// TestScope_room: of the tasks of a loop that awaits room not more than the limit have not ended,
// also in Sequential.
func TestScope_room(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, o := range []par.Option{par.MaxWorkers(1), par.MaxWorkers(3), par.Sequential()} {
		scope := par.NewScope[int](t.Context(), par.On(pool(2)), o)
		var open atomic.Int32
		for i := range 50 {
			scope.AwaitRoom()
			if n := open.Add(1); n > 3 || scope.Full() {
				t.Errorf("%d tasks have not ended", n)
			}
			scope.Go(func(context.Context) (int, error) { open.Add(-1); return i, nil })
		}
		if got, err := scope.Wait(); len(got) != 50 || err != nil {
			t.Errorf("got %d results, %v", len(got), err)
		}
	}
}

// TestScope_lost: a task that was not spawned, as Go has panicked, has no result, and Wait says so.
func TestScope_lost(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, sequential := range []bool{false, true} {
		lost := func(scope *par.Scope[int], task func(context.Context) (int, error)) {
			var other sync.WaitGroup
			other.Go(func() {
				if expect.Recovered(func() { scope.Go(task) }) == nil {
					t.Error("Go did not panic")
				}
			})
			other.Wait()
		}
		_ = pool(2).Run(t.Context(), func(w *skua.Worker) error {
			o := par.On(w)
			if sequential {
				o = par.Sequential()
			}
			scope := par.NewScope[int](t.Context(), o)
			scope.Go(func(context.Context) (int, error) { return 1, nil })
			if sequential {
				lost(scope, func(context.Context) (int, error) { panic("in Go") })
			} else {
				if _, err := scope.Wait(); err != nil {
					t.Error(err)
				}
				lost(scope, func(context.Context) (int, error) { return 2, nil })
			}
			if got, err := scope.Wait(); got != nil || err == nil {
				t.Errorf("Wait returned %v, %v", got, err)
			}
			return nil
		})
	}
}

// TestScope_nothing: the results of no tasks are an empty slice, in any round, and not nil.
func TestScope_nothing(t *testing.T) {
	for _, way := range ways {
		scope := par.NewScope[int](t.Context(), way.option())
		for range 2 {
			if got, err := scope.Wait(); got == nil || len(got) != 0 || err != nil {
				t.Errorf("%s: got %#v, %v", way.name, got, err)
			}
		}
	}
}
