//go:build !race

package par_test

import (
	"errors"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// outside reports whether the caller is in no task.
func outside() bool {
	return skua.Here().(interface{ Outside() *skua.Pool }).Outside() != nil
}

// brief is a function that is short at first.
type brief struct {
	then func(i int)
	out  [64]bool // that the index ran in no task, of some
}

//go:noinline
func (b *brief) run() { // else its function is another one in each of its callers
	par.For(len(b.out), func(i int) {
		if i < 2 || i == 63 { // of all it would not be short
			b.out[i] = outside()
		}
		if b.then != nil {
			b.then(i)
		}
	})
}

// known runs b until it is known to be short.
func (b *brief) known(t *testing.T) {
	t.Helper()
	b.then = nil
	for n, row := 0, 0; row < 50; n++ { // one odd loop after these changes nothing
		if row++; n > 100_000 {
			t.Fatal("a loop of 64 short indices always runs in the pool")
		}
		if b.run(); !b.out[0] || !b.out[63] {
			row = 0
		}
	}
}

// TestAlone: a loop that is known to be short does not enter the pool, and nobody can tell. (In race
// builds all loops run in pieces.)
func TestAlone(t *testing.T) {
	b := new(brief)
	t.Run("becomes long", func(t *testing.T) {
		b.known(t)
		b.then = func(int) {
			for begun := time.Now(); time.Since(begun) < 100*time.Microsecond; {
			}
		}
		if b.run(); !b.out[0] || b.out[1] || b.out[63] {
			t.Errorf("of a loop that has become long 0, 1 and 63 ran where the caller is: %v, %v, %v", b.out[0], b.out[1], b.out[63])
		}
	})
	t.Run("panics", func(t *testing.T) {
		b.known(t)
		wrong := errors.New("wrong")
		b.then = func(i int) {
			if i == 0 {
				panic(wrong)
			}
		}
		defer func() {
			if e, ok := recover().(*skua.PanicError); !ok || e.Value != wrong || len(e.Stack) == 0 || !b.out[0] {
				t.Errorf("it panics with %v, want a *PanicError with %v and its stack (alone: %v)", e, wrong, b.out[0])
			}
		}()
		b.run()
	})
	t.Run("in a task", func(t *testing.T) {
		b.known(t)
		par.Do(func() {
			if b.run(); b.out[0] {
				t.Error("a loop in a task says that it is in none")
			}
		}, func() {})
	})
	t.Run("at a place", func(t *testing.T) {
		b.known(t)
		inside := false
		for range 100 {
			par.For(len(b.out), func(i int) { inside = !outside() }, par.On(skua.Default()), par.MaxWorkers(1))
			if !inside {
				t.Fatal("a loop at a pool runs in no task")
			}
		}
	})
}
