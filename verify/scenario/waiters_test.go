//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// TestExploreScopeWaiters: several wait for one scope, and each of them finds, when
// it returns, all that the tasks did.
func TestExploreScopeWaiters(t *testing.T) {
	for name, spawn := range map[string]func(s *skua.Scope, sc *scoped) (tasks int){
		"one task": func(s *skua.Scope, sc *scoped) int {
			s.Go(sc.task(0, nil))
			return 1
		},
		"spawned late": func(s *skua.Scope, sc *scoped) int {
			s.Go(func(w *skua.Worker) error {
				s.Go(sc.task(1, nil))
				return sc.task(0, nil)(w)
			})
			return 2
		},
		"limit": func(s *skua.Scope, sc *scoped) int {
			s.SetLimit(1)
			s.Go(sc.task(0, nil))
			s.Go(sc.task(1, nil))
			return 2
		},
	} {
		for _, c := range []struct{ waiters, workers int }{{2, 1}, {2, 2}, {3, 1}} {
			t.Run(fmt.Sprintf("%s/waiters=%d/workers=%d", name, c.waiters, c.workers), func(t *testing.T) {
				budget.Check(t, pooled(c.workers, func(x *explore.X, p *skua.Pool) func() error {
					var sc scoped
					errs := make([]error, c.waiters)
					s := skua.NewScope(context.Background(), p)
					n := spawn(s, &sc)
					wait := func(k int) { errs[k] = errors.Join(s.Wait(), sc.check(n)) }
					left := make([]*park.Parker, c.waiters)
					for k := 1; k < c.waiters; k++ {
						left[k] = park.New()
						x.Go(func() {
							wait(k)
							left[k].Unpark()
						})
					}
					wait(0)
					for _, l := range left[1:] {
						l.Park()
					}
					return func() error { return errors.Join(errs...) }
				}), budget.Wide)
			})
		}
	}
}
