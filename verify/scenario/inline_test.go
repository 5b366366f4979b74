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
	"github.com/skua-go/skua/internal/sched"
)

// TestExploreRoundInLine: one stands in line to wait for the first round of a scope, and
// the only seat is taken. The other begins the next round as soon as the first is over.
// The next ends only after the one in line has its result.
func TestExploreRoundInLine(t *testing.T) {
	budget.Check(t, limited(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		first, second := errors.New("first"), errors.New("second")
		seated, rise, came, left := park.New(), park.New(), park.New(), park.New()
		join := callers(x, 1, func(int) {
			p.Guest(func(w *crew.Worker) {
				seated.Unpark()
				w.Block(rise.Park)
			})
		})
		seated.Park()
		s := skua.NewScope(context.Background(), p)
		var got error
		s.Go(sc.task(0, first))
		x.Go(func() {
			r := s.Sched()
			came.Unpark()
			if w := sched.EnterFor(r); w != nil {
				r.Wait(w)
				sched.Depart(w, nil)
			}
			_, got, _ = r.Take()
			left.Unpark()
		})
		came.Park()
		one := s.Wait()
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, left.Park)
			return sc.task(1, second)(w)
		})
		two := s.Wait()
		rise.Unpark()
		join()
		return func() error {
			if one != first || two != second || got != first {
				return fmt.Errorf("the rounds ended with %v and %v, and who waited for the first got %v", one, two, got)
			}
			return sc.check(2)
		}
	}), budget.Wide)
}
