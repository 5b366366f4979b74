package fork

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
)

// pollPlaces is every kind of Place that a task of pool may name, and what it is given to
// name it by: the task's own Worker.
var pollPlaces = map[string]func(pool, other *skua.Pool, w *skua.Worker, poll func(p skua.Place)){
	"Worker":     func(_, _ *skua.Pool, w *skua.Worker, poll func(skua.Place)) { poll(w) },
	"Pool":       func(pool, _ *skua.Pool, _ *skua.Worker, poll func(skua.Place)) { poll(pool) },
	"Here":       func(_, _ *skua.Pool, _ *skua.Worker, poll func(skua.Place)) { poll(skua.Here()) },
	"other Pool": func(_, other *skua.Pool, _ *skua.Worker, poll func(skua.Place)) { poll(other) },
	"Frame": func(_, _ *skua.Pool, w *skua.Worker, poll func(skua.Place)) {
		skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { poll(f); return 0 }).On(w, 0)
	},
	"Worker in a Func": func(_, _ *skua.Pool, w *skua.Worker, poll func(skua.Place)) {
		skua.NewFunc(func(*skua.Frame[int, int], int) int { poll(w); return 0 }).On(w, 0)
	},
	"in Blocking": func(_, _ *skua.Pool, w *skua.Worker, poll func(skua.Place)) {
		skua.Blocking(w, func() { poll(w) })
	},
	"on another pool": func(_, other *skua.Pool, w *skua.Worker, poll func(skua.Place)) {
		skua.Join(other, func(inner *skua.Worker) { poll(w); poll(inner) }, kit.Nothing)
	},
}

// TestPoll_cancelled wants the first Poll after the end of the context not to return,
// and none before it to do anything.
func TestPoll_cancelled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool, other := kit.NewPool(t, 1), kit.NewPool(t, 1)
	for name, at := range pollPlaces {
		ctx, cancel := context.WithCancelCause(context.Background())
		err := pool.Run(ctx, func(w *skua.Worker) error {
			at(pool, other, w, func(p skua.Place) { skua.Poll(p) })
			at(pool, other, w, func(p skua.Place) {
				cancel(kit.ErrCause)
				skua.Poll(p)
				t.Errorf("%s: Poll returned in a cancelled run", name)
			})
			return nil
		})
		if err != kit.ErrCause {
			t.Errorf("%s: Run returned %v, want the cause", name, err)
		}
	}
	kit.WantFull(t, pool)
	kit.WantFull(t, other)
}

// TestPoll_failed wants a task that has seen the context of a failed run end unwound by
// its first Poll: the context ends before the run is told.
func TestPoll_failed(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 200 {
		begun := make(chan struct{})
		fn := skua.NewFuncErr(func(f *skua.Frame[bool, int], fails bool) (int, error) {
			if fails {
				close(begun)
				return 0, kit.ErrCause
			}
			g := f.Fork(true) //skua:allow fork the run ends before the join, which is what is tested
			kit.Meet(g, begun)
			<-f.Context().Done()
			skua.Poll(g)
			t.Error("Poll returned in a run that has failed")
			return 0, nil
		})
		if _, err := fn.On(context.Background(), pool, false); err != kit.ErrCause {
			t.Fatalf("On returned %v, want the error", err)
		}
	}
	kit.WantFull(t, pool)
}

// TestPoll_answers wants Poll to let thieves have the fork of its caller.
func TestPoll_answers(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPoolWith(t, crew.Config{Workers: 2, Expose: policy.ExposeHalf, Keep: policy.KeepNever})
	for name, place := range map[string]func(w *skua.Worker) skua.Place{
		"Worker": func(w *skua.Worker) skua.Place { return w },
		"Pool":   func(*skua.Worker) skua.Place { return pool },
		"Here":   func(*skua.Worker) skua.Place { return skua.Here() },
	} {
		stolen, ended := make(chan struct{}), false
		skua.Join(pool, func(w *skua.Worker) {
			for !ended {
				select {
				case <-stolen:
					ended = true
				default:
					skua.Poll(place(w))
					runtime.Gosched()
				}
			}
		}, func(*skua.Worker) { close(stolen) })
		if !ended {
			t.Errorf("%s: the fork was not stolen", name)
		}
	}
	skua.NewFunc(func(f *skua.Frame[chan struct{}, int], c chan struct{}) int {
		if c != nil {
			close(c)
			return 0
		}
		stolen := make(chan struct{})
		g := f.Fork(stolen)
		kit.Meet(pollAt{g}, stolen)
		_, done := f.Join()
		if !done {
			t.Error("Frame: the fork was not stolen")
		}
		return 0
	}).On(pool, nil)
}

// pollAt polls by skua.Poll.
type pollAt struct{ p skua.Place }

func (a pollAt) Poll() { skua.Poll(a.p) }

// TestPoll_outside wants Poll to do nothing in no task, whatever was cancelled, and to
// refuse a closed pool.
func TestPoll_outside(t *testing.T) {
	pool := kit.NewPool(t, 1)
	skua.Poll(pool)
	skua.Poll(skua.Here())
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
	if v := expect.Recovered(func() { skua.Poll(pool) }); v != skua.ErrClosed {
		t.Errorf("at a closed pool: recovered %v, want ErrClosed", v)
	}
}

// TestPool_Workers wants what New and Resize were told, and GOMAXPROCS else.
func TestPool_Workers(t *testing.T) {
	pool := kit.NewPool(t, 3)
	if n := pool.Workers(); n != 3 {
		t.Errorf("a pool of 3 workers has %d", n)
	}
	if err := pool.Resize(5); err != nil {
		t.Fatal(err)
	}
	if n := pool.Workers(); n != 5 {
		t.Errorf("after Resize(5) there are %d workers", n)
	}
	if n := skua.Default().Workers(); n != runtime.GOMAXPROCS(0) {
		t.Errorf("the default pool has %d workers, want %d", n, runtime.GOMAXPROCS(0))
	}
}

// TestNewPanicError covers what a deferred function may have recovered.
func TestNewPanicError(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	described := func(f func()) (err error) {
		defer func() { err = skua.NewPanicError(recover()) }()
		f()
		return nil
	}
	wantStack := func(what string, err error, value any, in string) {
		t.Helper()
		var e *skua.PanicError
		if !errors.As(err, &e) || e.Value != value || !strings.Contains(string(e.Stack), in) {
			t.Errorf("%s: got %v, want a PanicError of %v with the stack of %s", what, err, value, in)
		}
	}
	if err := described(func() {}); err != nil {
		t.Errorf("no panic: got %v", err)
	}
	if !expect.Exits(func() { described(runtime.Goexit) }) {
		t.Error("Goexit did not pass")
	}
	wantStack("in no task", described(func() { kit.TheChildThatPanics(1) }), 1, "TheChildThatPanics")
	inner := &skua.PanicError{Value: "inner"}
	if err := described(func() { panic(inner) }); err != error(inner) {
		t.Errorf("a PanicError: got %v, want the same", err)
	}
	skua.Join(pool, func(w *skua.Worker) {
		wantStack("in a task", described(func() { kit.TheChildThatPanics(2) }), 2, "TheChildThatPanics")
		wantStack("of a thief", described(func() {
			kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { kit.TheChildThatPanics(3) })
		}), 3, "TheChildThatPanics")
	}, kit.Nothing)
	ctx, cancel := context.WithCancelCause(context.Background())
	err := pool.Run(ctx, func(w *skua.Worker) error {
		cancel(kit.ErrCause)
		err := described(func() { skua.Poll(w) })
		if !errors.Is(err, kit.ErrCause) || errors.As(err, new(*skua.PanicError)) {
			t.Errorf("in a cancelled run: got %v, want what unwinds it", err)
		}
		panic(err)
	})
	if err != kit.ErrCause {
		t.Errorf("Run returned %v, want the cause", err)
	}
	kit.WantFull(t, pool)
}
