package fork

import (
	"context"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
)

// throughs are the ways by which control passes from a task to others of
// another type, on the same worker.
var throughs = map[string]func(t *testing.T, p skua.Place, enter func(p skua.Place)){
	"On": func(_ *testing.T, p skua.Place, enter func(p skua.Place)) {
		skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { enter(f); return 0 }).On(p, 0)
	},
	"Join": func(_ *testing.T, p skua.Place, enter func(p skua.Place)) {
		skua.Join(p, func(w *skua.Worker) { enter(w) }, kit.Nothing)
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
		expect.Recovered(func() {
			skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { enter(f); panic("x") }).On(p, 0)
		})
		expect.Recovered(func() { skua.Join(p, func(*skua.Worker) { panic("x") }, kit.Nothing) })
	},
}

// TestPlace_reentry enters task types again from below forks of the same types
// that thieves run. Those end only after that, so what enters must leave the
// frames alone that are pending, and the frames must be usable after it.
func TestPlace_reentry(t *testing.T) {
	kit.Stealing(t)
	for name, through := range throughs {
		t.Run(name, func(t *testing.T) {
			defer expect.Within(t, time.Minute)()
			pool := kit.NewPoolWith(t, crew.Config{Workers: 3, Expose: policy.ExposeHalf, Keep: policy.KeepAlways})
			use := func(p skua.Place) { // forks on every type that is pending
				kit.Steps.On(p, func(f *skua.Frame[kit.Step, int]) {
					for range 3 {
						if a, b := f.Both(func(*skua.Frame[kit.Step, int]) {}, func(*skua.Frame[kit.Step, int]) {}); a+b != 2 {
							t.Errorf("Both returned %d and %d, want 1 and 1", a, b)
						}
					}
				})
				skua.Join(p, kit.Nothing, kit.Nothing)
			}
			for range 20 {
				release := make(chan struct{})
				ran := [2]int{}
				kit.Steps.On(pool, func(f *skua.Frame[kit.Step, int]) {
					typed, closure := make(chan struct{}), make(chan struct{})
					g := f.Fork(func(*skua.Frame[kit.Step, int]) {
						ran[0]++
						close(typed)
						<-release
					})
					kit.Meet(g, typed)
					skua.Join(g, func(w *skua.Worker) {
						kit.Meet(w, closure)
						through(t, w, use)
						through(t, w, func(p skua.Place) { through(t, p, use) })
						skua.Join(w, kit.Nothing, kit.Nothing)
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
			kit.WantFull(t, pool)
		})
	}
}
