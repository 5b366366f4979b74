package fork

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestPool_forgotten: a pool that the program holds no longer, but for calls that are in it, or
// stand in line for it, is not closed under them.
func TestPool_forgotten(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	collect := func() {
		for range expect.Size(1, 3, 3) {
			runtime.GC()
			runtime.Gosched()
		}
	}
	leaf := skua.NewFunc(func(*skua.Frame[int, int], int) int { collect(); return 1 })
	const unlimited = "Run, and a goroutine of the task"
	for name, call := range map[string]func(p *skua.Pool) error{
		"Run": func(p *skua.Pool) error {
			return p.Run(context.Background(), func(*skua.Worker) error { collect(); return nil })
		},
		unlimited: func(p *skua.Pool) error {
			return p.Run(context.Background(), func(w *skua.Worker) error {
				collect()
				asked := make(chan error)
				go func() { asked <- errorOf(func() { skua.Join(w, kit.Nothing, kit.Nothing) }) }()
				return <-asked
			})
		},
		"Func.On":   func(p *skua.Pool) error { return errorOf(func() { leaf.On(p, 0) }) },
		"OnContext": func(p *skua.Pool) error { _, err := leaf.OnContext(context.Background(), p, 0); return err },
		"Scope": func(p *skua.Pool) error {
			s := skua.NewScope(context.Background(), p)
			for range 3 {
				s.Go(func(*skua.Worker) error { collect(); return nil })
			}
			return s.Wait()
		},
	} {
		var calls sync.WaitGroup
		func() {
			guests := 2
			if name == unlimited { // whose goroutines would stand in line behind their tasks
				guests = 0
			}
			// Not newPool: the test would hold it.
			pool, err := skua.New(skua.WithGuests(guests), skua.WithWorkers(2))
			if err != nil {
				t.Fatal(err)
			}
			for range expect.Size(3, 8, 8) {
				calls.Go(func() {
					if err := call(pool); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				})
			}
		}()
		calls.Wait()
	}
}

// errorOf returns the error that f panics with, or nil.
func errorOf(f func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = v.(error)
		}
	}()
	f()
	return nil
}
