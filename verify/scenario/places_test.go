//go:build explore

package scenario

import (
	"context"
	"errors"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/explore"
	"github.com/skua-go/skua/internal/explore/budget"
	"github.com/skua-go/skua/internal/park"
)

// TestExploreNumberSteps: in a pool of one there are callers, and as many residents beside them in a task as
// a step then makes too many. When these tasks have ended, no more run than there are callers.
func TestExploreNumberSteps(t *testing.T) {
	type step struct {
		callers, residents int
		call               func(k int, w *crew.Worker, over *park.Parker) // in a caller, number k, until over has a permit
		begin              func(p *skua.Pool)                             // before the residents' tasks
		end                func(p *skua.Pool, over []*park.Parker)        // after their begin
	}
	stay := func(int, *crew.Worker, *park.Parker) {}
	none := func(*skua.Pool) {}
	for name, st := range map[string]step{
		"Blocking": {3, 2, func(k int, w *crew.Worker, over *park.Parker) {
			if k > 0 {
				w.Block(over.Park)
			}
		}, none, func(_ *skua.Pool, over []*park.Parker) { unpark(over[1:]) }},
		"Resize": {3, 2, stay, func(p *skua.Pool) { p.Sched().Fix(5) },
			func(p *skua.Pool, _ []*park.Parker) { p.Sched().Fix(1) }},
		"Resize twice": {3, 2, stay, func(p *skua.Pool) { p.Sched().Fix(5) },
			func(p *skua.Pool, _ []*park.Parker) { p.Sched().Fix(4); p.Sched().Fix(2) }},
	} {
		t.Run(name, func(t *testing.T) {
			budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				var crowd crowd
				var after since
				came, over, back, leave := parkers(st.callers), parkers(st.callers), parkers(st.callers), parkers(st.callers)
				left := callers(x, st.callers, func(k int) {
					p.Guest(func(w *crew.Worker) {
						came[k].Unpark()
						st.call(k, w, over[k])
						crowd.enter()
						back[k].Unpark()
						leave[k].Park()
						crowd.leave()
					})
				})
				parkAll(came)
				st.begin(p)
				s := skua.NewScope(context.Background(), p)
				gates := occupy(s, st.residents)
				st.end(p, over)
				parkAll(back)
				after.happened.Store(true)
				wait := crowd.tasks(s, &sc, 4, after.again)
				unpark(gates)
				unpark(leave)
				left()
				wait()
				return func() error { return errors.Join(crowd.check(p, int64(st.callers)), sc.check(4)) }
			}), budget.Wide)
		})
	}
}

// TestExploreNumberWaiters: two callers wait for a scope, and another task than its last runs in the place of
// one of them. They are woken together. When that task has ended no other runs beside the two.
func TestExploreNumberWaiters(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		var crowd crowd
		var after since
		s, other := skua.NewScope(context.Background(), p), skua.NewScope(context.Background(), p)
		last := occupy(s, 1)
		back, leave := parkers(2), parkers(2)
		left := callers(x, 2, func(k int) {
			p.Guest(func(*crew.Worker) {
				s.Wait()
				crowd.enter()
				back[k].Unpark()
				leave[k].Park()
				crowd.leave()
			})
		})
		gates := occupy(other, 1)
		unpark(last)
		parkAll(back)
		after.happened.Store(true)
		wait := crowd.tasks(other, &sc, 3, after.again)
		unpark(gates)
		unpark(leave)
		left()
		wait()
		return func() error { return errors.Join(crowd.check(p, 2), sc.check(3)) }
	}), budget.Wide)
}

func parkers(n int) []*park.Parker {
	all := make([]*park.Parker, n)
	for k := range all {
		all[k] = park.New()
	}
	return all
}

func parkAll(all []*park.Parker) {
	for _, p := range all {
		p.Park()
	}
}
