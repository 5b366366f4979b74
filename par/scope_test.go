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

// TestScope_late: a Go that comes beside Wait panics, or its result is among those of Wait.
func TestScope_late(t *testing.T) {
	p := pool(2)
	for range 100 {
		scope := par.NewScope[*int](t.Context(), par.On(p))
		var others, begun sync.WaitGroup
		var spawned atomic.Int32
		begun.Add(4)
		for range 4 {
			others.Go(func() {
				defer func() { _ = recover() }() // after Wait
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
		if err != nil || len(results) != int(spawned.Load()) || slices.Contains(results, nil) {
			t.Fatalf("Wait returned %d results, %v, of %d tasks", len(results), err, spawned.Load())
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
	if got, err := scope.Wait(); got != nil || !errors.Is(err, a) && !errors.Is(err, b) || both.Load() == 2 && !(errors.Is(err, a) && errors.Is(err, b)) {
		t.Errorf("got %v and %v of %d tasks", got, err, both.Load())
	}
	if v := expect.Recovered(func() { scope.Go(fail(a)) }); v != "par: Scope.Go after Wait, which ends the scope" {
		t.Errorf("Go after Wait: recovered %v", v)
	}

	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(a)
	late := par.NewScope[int](ctx)
	late.Go(func(context.Context) (int, error) { t.Error("a task ran after the end"); return 0, nil })
	if got, err := late.Wait(); got != nil || err != a {
		t.Errorf("got %v, %v, want the cause", got, err)
	}
}

// TestScope_again: Wait ends a scope, however it ends itself, and a second Wait does the same again.
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
		if v := expect.Recovered(func() { scope.Go(c.task) }); v != "par: Scope.Go after Wait, which ends the scope" {
			t.Errorf("%s: Go after Wait: recovered %v", name, v)
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
