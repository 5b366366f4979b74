package strand_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/strand"
)

// TestScope_million: tasks run in any order, and their views come out in the order of their spawns,
// a million numbers in all, or by day a fifth of it.
func TestScope_million(t *testing.T) {
	onPools(t, func(t *testing.T, p *skua.Pool) {
		n, each := expect.Size(200_000, 200_000, 1_000_000), 100
		r := strand.NewAppender[int]()
		err := p.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			for lo := 0; lo < n; lo += each {
				w.Go(s, func(*skua.Worker) error {
					v := r.View()
					for i := range each {
						*v = append(*v, lo+i)
					}
					return nil
				})
			}
			return s.Wait()
		})
		if err != nil {
			t.Error(err)
		}
		wantCount(t, r.Value(), n)
	})
}

// tree spawns the tasks of a tree into their own scope, and appends before, between and after.
func tree(s *skua.Scope, r *strand.Reducer[[]int], next func() int, deep int) func(*skua.Worker) error {
	id := next()
	var kids []func(*skua.Worker) error
	if deep > 0 {
		for range 3 {
			kids = append(kids, tree(s, r, next, deep-1))
		}
	}
	return func(w *skua.Worker) error {
		add(r, id)
		for k, kid := range kids {
			if k%2 == 0 {
				s.Go(kid)
			} else {
				w.Go(s, kid)
			}
			spin(k)
		}
		return nil
	}
}

// TestScope_stress: what tasks spawn into their own scope comes after them, and before the next one;
// from outside, with one spawner, in the same order.
func TestScope_stress(t *testing.T) {
	p, err := skua.New(skua.WithWorkers(64))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	run := func(place skua.Place, limit int) int {
		r := strand.NewAppender[int]()
		n := 0
		next := func() int { n++; return n - 1 }
		add(r, next())
		s := skua.NewScope(context.Background(), place)
		s.SetLimit(limit)
		for round := range 2 {
			for range 4 {
				s.Go(tree(s, r, next, 3))
			}
			if err := s.Wait(); err != nil {
				t.Error(err)
			}
			if round == 0 {
				add(r, next())
			}
		}
		add(r, next())
		if place == skua.Place(p) {
			wantCount(t, r.Value(), n)
		} else {
			wantCount(t, *r.View(), n)
		}
		return n
	}
	untilStolen(t, p, func() {
		for _, limit := range []int{0, 3} {
			run(p, limit)
			p.Run(context.Background(), func(w *skua.Worker) error {
				run(w, limit)
				return nil
			})
		}
	})
}

// TestScope_ends: tasks that fail or panic leave what they have written; a scope that is not waited for
// leaves nothing.
func TestScope_ends(t *testing.T) {
	p := two(t)
	r := strand.NewAppender[int]()
	p.Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), w)
		s.Go(func(*skua.Worker) error { add(r, 0); return errors.New("planned") })
		if s.Wait() == nil {
			t.Error("the error is lost")
		}
		s = skua.NewScope(context.Background(), w)
		s.Go(func(*skua.Worker) error { add(r, 1); panic("planned") })
		if skua.Try(w, func() { s.Wait() }) == nil {
			t.Error("the panic is lost")
		}
		s = skua.NewScope(context.Background(), w)
		begun := make(chan struct{})
		s.Go(func(*skua.Worker) error { add(r, 100); close(begun); return nil })
		skua.Blocking(w, func() { <-begun })
		return nil
	})
	wantCount(t, r.Value(), 2)
}

// TestScope_waiters: several callers wait for one scope, and each finds all of it when its Wait has returned.
func TestScope_waiters(t *testing.T) {
	p := two(t)
	for range 200 {
		r := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
		s := skua.NewScope(context.Background(), p)
		for range 20 {
			s.Go(func(*skua.Worker) error { *r.View()++; return nil })
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				s.Wait()
				if v := r.Value(); v != 20 {
					t.Errorf("the value is %d after Wait, want 20", v)
				}
			})
		}
		wg.Wait()
	}
}

// TestScope_older: tasks of a scope that is older than the reducer lose nothing.
func TestScope_older(t *testing.T) {
	p := two(t)
	s := skua.NewScope(context.Background(), p)
	r := strand.NewReducer(func() int { return 0 }, func(left, right int) int { return left + right })
	for range 100 {
		s.Go(func(*skua.Worker) error { *r.View()++; return nil })
	}
	s.Wait()
	if r.Value() != 100 {
		t.Errorf("the value is %d, want 100", r.Value())
	}
}

// TestScope_many: what many goroutines spawn at a time comes out once each, and one goroutine's in its order.
func TestScope_many(t *testing.T) {
	p := two(t)
	r := strand.NewAppender[int]()
	s := skua.NewScope(context.Background(), p)
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 100 {
				s.Go(func(*skua.Worker) error { add(r, 1000*g+i); return nil })
			}
		})
	}
	wg.Wait()
	s.Wait()
	var next [4]int
	for _, v := range r.Value() {
		if g := v / 1000; next[g] != v%1000 {
			t.Fatalf("goroutine %d: task %d comes where %d should", g, v%1000, next[g])
		}
		next[v/1000]++
	}
	if next != [4]int{100, 100, 100, 100} {
		t.Errorf("%v tasks of each goroutine, want 100", next)
	}
}
