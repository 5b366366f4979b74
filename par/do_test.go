package par_test

import (
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

func TestDo(t *testing.T) {
	for n := range 40 {
		calls := make([]atomic.Int32, n)
		fns := make([]func(), n)
		for i := range fns {
			fns[i] = func() { calls[i].Add(1) }
		}
		par.Do(fns...)
		onceEach(given{T: t, what: "Do"}, calls)
	}
}

func TestDo_nil(t *testing.T) {
	called := false
	v := expect.Recovered(func() { par.Do(func() { called = true }, nil) })
	if v != "par: Do needs functions, but number 1 is nil" || called {
		t.Errorf("recovered %v; called before: %v", v, called)
	}
}
