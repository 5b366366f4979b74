package scope

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/sched"
)

// rounds uses s again and again: a round that fails, one that does not, one that panics.
func rounds(t *testing.T, s *skua.Scope) {
	t.Helper()
	for round := range 6 {
		var ran atomic.Int32
		var ctx context.Context
		err := fmt.Errorf("round %d", round)
		if round%3 != 0 {
			err = nil
		}
		s.Go(func(*skua.Worker) error {
			ctx = s.Context()
			if ctx.Err() != nil {
				t.Errorf("round %d: the context has ended before the round: %v", round, context.Cause(ctx))
			}
			ran.Add(1)
			if round%3 == 2 {
				panic(round)
			}
			return err
		})
		var got error
		v := expect.Recovered(func() { got = s.Wait() })
		e, panicked := v.(*skua.PanicError)
		if got != err || ran.Load() != 1 || panicked != (round%3 == 2) || panicked && e.Value != round {
			t.Fatalf("round %d: %v and panic %v after %d tasks, want %v and one task", round, got, v, ran.Load(), err)
		}
		if ctx.Err() == nil || s.Context() != ctx {
			t.Fatalf("round %d: its context goes on after Wait", round)
		}
		if round%3 != 2 {
			if again := s.Wait(); again != err {
				t.Fatalf("round %d: %v from a second Wait, want %v", round, again, err)
			}
		}
	}
}

// TestScopeRounds uses scopes again after Wait, wherever they were made.
func TestScopeRounds(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	rounds(t, skua.NewScope(context.Background(), pool))
	kit.Inside(pool, func(w *skua.Worker) {
		rounds(t, skua.NewScope(context.Background(), w))
		kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) { rounds(t, skua.NewScope(context.Background(), w)) })
	})
	limited := skua.NewScope(context.Background(), pool)
	limited.SetLimit(1)
	rounds(t, limited)
	kit.WantFull(t, pool)
}

// TestScopeRounds_cancel ends the parent between and during rounds.
func TestScopeRounds_cancel(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	cause := errors.New("enough")
	for name, during := range map[string]bool{"between": false, "during": true} {
		parent, cancel := context.WithCancelCause(context.Background())
		s := skua.NewScope(parent, pool)
		s.Go(func(*skua.Worker) error { return nil })
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		begun := make(chan struct{})
		if !during {
			cancel(cause)
		}
		ran := false
		s.Go(func(w *skua.Worker) error {
			ran = true
			close(begun)
			for {
				w.Poll() // which unwinds
			}
		})
		if during {
			<-begun
			cancel(cause)
		}
		if err := s.Wait(); err != cause || ran != during {
			t.Errorf("%s: Wait returned %v, the task ran: %v; want %v, %v", name, err, ran, cause, during)
		}
		cancel(nil)
	}
}

// TestScopeRounds_waiters lets many wait for each round, of which one begins the next as
// soon as it has its result, and wants each to get the result of its own.
func TestScopeRounds_waiters(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	s := skua.NewScope(context.Background(), pool)
	var all sync.WaitGroup
	for round := range 300 {
		err := fmt.Errorf("round %d", round)
		release := make(chan struct{})
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() { <-release })
			return err
		})
		const waiters = 4
		entered := make(chan struct{}, waiters)
		for range waiters {
			all.Go(func() {
				entered <- struct{}{}
				// One that comes so late that the next round has begun gets that one's.
				if got := s.Wait(); got == nil || !strings.HasPrefix(got.Error(), "round ") {
					t.Errorf("round %d: a waiter got %v", round, got)
				}
			})
		}
		for range waiters {
			<-entered
		}
		close(release)
		if got := s.Wait(); got != err {
			t.Fatalf("round %d: got %v", round, got)
		}
	}
	all.Wait()
	kit.WantFull(t, pool)
}

// TestScopeRounds_left begins a round of a task's scope that the task does not wait for:
// it is cancelled and waited for at the end of the task, as a first one is.
func TestScopeRounds_left(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 50 {
		var ended atomic.Bool
		var s *skua.Scope
		kit.Inside(pool, func(w *skua.Worker) {
			s = skua.NewScope(context.Background(), w)
			w.Go(s, func(*skua.Worker) error { return nil })
			s.Wait()
			begun := make(chan struct{})
			s.Go(func(w *skua.Worker) error {
				close(begun)
				ctx := s.Context()
				skua.Blocking(w, func() { <-ctx.Done() })
				ended.Store(true)
				return nil
			})
			kit.Meet(w, begun)
		})
		if !ended.Load() {
			t.Fatal("the task had ended before the second round of its scope")
		}
	}
	kit.WantFull(t, pool)
}

// TestScopeRounds_foreign begins a round of a task's scope elsewhere, or after the task:
// nobody would wait for it.
func TestScopeRounds_foreign(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	var s *skua.Scope
	begin := func() any { return expect.Recovered(func() { s.Go(func(*skua.Worker) error { return nil }) }) }
	const want = "skua: a task for a Scope after Wait"
	kit.Inside(pool, func(w *skua.Worker) {
		s = skua.NewScope(context.Background(), w)
		s.Go(func(*skua.Worker) error { return nil })
		s.Wait()
		v := make(chan any)
		go func() { v <- begin() }()
		skua.Blocking(w, func() {
			if v := fmt.Sprint(<-v); !strings.HasPrefix(v, want) {
				t.Errorf("elsewhere: %v, want %q", v, want)
			}
		})
	})
	if v := fmt.Sprint(begin()); !strings.HasPrefix(v, want) {
		t.Errorf("after the task: %v, want %q", v, want)
	}
	kit.Inside(pool, func(*skua.Worker) { // of the same worker
		if v := fmt.Sprint(begin()); !strings.HasPrefix(v, want) {
			t.Errorf("in another call of its goroutine: %v, want %q", v, want)
		}
	})
	inside, over := make(chan struct{}), make(chan struct{})
	go kit.Inside(pool, func(*skua.Worker) { close(inside); <-over })
	<-inside
	if v := fmt.Sprint(begin()); !strings.HasPrefix(v, want) {
		t.Errorf("while its worker serves another: %v, want %q", v, want)
	}
	close(over)
	kit.WantFull(t, pool)
}

// TestScopeRounds_closed begins a round on a closed pool.
func TestScopeRounds_closed(t *testing.T) {
	pool := kit.NewPool(t, 2)
	s := skua.NewScope(context.Background(), pool)
	s.Go(func(*skua.Worker) error { return errors.New("first") })
	s.Wait()
	pool.Close()
	s.Go(func(*skua.Worker) error { return nil })
	if err := s.Wait(); err != skua.ErrClosed {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

// TestScopeRounds_queue: in a task, the first task of each round goes where the others go: on the
// queue of the worker that runs there.
func TestScopeRounds_queue(t *testing.T) {
	kit.Stealing(t)
	pool := kit.NewPool(t, 1)
	kit.Inside(pool, func(w *skua.Worker) {
		s := skua.NewScope(context.Background(), w)
		for round := range 3 {
			s.Go(func(*skua.Worker) error { return nil })
			if sched.Of(pool).Board().Any() {
				t.Errorf("round %d: its first task lies in an inbox", round)
			}
			if err := s.Wait(); err != nil {
				t.Error(err)
			}
		}
	})
}
