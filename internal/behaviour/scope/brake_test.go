package scope

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestScope_room spawns no task before it has room: not more than the limit have been spawned and have
// not ended, wherever the scope was made.
func TestScope_room(t *testing.T) {
	for _, limit := range []int{1, 3} {
		eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
			s.SetLimit(limit)
			var open, most, ran atomic.Int32
			for range 50 {
				s.AwaitRoom()
				if s.Full() {
					t.Error("full after AwaitRoom")
				}
				most.Store(max(most.Load(), open.Add(1)))
				spawn(func(*skua.Worker) error { ran.Add(1); open.Add(-1); return nil })
			}
			// A task has ended for itself before the scope knows.
			if err := s.Wait(); err != nil || ran.Load() != 50 || int(most.Load()) > limit {
				t.Errorf("Wait returned %v after %d of 50 tasks, %d at a time, want at most %d", err, ran.Load(), most.Load(), limit)
			}
		})
	}
}

// TestScope_try refuses a task while as many as the limit allows have not ended, and takes one
// again when one of them has.
func TestScope_try(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 3)
	s := skua.NewScope(context.Background(), pool)
	nothing := func(*skua.Worker) error { return nil }
	for range 10 {
		if !s.TryGo(nothing) {
			t.Error("refused without a limit")
		}
	}
	s.AwaitRoom()
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
	s.SetLimit(2)
	leave := make(chan int)
	task := func(*skua.Worker) error { <-leave; return nil }
	for range 2 {
		if !s.TryGo(task) {
			t.Error("refused below the limit")
		}
	}
	if !s.Full() || s.TryGo(task) {
		t.Error("took a task beyond the limit")
	}
	leave <- 0
	s.AwaitRoom()
	if !s.TryGo(task) {
		t.Error("refused although a task has ended")
	}
	close(leave)
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
}

// TestScope_roomInside: on a pool of one worker, in a task, another worker takes the place of one that
// waits for room; and a task of the scope itself is told.
func TestScope_roomInside(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	err := kit.PanicError(t, func() {
		pool.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			s.SetLimit(1)
			for range 100 {
				s.AwaitRoom()
				w.Go(s, func(*skua.Worker) error { return nil })
			}
			s.AwaitRoom()
			s.Go(func(*skua.Worker) error { s.AwaitRoom(); return nil })
			return s.Wait()
		})
	})
	if !strings.HasPrefix(fmt.Sprint(err.Value), "skua: Scope.AwaitRoom in a task of the scope would wait for that task") {
		t.Error("got", err)
	}
}

// TestScope_roomEnded: who waits for room comes out when the scope's context ends, whatever its
// tasks do.
func TestScope_roomEnded(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	ctx, cancel := context.WithCancel(context.Background())
	s := skua.NewScope(ctx, kit.NewPool(t, 2))
	s.SetLimit(1)
	waited := make(chan int)
	s.Go(func(*skua.Worker) error { cancel(); <-waited; return nil })
	s.AwaitRoom()
	close(waited)
	_ = s.Wait()
}

// TestScope_roomFailed: when the scope fails the tasks that run end, and nobody waits for room any more.
func TestScope_roomFailed(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	s := skua.NewScope(context.Background(), pool)
	s.SetLimit(2)
	s.Go(func(*skua.Worker) error { <-s.Context().Done(); return nil })
	s.Go(func(*skua.Worker) error { return kit.ErrCause })
	for range 100 {
		s.AwaitRoom()
		s.Go(func(*skua.Worker) error { t.Error("a task began after the failure"); return nil })
	}
	if err := s.Wait(); err != kit.ErrCause {
		t.Error("got", err)
	}
}

// TestScope_lateLimit wants a panic while tasks have not ended, and none between two rounds.
func TestScope_lateLimit(t *testing.T) {
	eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		leave := make(chan int)
		spawn(func(w *skua.Worker) error { skua.Blocking(w, func() { <-leave }); return nil })
		if v := fmt.Sprint(expect.Recovered(func() { s.SetLimit(1) })); !strings.HasPrefix(v, "skua: Scope.SetLimit") {
			t.Error("while a task runs:", v)
		}
		close(leave)
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		s.SetLimit(1)
	})
}
