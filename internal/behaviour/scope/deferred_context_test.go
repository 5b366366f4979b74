package scope

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// lateContext is a context that has ended before those that derive from it: between
// end and tell it is as one whose cancel function is at work on another goroutine.
type lateContext struct {
	context.Context
	done chan struct{}

	mu   sync.Mutex
	told []func()
}

func newLateContext() *lateContext {
	return &lateContext{Context: context.Background(), done: make(chan struct{})}
}

func (c *lateContext) Done() <-chan struct{} { return c.done }

func (c *lateContext) Err() error {
	select {
	case <-c.done:
		return context.Canceled
	default:
		return nil
	}
}

// AfterFunc is where package context asks to be told.
func (c *lateContext) AfterFunc(f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = append(c.told, f)
	return func() bool { return true }
}

func (c *lateContext) end() { close(c.done) }

func (c *lateContext) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range c.told {
		f()
	}
}

// TestScope_parentEndedFirst: a task that does not start since the context of NewScope
// has ended makes Wait say so, also if the scope's own context has not ended yet.
func TestScope_parentEndedFirst(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	skua.Join(pool, func(w *skua.Worker) {
		ctx := newLateContext()
		defer ctx.tell()
		s := skua.NewScope(ctx, w)
		s.Context()
		ctx.end()
		ran := false
		s.Go(func(*skua.Worker) error { ran = true; return nil })
		if err := s.Wait(); !ran && !errors.Is(err, context.Canceled) {
			t.Errorf("Wait returns %v although a task has not run, want %v", err, context.Canceled)
		}
	}, kit.Nothing)
}

// TestFuncErr_parentEndedFirst: On returns the cause if its context has ended before the
// body returned, also if the run's own context has not ended yet.
func TestFuncErr_parentEndedFirst(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	ctx := newLateContext()
	defer ctx.tell()
	fn := skua.NewFuncErr(func(*skua.Frame[int, int], int) (int, error) {
		ctx.end()
		return 7, nil
	})
	if got, err := fn.On(ctx, pool, 0); got != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("On returns %d, %v, want 0, %v", got, err, context.Canceled)
	}
}
