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
)

// give spawns tasks lo to hi-1 into s, on the queue of the worker that runs here: from the third
// on some are counted ahead.
func (sc *scoped) give(w *skua.Worker, s *skua.Scope, lo, hi int) {
	for n := lo; n < hi; n++ {
		w.Go(s, sc.task(n, nil))
	}
}

// TestExploreAhead: goroutines count tasks ahead of their spawns, and what they do not spawn off the
// count again: no scope ends too early, and none too late.
func TestExploreAhead(t *testing.T) {
	for name, body := range map[string]func(w *skua.Worker, sc *scoped) (tasks int, err error){
		"maker": func(w *skua.Worker, sc *scoped) (int, error) {
			s := skua.NewScope(context.Background(), w)
			sc.give(w, s, 0, 3)
			err := s.Wait()
			sc.over = true
			return 3, err
		},
		"task": func(w *skua.Worker, sc *scoped) (int, error) {
			s := skua.NewScope(context.Background(), w)
			s.Go(func(w *skua.Worker) error {
				sc.give(w, s, 0, 3)
				return nil
			})
			err := s.Wait()
			sc.over = true
			return 3, err
		},
		"another scope": func(w *skua.Worker, sc *scoped) (int, error) {
			s := skua.NewScope(context.Background(), w)
			s.Go(func(w *skua.Worker) error {
				sc.give(w, s, 3, 5)
				in := skua.NewScope(context.Background(), w)
				inner := new(scoped)
				inner.give(w, in, 0, 1)
				err := in.Wait()
				inner.over = true
				sc.ran[0], sc.late = inner.ran[0], inner.late
				sc.ran[1], sc.ran[2] = 1, 1
				return err
			})
			return 5, s.Wait()
		},
		"another worker": func(w *skua.Worker, sc *scoped) (int, error) {
			s := skua.NewScope(context.Background(), w)
			w.Go(s, func(w *skua.Worker) error {
				in := skua.NewScope(context.Background(), w)
				w.Go(in, func(w *skua.Worker) error {
					sc.give(w, s, 0, 2)
					return nil
				})
				return in.Wait()
			})
			return 2, s.Wait()
		},
		"rounds": func(w *skua.Worker, sc *scoped) (int, error) {
			s := skua.NewScope(context.Background(), w)
			sc.give(w, s, 0, 3)
			err := s.Wait()
			sc.give(w, s, 3, 4)
			return 4, errors.Join(err, s.Wait())
		},
		"not waited for": func(w *skua.Worker, sc *scoped) (int, error) {
			s := skua.NewScope(context.Background(), w)
			for range 3 {
				w.Go(s, func(*skua.Worker) error { return nil })
			}
			return 0, nil
		},
		"after its task": func(w *skua.Worker, sc *scoped) (int, error) {
			outer := skua.NewScope(context.Background(), w)
			var s *skua.Scope
			outer.SetLimit(1)
			outer.Go(func(w *skua.Worker) error {
				s = skua.NewScope(context.Background(), w)
				return nil
			})
			outer.Go(func(w *skua.Worker) error {
				for range 3 {
					w.Go(s, func(*skua.Worker) error { return nil })
				}
				return nil
			})
			return 0, outer.Wait()
		},
	} {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				budget.Check(t, pooled(workers, func(x *explore.X, p *skua.Pool) func() error {
					var sc scoped
					tasks := 0
					err := p.Run(context.Background(), func(w *skua.Worker) (err error) {
						tasks, err = body(w, &sc)
						return err
					})
					return func() error { return errors.Join(err, sc.check(tasks)) }
				}), budget.Wide)
			})
		}
	}
}
