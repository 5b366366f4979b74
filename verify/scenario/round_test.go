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
	"github.com/skua-go/skua/internal/sched"
)

// TestExploreRoundWaiter: one waits for the first round of a scope, the other begins the
// next as soon as the first is over. The next ends only after the one that waited for the
// first has its result, which is that of the first.
func TestExploreRoundWaiter(t *testing.T) {
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			budget.Check(t, pooled(workers, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				first, second := errors.New("first"), errors.New("second")
				s := skua.NewScope(context.Background(), p)
				came, left := park.New(), park.New()
				var got error
				s.Go(sc.task(0, first))
				x.Go(func() {
					r := s.Sched()
					came.Unpark()
					w := p.Sched().Enter(s.Job(), nil)
					r.Wait(w)
					sched.Depart(w, nil)
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
				return func() error {
					if one != first || two != second || got != first {
						return fmt.Errorf("the rounds ended with %v and %v, and who waited for the first got %v", one, two, got)
					}
					return sc.check(2)
				}
			}), budget.Wide)
		})
	}
}

// TestExploreRoundSpawner: one spawns while another waits, and then begins a round: each
// task runs, in one round or the next.
func TestExploreRoundSpawner(t *testing.T) {
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			budget.Check(t, pooled(workers, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				s := skua.NewScope(context.Background(), p)
				spawned := park.New()
				x.Go(func() {
					s.Go(sc.task(1, nil))
					spawned.Unpark()
				})
				s.Go(sc.task(0, nil))
				err := s.Wait()
				spawned.Park()
				err = errors.Join(err, s.Wait())
				sc.over = true
				return func() error { return errors.Join(err, sc.check(2)) }
			}), budget.Wide)
		})
	}
}

// TestExploreRoundParked: one spawns as the last task ends, for which another has parked. The waiter is woken
// by the end of that task, or of the one that was spawned.
func TestExploreRoundParked(t *testing.T) {
	budget.Check(t, pooled(2, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		begun, gate, spawned := park.New(), park.New(), park.New()
		s := skua.NewScope(context.Background(), p)
		s.Go(func(w *skua.Worker) error {
			begun.Unpark()
			gate.Park()
			return sc.task(0, nil)(w)
		})
		begun.Park()
		x.Go(func() {
			gate.Unpark()
			s.Go(sc.task(1, nil))
			spawned.Unpark()
		})
		err := s.Wait()
		spawned.Park()
		err = errors.Join(err, s.Wait())
		return func() error { return errors.Join(err, sc.check(2)) }
	}), budget.Wide)
}

// TestExploreRoundBoth: two spawn after a Wait. Both tasks are of the round that one of them begins.
func TestExploreRoundBoth(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		var sc scoped
		s := skua.NewScope(context.Background(), p)
		err := s.Wait()
		join := callers(x, 2, func(k int) { s.Go(sc.task(k, nil)) })
		join()
		err = errors.Join(err, s.Wait())
		sc.over = true
		return func() error { return errors.Join(err, sc.check(2)) }
	}), budget.Wide)
}

// TestExploreRoundEmpty: one waits while another begins a round. It gets the result of a task, in the round
// before or in this one.
func TestExploreRoundEmpty(t *testing.T) {
	for _, workers := range []int{1, 2} {
		t.Run(fmt.Sprintf("workers=%d", workers), func(t *testing.T) {
			budget.Check(t, pooled(workers, func(x *explore.X, p *skua.Pool) func() error {
				var sc scoped
				first, second := errors.New("first"), errors.New("second")
				s := skua.NewScope(context.Background(), p)
				s.Go(sc.task(0, first))
				one := s.Wait()
				left := park.New()
				var got error
				x.Go(func() {
					got = s.Wait()
					left.Unpark()
				})
				s.Go(sc.task(1, second))
				two := s.Wait()
				left.Park()
				return func() error {
					if one != first || two != second || got != first && got != second {
						return fmt.Errorf("the rounds ended with %v and %v, and who waited beside got %v", one, two, got)
					}
					return sc.check(2)
				}
			}), budget.Wide)
		})
	}
}

// TestExploreRoundLimit: SetLimit beside the Go that begins a round: it panics, or the round has the limit.
func TestExploreRoundLimit(t *testing.T) {
	budget.Check(t, pooled(1, func(x *explore.X, p *skua.Pool) func() error {
		s := skua.NewScope(context.Background(), p)
		s.SetLimit(2)
		err := s.Wait()
		spawned, release := park.New(), park.New()
		x.Go(func() {
			s.Go(func(w *skua.Worker) error {
				skua.Blocking(w, release.Park)
				return nil
			})
			spawned.Unpark()
		})
		refused := func() (refused bool) {
			defer func() { refused = recover() != nil }()
			s.SetLimit(1)
			return
		}()
		spawned.Park()
		kept := refused || s.Full()
		release.Unpark()
		err = errors.Join(err, s.Wait())
		return func() error {
			if !kept {
				return errors.Join(err, errors.New("the round has not the limit that was set before it"))
			}
			return err
		}
	}), budget.Wide)
}
