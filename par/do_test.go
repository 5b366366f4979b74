package par_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestDo(t *testing.T) {
	for n := range 40 {
		for _, sequential := range []bool{false, true} {
			calls := make([]atomic.Int32, n)
			fns := make([]func(), n)
			for i := range fns {
				fns[i] = func() { calls[i].Add(1) }
			}
			restore := par.SetSequential(sequential)
			par.Do(fns...)
			restore()
			onceEach(given{T: t, what: "Do"}, calls)
		}
	}
}

// TestDo_meet: each function may need its own worker, as it waits for the next one.
func TestDo_meet(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	const n = 5
	done := make([]chan struct{}, n+1)
	for i := range done {
		done[i] = make(chan struct{})
	}
	close(done[n])
	fns, errs := make([]func(), n), make([]func(ctx context.Context) error, n)
	for i := range n {
		fns[i] = func() {
			skua.Blocking(skua.Here(), func() { <-done[i+1] })
			close(done[i])
		}
		errs[i] = func(context.Context) error { fns[i](); return nil }
	}
	par.Do(fns...)
	for i := range n {
		done[i] = make(chan struct{})
	}
	if err := par.DoErr(t.Context(), errs...); err != nil {
		t.Error(err)
	}
}

func TestDo_nil(t *testing.T) {
	called := false
	v := expect.Recovered(func() { par.Do(func() { called = true }, nil) })
	if v != "par: Do needs functions, but number 1 is nil" || called {
		t.Errorf("recovered %v; called before: %v", v, called)
	}
}
