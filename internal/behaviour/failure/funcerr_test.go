package failure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

var errFirst = errors.New("the first error")

// An errTree is full and binary. Its nodes are numbered as in a heap, from 1; those in fails
// return the errors there.
type errTree struct {
	depth int
	fails map[int]error
}

// shapes are recursions through a tree that count its leaves.
func (tr errTree) shapes() map[string]func(f *skua.Frame[int, int], k int) (int, error) {
	var fork func(f *skua.Frame[int, int], k int) (int, error)
	leaf := func(k int) bool { return k >= 1<<tr.depth }
	fork = func(f *skua.Frame[int, int], k int) (int, error) {
		if err := tr.fails[k]; err != nil || leaf(k) {
			return 1, err
		}
		a, err := fork(f.Fork(2*k+1), 2*k)
		if err != nil {
			return 0, err // between Fork and Join
		}
		b, done := f.Join()
		if !done {
			if b, err = fork(f, 2*k+1); err != nil {
				return 0, err
			}
		}
		return a + b, nil
	}
	return map[string]func(f *skua.Frame[int, int], k int) (int, error){
		"fork": fork,
		"both": func(f *skua.Frame[int, int], k int) (int, error) {
			if err := tr.fails[k]; err != nil || leaf(k) {
				return 1, err
			}
			a, b := f.Both(2*k, 2*k+1)
			return a + b, nil
		},
		"each": func(f *skua.Frame[int, int], k int) (int, error) {
			if err := tr.fails[k]; err != nil || leaf(k) {
				return 1, err
			}
			var res [2]int
			f.Each([]int{2 * k, 2*k + 1}, res[:])
			return res[0] + res[1], nil
		},
		"error last": func(f *skua.Frame[int, int], k int) (int, error) {
			if leaf(k) {
				return 1, tr.fails[k]
			}
			a, b := f.Both(2*k, 2*k+1)
			return a + b, tr.fails[k]
		},
	}
}

// TestFuncErr wants an error from each depth of a recursion, every time, and the result
// where there is none.
func TestFuncErr(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	const depth = 7
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for at := -1; at <= depth; at++ {
			tr := errTree{depth: depth}
			var wantErr error
			if at >= 0 {
				wantErr = fmt.Errorf("at depth %d", at)
				tr.fails = map[int]error{1<<at + 1<<at/3: wantErr}
			}
			want := 0
			if wantErr == nil {
				want = 1 << depth
			}
			for name, body := range tr.shapes() {
				fn := skua.NewFuncErr(body)
				for k := range 200 {
					if got, err := fn.On(context.Background(), pool, 1); got != want || err != wantErr {
						t.Fatalf("%d workers, %s, depth %d, time %d: got %d, %v, want %d, %v",
							workers, name, at, k, got, err, want, wantErr)
					}
				}
			}
		}
		kit.WantFull(t, pool)
		kit.WantFib(t, pool, 15)
	}
}

// TestFuncErr_two wants one of two errors, and the same one as the context's cause.
func TestFuncErr_two(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	errSecond := errors.New("the second error")
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for k := range 500 {
			var ctx context.Context
			fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				switch n {
				case 1:
					return 0, errFirst
				case 2:
					return 0, errSecond
				}
				ctx = f.Context()
				if k%2 == 0 { // with the fork stolen, if there is a thief
					for range 100 {
						f.Poll()
					}
				}
				f.Both(1, 2)
				t.Error("Both returned, though both branches had failed")
				return 0, nil
			})
			_, err := fn.On(context.Background(), pool, 0)
			if err != errFirst && err != errSecond || context.Cause(ctx) != err {
				t.Fatalf("got %v, the context's cause is %v", err, context.Cause(ctx))
			}
			if workers == 1 && err != errFirst {
				t.Fatalf("got %v with one worker", err)
			}
		}
	}
}

// TestFuncErr_nothingBegins wants no task to begin after an error has stopped the run,
// by a fork or without one, but for those that thieves were about to begin.
func TestFuncErr_nothingBegins(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for range 100 {
			var begun atomic.Int32
			fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				begun.Add(1)
				if n > 0 {
					return 0, errFirst
				}
				args := make([]int, 1000)
				expect.Recovered(func() { f.Both(1, 1) })
				limit := begun.Load() + int32(workers) - 1
				for _, more := range []func(){
					func() { f.Each([]int{1}, args[:1]) }, // which does not fork
					func() { f.Each(args, args) },
					func() { f.Both(0, 0) },
				} {
					if v, _ := expect.Recovered(more).(error); !errors.Is(v, errFirst) {
						t.Errorf("recovered %v, want what wraps the error", v)
					}
				}
				if n := begun.Load(); n > limit {
					t.Errorf("%d workers: %d tasks began, want at most %d", workers, n, limit)
				}
				return 0, nil
			})
			if _, err := fn.On(context.Background(), pool, 0); err != errFirst {
				t.Fatalf("%d workers: got %v, want the error", workers, err)
			}
		}
	}
}

// TestFuncErr_running wants an error to stop the others: those that run at their next
// fork or poll, and no more than those are left.
func TestFuncErr_running(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{2, 8} {
		pool := kit.NewPool(t, workers)
		for range 20 {
			var running, unwound, after atomic.Int32
			fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				if f.Context().Err() != nil {
					after.Add(1)
				}
				switch {
				case n > 1:
					f.Both(n/2, n-n/2)
					return 0, nil
				case running.Add(1) == int32(workers): // the last of them to come
					return 0, errFirst
				}
				defer unwound.Add(1)
				for {
					f.Poll()
					runtime.Gosched()
				}
			})
			_, err := fn.On(context.Background(), pool, 4*workers)
			if n := int(running.Load()); err != errFirst || n != workers || int(unwound.Load()) != n-1 || after.Load() > 0 {
				t.Fatalf("%d workers: got %v, %d leaves ran, %d were unwound, %d tasks began afterwards",
					workers, err, n, unwound.Load(), after.Load())
			}
		}
		kit.WantFull(t, pool)
	}
}

// TestFuncErr_context wants the end of the context that On got to end the run, whatever
// a body returns after that.
func TestFuncErr_context(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		for how, body := range map[string]func(f *skua.Frame[int, int], n int) (int, error){
			"polls":              func(f *skua.Frame[int, int], n int) (int, error) { f.Poll(); t.Error("Poll returned"); return 0, nil },
			"returns an error":   func(*skua.Frame[int, int], int) (int, error) { return 1, errFirst },
			"returns":            func(*skua.Frame[int, int], int) (int, error) { return 1, nil },
			"returns its result": func(f *skua.Frame[int, int], n int) (int, error) { return 1, context.Cause(f.Context()) },
		} {
			for range 100 {
				ctx, cancel := context.WithCancelCause(context.Background())
				fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
					cancel(kit.ErrCause)
					if f.Context().Err() == nil || context.Cause(f.Context()) != kit.ErrCause {
						t.Error("the run's context does not derive from the one that On got")
					}
					return body(f, n)
				})
				if got, err := fn.On(ctx, pool, 1); got != 0 || err != kit.ErrCause {
					t.Fatalf("a body that cancels and %s: got %d, %v, want 0 and the cause", how, got, err)
				}
				if got, err := fn.On(ctx, pool, 1); got != 0 || err != kit.ErrCause {
					t.Fatalf("after the end: got %d, %v, want 0 and the cause", got, err)
				}
			}
		}
	}
}

// TestFuncErr_itsContext wants a context for each run that ends with it.
func TestFuncErr_itsContext(t *testing.T) {
	fn := skua.NewFuncErr(func(f *skua.Frame[int, context.Context], n int) (context.Context, error) {
		if f.Context().Err() != nil {
			t.Error("the context ended before the run")
		}
		return f.Context(), nil
	})
	ctx, err := fn.Run(context.Background(), 0)
	if err != nil || ctx.Err() == nil {
		t.Errorf("Run returned %v; the context's end: %v", err, ctx.Err())
	}
}

// TestFuncErr_nested wants a run inside a run: an error ends the inner one only, until
// the outer body returns it too; an end of the outer one ends the inner one if that
// has its context.
func TestFuncErr_nested(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	inner := skua.NewFuncErr(errTree{depth: 4, fails: map[int]error{25: errFirst}}.shapes()["both"])
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		for _, pass := range []bool{false, true} {
			outer := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				if n > 0 {
					return max(f.Both(n-1, n-1)), nil
				}
				got, err := inner.On(f.Context(), f, 1)
				if got != 0 || f.Context().Err() == nil && err != errFirst {
					t.Errorf("the inner run returned %d, %v", got, err)
				}
				if pass {
					return 0, err
				}
				got, err = inner.On(f.Context(), pool, 1)
				if got != 0 || err != errFirst {
					t.Errorf("the inner run returned %d, %v, at the pool", got, err)
				}
				return 1, nil
			})
			want, wantErr := 1, error(nil)
			if pass {
				want, wantErr = 0, errFirst
			}
			for range 50 {
				if got, err := outer.On(context.Background(), pool, 4); got != want || err != wantErr {
					t.Fatalf("pass %v: got %d, %v, want %d, %v", pass, got, err, want, wantErr)
				}
			}
		}
		kit.WantFull(t, pool)
	}
}

// TestFuncErr_outerEnds wants the inner of two runs to return the outer's cause if it
// has its context, and the outer one to stop at its next fork.
func TestFuncErr_outerEnds(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		for range 100 {
			ctx, cancel := context.WithCancelCause(context.Background())
			inner := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				cancel(kit.ErrCause)
				for {
					f.Poll()
				}
			})
			outer := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				if n == 0 {
					return 0, nil
				}
				if _, err := inner.On(f.Context(), f, 0); err != kit.ErrCause {
					t.Errorf("the inner run returned %v, want the outer's cause", err)
				}
				f.Poll()
				t.Error("the outer run went on")
				return 0, nil
			})
			if _, err := outer.On(ctx, pool, 1); err != kit.ErrCause {
				t.Fatalf("the outer run returned %v, want the cause", err)
			}
		}
	}
}

// TestFuncErr_elsewhere wants runs in bodies of loops, in spawned tasks and in closures,
// and their errors there.
func TestFuncErr_elsewhere(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	good := skua.NewFuncErr(errTree{depth: 4}.shapes()["fork"])
	bad := skua.NewFuncErr(errTree{depth: 4, fails: map[int]error{17: errFirst}}.shapes()["fork"])
	check := func(p skua.Place) error {
		if got, err := good.On(context.Background(), p, 1); got != 16 || err != nil {
			t.Errorf("got %d, %v, want 16", got, err)
		}
		_, err := bad.On(context.Background(), p, 1)
		if err != errFirst {
			t.Errorf("got %v, want the error", err)
		}
		return err
	}
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers)
		par.For(100, func(int) { check(pool) }, par.On(pool))
		if err := par.ForErr(context.Background(), 100, func(context.Context, int) error { return check(pool) }, par.On(pool)); err != errFirst {
			t.Errorf("a loop over runs that fail returned %v", err)
		}
		l := skua.Loop{To: 100, Body: func(p *skua.Part) {
			for p.Next() {
				check(p.Worker())
			}
		}}
		l.Run(pool)
		s := skua.NewScope(context.Background(), pool)
		for range 100 {
			s.Go(func(w *skua.Worker) error { return check(w) })
		}
		if err := s.Wait(); err != errFirst {
			t.Errorf("a scope of runs that fail returned %v", err)
		}
		skua.Join(pool, func(w *skua.Worker) { check(w) }, func(w *skua.Worker) { check(w) })
		kit.WantFull(t, pool)
	}
}

// TestFuncErr_inside wants what a body does besides stopped by its error: scopes, loops,
// and calls of other types.
func TestFuncErr_inside(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	plain := skua.NewFunc(func(f *skua.Frame[func(), int], then func()) int {
		if then != nil {
			f.Both(nil, nil)
			then()
			for {
				f.Poll()
			}
		}
		return 0
	})
	for what, other := range map[string]func(f *skua.Frame[bool, int], wait func()){
		"scope": func(f *skua.Frame[bool, int], wait func()) {
			s := skua.NewScope(context.Background(), f)
			s.Go(func(w *skua.Worker) error {
				wait()
				for {
					w.Poll()
				}
			})
			s.Wait()
		},
		"loop": func(f *skua.Frame[bool, int], wait func()) {
			l := skua.Loop{To: math.MaxInt, Body: func(p *skua.Part) {
				for p.Next() {
				}
			}}
			wait()
			l.Run(f)
		},
		"func":  func(f *skua.Frame[bool, int], wait func()) { plain.On(f, wait) },
		"none":  func(f *skua.Frame[bool, int], wait func()) { wait() },
		"inner": func(f *skua.Frame[bool, int], wait func()) { plain.OnContext(f.Context(), f, wait) },
	} {
		pool := kit.NewPool(t, 2)
		for range 50 {
			begun := make(chan struct{})
			fn := skua.NewFuncErr(func(f *skua.Frame[bool, int], fails bool) (int, error) {
				if fails {
					close(begun)
					return 0, errFirst
				}
				g := f.Fork(true)
				kit.Meet(g, begun) // it is stolen
				other(g, func() {
					for g.Context().Err() == nil {
						runtime.Gosched()
					}
				})
				_, _ = f.Join()
				t.Errorf("%s: the join of a task that failed returned", what)
				return 0, nil
			})
			if _, err := fn.On(context.Background(), pool, false); err != errFirst {
				t.Fatalf("%s: got %v, want the error", what, err)
			}
		}
		kit.WantFull(t, pool)
	}
}

// TestFuncErr_panic wants a panic to win over an error, in whichever branch it is and
// whichever comes first.
func TestFuncErr_panic(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	fail := func() (int, error) { return 0, errFirst }
	crash := func() (int, error) { panic(kit.ErrCause) }
	for name, c := range map[string]struct {
		own, stolen func() (int, error)
		levels      int // of stolen tasks, one of which has forked the next
	}{
		"own":            {crash, fail, 1},
		"stolen":         {fail, crash, 1},
		"stolen twice":   {fail, crash, 2},
		"stolen 3 times": {fail, crash, 3},
	} {
		for _, first := range []string{"own", "stolen"} {
			pool := kit.NewPool(t, 1+c.levels)
			for range 20 {
				deepest, met, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
				fn := skua.NewFuncErr(func(f *skua.Frame[int, int], level int) (int, error) {
					if level < c.levels {
						kit.Meet(f.Fork(level+1), deepest) //skua:allow fork the body panics or fails
						if level > 0 {
							<-met
							return fail()
						}
						close(met) // nobody ends before, since the root still polls
						if first == "own" {
							defer close(ended)
						} else {
							<-ended
						}
						return c.own() // between Fork and Join
					}
					close(deepest)
					<-met
					if first == "own" {
						<-ended
					} else {
						defer close(ended)
					}
					return c.stolen()
				})
				e := kit.PanicError(t, func() { fn.On(context.Background(), pool, 0) })
				if e.Value != kit.ErrCause {
					t.Fatalf("%s, %s first: panicked with %v", name, first, e.Value)
				}
			}
			kit.WantFull(t, pool)
			kit.WantFib(t, pool, 10)
		}
	}
}

// TestFuncErr_recovered wants a panic that a body recovers not to come out, and the error
// after it to do so.
func TestFuncErr_recovered(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		for range 100 {
			fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				if n > 0 {
					panic(n)
				}
				if err := skua.Try(f, func() { f.Both(1, 2) }); err == nil {
					t.Error("Try returned nil")
				}
				return 0, errFirst
			})
			if _, err := fn.On(context.Background(), pool, 0); err != errFirst {
				t.Fatalf("got %v, want the error", err)
			}
		}
	}
}

// TestFuncErr_goexit wants the Goexit of a body to end the caller, and errors not to
// matter then.
func TestFuncErr_goexit(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		for range 50 {
			fn := skua.NewFuncErr(func(f *skua.Frame[int, int], n int) (int, error) {
				if n > 0 {
					return 0, errFirst
				}
				f.Fork(1)
				runtime.Goexit()
				return 0, nil
			})
			if !expect.Exits(func() { fn.On(context.Background(), pool, 0) }) {
				t.Fatal("On returned, though the body had called Goexit")
			}
		}
		kit.WantFull(t, pool)
	}
}
