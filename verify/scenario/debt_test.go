//go:build explore

package scenario

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// TestExploreDebt: a pool of one, in which so many callers wait outside of Blocking, and one more
// waits in Blocking for a task that waits in Blocking for another. Both need its place. When the
// callers have left, what is still waited for in Blocking runs one at a time.
func TestExploreDebt(t *testing.T) {
	for debts := range 4 {
		t.Run(fmt.Sprint(debts), func(t *testing.T) {
			budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
				var sc, late scoped
				var crowd crowd
				var back since
				came, leave := make([]*park.Parker, debts), make([]*park.Parker, debts)
				for k := range debts {
					came[k], leave[k] = park.New(), park.New()
				}
				left := callers(x, debts, func(k int) {
					p.Guest(func(*crew.Worker) {
						came[k].Unpark()
						leave[k].Park()
					})
				})
				for _, c := range came {
					c.Park()
				}
				s := skua.NewScope(context.Background(), p)
				p.Guest(func(w *crew.Worker) {
					first, second := park.New(), park.New()
					s.Go(func(w *skua.Worker) error {
						skua.Blocking(w, second.Park)
						first.Unpark()
						return sc.task(0, nil)(w)
					})
					s.Go(func(w *skua.Worker) error {
						second.Unpark()
						return sc.task(1, nil)(w)
					})
					w.Block(func() {
						first.Park()
						for _, l := range leave {
							l.Unpark()
						}
						left()
						back.happened.Store(true)
						crowd.tasks(skua.NewScope(context.Background(), p), &late, 4, back.again)()
					})
				})
				err := s.Wait()
				return func() error { return errors.Join(err, crowd.check(p, 1), sc.check(2), late.check(4)) }
			}), budget.Wide)
		})
	}
}
