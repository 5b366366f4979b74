package skua_test

import (
	"context"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

// A step is what a task of steps does before it returns 1.
type step func(f *skua.Frame[step, int])

var steps = skua.NewFunc(func(f *skua.Frame[step, int], do step) int {
	do(f)
	return 1
})

// throughs are the ways by which control passes from a task to others of
// another type, on the same worker.
var throughs = map[string]func(t *testing.T, p skua.Place, enter func(p skua.Place)){
	"On": func(_ *testing.T, p skua.Place, enter func(p skua.Place)) {
		skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { enter(f); return 0 }).On(p, 0)
	},
	"Join": func(_ *testing.T, p skua.Place, enter func(p skua.Place)) {
		skua.Join(p, func(w *skua.Worker) { enter(w) }, nothing)
	},
	"Scope": func(_ *testing.T, p skua.Place, enter func(p skua.Place)) {
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error { enter(w); return nil })
		s.Wait()
	},
	"Try": func(t *testing.T, p skua.Place, enter func(p skua.Place)) {
		if err := skua.Try(p, func() { enter(p) }); err != nil {
			t.Error(err)
		}
	},
	"Try, panic": func(t *testing.T, p skua.Place, enter func(p skua.Place)) {
		if err := skua.Try(p, func() { enter(p); panic("x") }); err == nil {
			t.Error("Try returned nil after a panic")
		}
	},
	"recovered": func(_ *testing.T, p skua.Place, enter func(p skua.Place)) {
		recovered(func() {
			skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { enter(f); panic("x") }).On(p, 0)
		})
		recovered(func() { skua.Join(p, func(*skua.Worker) { panic("x") }, nothing) })
	},
}

// TestPlace_reentry enters task types again from below forks of the same types
// that thieves run. Those end only after that, so what enters must leave the
// frames alone that are pending, and the frames must be usable after it.
func TestPlace_reentry(t *testing.T) {
	for name, through := range throughs {
		t.Run(name, func(t *testing.T) {
			defer within(t, time.Minute)()
			pool := newPool(t, 3, skua.Policy{Keep: "always"})
			use := func(p skua.Place) { // forks on every type that is pending
				steps.On(p, func(f *skua.Frame[step, int]) {
					for range 3 {
						if a, b := f.Both(func(*skua.Frame[step, int]) {}, func(*skua.Frame[step, int]) {}); a+b != 2 {
							t.Errorf("Both returned %d and %d, want 1 and 1", a, b)
						}
					}
				})
				skua.Join(p, nothing, nothing)
			}
			for range 20 {
				release := make(chan struct{})
				ran := [2]int{}
				steps.On(pool, func(f *skua.Frame[step, int]) {
					typed, closure := make(chan struct{}), make(chan struct{})
					g := f.Fork(func(*skua.Frame[step, int]) {
						ran[0]++
						close(typed)
						<-release
					})
					meet(g, typed)
					skua.Join(g, func(w *skua.Worker) {
						meet(w, closure)
						through(t, w, use)
						through(t, w, func(p skua.Place) { through(t, p, use) })
						skua.Join(w, nothing, nothing)
						use(w)
						close(release)
					}, func(*skua.Worker) {
						ran[1]++
						close(closure)
						<-release
					})
					use(g)
					if r, done := f.Join(); !done || r != 1 {
						t.Errorf("the join of a stolen fork returned %d, %v, want 1, true", r, done)
					}
					use(f)
				})
				if ran != [2]int{1, 1} {
					t.Fatalf("the stolen tasks ran %v times, want once each", ran)
				}
			}
			wantFull(t, pool)
		})
	}
}
