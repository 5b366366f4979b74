package scope

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
)

// scopesIn runs f as a task of a pool, with a way to make scopes of that task.
func scopesIn(t *testing.T, workers int, f func(w *skua.Worker, scope func() *skua.Scope)) {
	t.Helper()
	p, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() }) // waits for tasks that the run did not wait for
	err = p.Run(context.Background(), func(w *skua.Worker) error {
		f(w, func() *skua.Scope { return skua.NewScope(context.Background(), w) })
		return nil
	})
	if err != nil {
		t.Errorf("the run failed: %v", err)
	}
}

func nothing(*skua.Worker) error { return nil }

// here runs f in a call at Here, above the calling task.
func here(f func(w *skua.Worker)) { skua.Join(skua.Here(), f, func(*skua.Worker) {}) }

// TestNested_waits: a task waits for its scope in a call above it, and the scope is over then, for the
// end of the task and for another round.
func TestNested_waits(t *testing.T) {
	scopesIn(t, 1, func(w *skua.Worker, scope func() *skua.Scope) {
		a, b := scope(), scope()
		for range 3 {
			w.Go(a, nothing)
			w.Go(b, nothing)
			here(func(*skua.Worker) { a.Wait() })
			skua.NewFunc(func(*skua.Frame[int, int], int) int { b.Wait(); return 0 }).Run(1)
		}
		w.Go(a, nothing)
	})
}

// TestNested_begins: a round that a task begins in a call above it is waited for at the task's end, as are
// the scopes that it has made before.
func TestNested_begins(t *testing.T) {
	var ended atomic.Bool
	begun, released := make(chan bool), make(chan bool)
	scopesIn(t, 2, func(w *skua.Worker, scope func() *skua.Scope) {
		before, a := scope(), scope()
		w.Go(before, func(w *skua.Worker) error {
			close(begun)
			skua.Blocking(w, func() { <-released })
			for range 1000 {
				runtime.Gosched() // for a run that does not wait to end before
			}
			ended.Store(true)
			return nil
		})
		skua.Blocking(w, func() { <-begun })
		here(func(w *skua.Worker) {
			w.Go(a, nothing)
			a.Wait()
			w.Go(a, nothing)
		})
		close(released)
	})
	if !ended.Load() {
		t.Error("the run has ended before a task of its scope")
	}
}

// TestNested_inline: a task that runs where its maker waits begins no round of a scope of the maker's.
func TestNested_inline(t *testing.T) {
	scopesIn(t, 1, func(w *skua.Worker, scope func() *skua.Scope) {
		a, b := scope(), scope()
		w.Go(a, nothing)
		a.Wait()
		w.Go(b, func(w *skua.Worker) error { w.Go(a, nothing); return nil })
		v := expect.Recovered(func() { b.Wait() })
		if e, ok := v.(*skua.PanicError); !ok || !strings.Contains(e.Error(), "must spawn the first") {
			t.Errorf("b.Wait panicked with %v, want the misuse of a", v)
		}
	})
}
