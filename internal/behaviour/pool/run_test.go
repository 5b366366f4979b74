package pool

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
)

// TestRun_pollSeesCancel wants the very next poll on the goroutine that cancelled to
// stop, though the context tells the pool on a goroutine of its own, and the cause to
// come out.
func TestRun_pollSeesCancel(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	polls := map[string]func(w *skua.Worker, cancel func()){
		"Worker": func(w *skua.Worker, cancel func()) {
			cancel()
			w.Poll()
		},
		"Worker, forked": func(w *skua.Worker, cancel func()) {
			skua.Join(w, kit.Nothing, kit.Nothing) // the first fork opens the gate
			cancel()
			w.Poll()
		},
		"Frame": func(w *skua.Worker, cancel func()) {
			skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				if n > 0 {
					f.Both(0, 0)
					cancel()
					f.Poll()
				}
				return 0
			}).On(w, 1)
		},
		"task": func(w *skua.Worker, cancel func()) {
			s := skua.NewScope(context.Background(), w)
			s.Go(func(w *skua.Worker) error {
				cancel()
				w.Poll()
				t.Error("the poll of a spawned task returned")
				return nil
			})
			s.Wait()
			w.Poll()
		},
	}
	for name, poll := range polls {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				pool := kit.NewPool(t, workers)
				for range 200 {
					ctx, cancel := context.WithCancelCause(context.Background())
					err := pool.Run(ctx, func(w *skua.Worker) error {
						poll(w, func() { cancel(kit.ErrCause) })
						t.Error("the poll returned")
						return nil
					})
					if err != kit.ErrCause {
						t.Fatalf("Run returned %v, want the cause", err)
					}
				}
			})
		}
	}
}

// TestRun_pollGoesOn wants the polls of a run whose context can end, but has not, to
// return, and thieves answered.
func TestRun_pollGoesOn(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := pool.Run(ctx, func(w *skua.Worker) error {
		for range 100 {
			kit.JoinStolen(w, kit.Nothing, kit.Nothing)
		}
		return nil
	})
	if err != nil {
		t.Errorf("Run returned %v, want nil", err)
	}
}

// TestRun_causeAtTheEnd wants the cause of a context that ended before the function
// returned nil, although nothing forked or polled after that; and the function's own
// error where it has one.
func TestRun_causeAtTheEnd(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	own := errors.New("its own")
	for _, c := range []struct{ returns, want error }{{nil, kit.ErrCause}, {own, own}} {
		for _, workers := range []int{1, 2} {
			pool := kit.NewPool(t, workers)
			for range 200 {
				ctx, cancel := context.WithCancelCause(context.Background())
				err := pool.Run(ctx, func(w *skua.Worker) error {
					cancel(kit.ErrCause)
					return c.returns
				})
				if err != c.want {
					t.Fatalf("Run of a function that returned %v gave %v, want %v", c.returns, err, c.want)
				}
			}
		}
	}
}

// TestOnContext wants the result of a Func, or the cause and no result if its context
// has ended before, while it ran, or just before it returned.
func TestOnContext(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		onEach := map[string]func(ctx context.Context, fn *skua.Func[int, int], n int) (int, error){
			"RunContext": func(ctx context.Context, fn *skua.Func[int, int], n int) (int, error) { return fn.RunContext(ctx, n) },
			"at a pool": func(ctx context.Context, fn *skua.Func[int, int], n int) (int, error) {
				return fn.OnContext(ctx, pool, n)
			},
			"at a Worker": func(ctx context.Context, fn *skua.Func[int, int], n int) (r int, err error) {
				skua.Join(pool, func(w *skua.Worker) { r, err = fn.OnContext(ctx, w, n) }, kit.Nothing)
				return r, err
			},
		}
		for name, on := range onEach {
			if got, err := on(context.Background(), kit.Fib, 15); got != kit.SerialFib(15) || err != nil {
				t.Errorf("%s: got %d, %v", name, got, err)
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			last := skua.NewFunc(func(f *skua.Frame[int, int], n int) int { cancel(kit.ErrCause); return n })
			if got, err := on(ctx, last, 15); got != 0 || err != kit.ErrCause {
				t.Errorf("%s: a body that cancels and returns gave %d, %v, want 0 and the cause", name, got, err)
			}
			if got, err := on(ctx, kit.Fib, 15); got != 0 || err != kit.ErrCause {
				t.Errorf("%s: after the end of the context: got %d, %v, want 0 and the cause", name, got, err)
			}
			ctx, cancel = context.WithCancelCause(context.Background())
			endless := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				cancel(kit.ErrCause)
				for {
					f.Poll()
				}
			})
			if got, err := on(ctx, endless, 15); got != 0 || err != kit.ErrCause {
				t.Errorf("%s: of an endless body: got %d, %v, want 0 and the cause", name, got, err)
			}
		}
		kit.WantFull(t, pool)
	}
}

// TestOnContext_closed wants ErrClosed.
func TestOnContext_closed(t *testing.T) {
	pool := kit.NewPool(t, 1)
	pool.Close()
	if got, err := kit.Fib.OnContext(context.Background(), pool, 15); got != 0 || err != skua.ErrClosed {
		t.Errorf("got %d, %v, want 0 and ErrClosed", got, err)
	}
}

// TestOnContext_closing wants a task to call on at its own place while the pool closes.
func TestOnContext_closing(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	closed := make(chan struct{})
	skua.Join(pool, func(w *skua.Worker) {
		go func() {
			pool.Close()
			close(closed)
		}()
		expect.Eventually(t, "the pool refuses callers", func() bool {
			refused := make(chan error)
			go func() { refused <- pool.Run(context.Background(), func(*skua.Worker) error { return nil }) }()
			return <-refused == skua.ErrClosed
		})
		if got, err := kit.Fib.OnContext(context.Background(), w, 15); got != kit.SerialFib(15) || err != nil {
			t.Errorf("got %d, %v", got, err)
		}
	}, kit.Nothing)
	<-closed
}

// TestOnContext_outerForks wants a fork that a task has pending stolen, after it was made
// while no thief looked for work, from a run that the task has begun at its Frame.
func TestOnContext_outerForks(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPoolWith(t, crew.Config{Workers: 2, Expose: policy.ExposeHalf, Keep: policy.KeepNever})
	busy, release, begun := make(chan struct{}), make(chan struct{}), make(chan struct{})
	inner := skua.NewFunc(func(f *skua.Frame[string, int], _ string) int {
		close(release)
		kit.Meet(f, begun)
		return 1
	})
	outer := skua.NewFunc(func(f *skua.Frame[string, int], what string) int {
		switch what {
		case "keep the thief busy":
			close(busy)
			<-release
			return 1
		case "pending":
			close(begun)
			return 1
		}
		g := f.Fork("keep the thief busy")
		kit.Meet(g, busy)
		a, err := inner.OnContext(context.Background(), g.Fork("pending"), "")
		b, stolen := g.Join()
		c, _ := f.Join() //skua:allow done it was stolen
		if err != nil || !stolen {
			t.Errorf("the inner run ended with %v; the fork was stolen: %v", err, stolen)
		}
		return a + b + c
	})
	if got := outer.On(pool, ""); got != 3 {
		t.Errorf("got %d, want 3", got)
	}
}

// TestFrame_Context wants the context of the run that a frame's task works for.
func TestFrame_Context(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	type key struct{}
	ctx := context.WithValue(context.Background(), key{}, "value")
	of := skua.NewFunc(func(f *skua.Frame[bool, context.Context], stolen bool) context.Context {
		if stolen {
			return f.Context()
		}
		begun := make(chan struct{})
		other := skua.NewFunc(func(g *skua.Frame[bool, context.Context], stolen bool) context.Context {
			if stolen {
				close(begun)
				return g.Context()
			}
			kit.Meet(g.Fork(true), begun)
			c, _ := g.Join() //skua:allow done it was stolen
			return c
		})
		return other.On(f, false)
	})
	if got := of.On(pool, true); got != context.Background() {
		t.Errorf("without a run: %v, want the background", got)
	}
	for _, stolen := range []bool{false, true} {
		if got, err := of.OnContext(ctx, pool, stolen); got != ctx || err != nil {
			t.Errorf("stolen %v: %v, %v, want the run's", stolen, got, err)
		}
	}
}

// TestDefault_asNew wants the default pool to be one as New makes it without options.
func TestDefault_asNew(t *testing.T) {
	made, err := skua.New()
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	if got, want := sched.Of(skua.Default()).Config, sched.Of(made).Config; got != want {
		t.Errorf("the default pool is %+v, want %+v", got, want)
	}
}
