package pool

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/par"
)

// contextual are calls with a context, which may wait in line.
var contextual = map[string]func(ctx context.Context, p *skua.Pool) error{
	"Pool.Run": func(ctx context.Context, p *skua.Pool) error {
		return p.Run(ctx, func(*skua.Worker) error { return nil })
	},
	"ForErr": func(ctx context.Context, p *skua.Pool) error {
		return par.ForErr(ctx, 10, func(context.Context, int) error { return nil }, par.On(p))
	},
	"ForRangeErr": func(ctx context.Context, p *skua.Pool) error {
		return par.ForRangeErr(ctx, 0, 10, func(context.Context, int, int) error { return nil }, par.On(p))
	},
	"MapErr": func(ctx context.Context, p *skua.Pool) error {
		_, err := par.MapErr(ctx, []int{1, 2}, func(_ context.Context, v int) (int, error) { return v, nil }, par.On(p))
		return err
	},
	"MapReduceErr": func(ctx context.Context, p *skua.Pool) error {
		one := func(context.Context, int) (int, error) { return 1, nil }
		_, err := par.MapReduceErr(ctx, []int{1, 2}, 0, one, func(a, b int) int { return a + b }, par.On(p))
		return err
	},
	"ForSeqErr": func(ctx context.Context, p *skua.Pool) error {
		return par.ForSeqErr(ctx, slices.Values(make([]int, 1000)), spin, par.On(p))
	},
	"MapSeqErr": func(ctx context.Context, p *skua.Pool) (last error) {
		f := func(ctx context.Context, v int) (int, error) { return v, spin(ctx, v) }
		for _, last = range par.MapSeqErr(ctx, slices.Values(make([]int, 1000)), f, par.On(p)) {
		}
		return last
	},
	"ForSeq2Err": func(ctx context.Context, p *skua.Pool) error {
		return par.ForSeq2Err(ctx, zeros, spin, par.On(p))
	},
	"MapSeq2Err": func(ctx context.Context, p *skua.Pool) (last error) {
		f := func(ctx context.Context, v int) (int, error) { return v, spin(ctx, v) }
		for _, last = range par.MapSeq2Err(ctx, zeros, f, par.On(p)) {
		}
		return last
	},
	"WalkFS": func(ctx context.Context, p *skua.Pool) error {
		files := fstest.MapFS{"a/b": {}, "c": {}}
		return par.WalkFS(ctx, files, ".", func(string, fs.DirEntry, error) error { return nil }, par.On(p))
	},
	"par.Scope.Wait": func(ctx context.Context, p *skua.Pool) error {
		s := par.NewScope[int](ctx, par.On(p))
		for range 100 {
			s.Go(func(context.Context) (int, error) { return 1, nil })
		}
		got, err := s.Wait()
		if err == nil && len(got) != 100 {
			err = errors.New("results are missing")
		}
		return err
	},
	"Scope.Wait": func(ctx context.Context, p *skua.Pool) error {
		s := skua.NewScope(ctx, p)
		for range 100 {
			s.Go(func(*skua.Worker) error { return nil })
		}
		return s.Wait()
	},
	"Scope.Wait, two": func(ctx context.Context, p *skua.Pool) error {
		s := skua.NewScope(ctx, p)
		s.SetLimit(2)
		for range 100 {
			s.Go(func(*skua.Worker) error { return nil })
		}
		var other sync.WaitGroup
		var two error
		other.Go(func() { two = s.Wait() })
		one := s.Wait()
		other.Wait()
		return errors.Join(one, two)
	},
}

// zeros yields a thousand values, and no error.
func zeros(yield func(int, error) bool) {
	for range 1000 {
		if !yield(0, nil) {
			return
		}
	}
}

// spin takes so long that the caller of a function over sequences wants others to take part.
func spin(context.Context, int) error {
	for began := time.Now(); time.Since(began) < 50*time.Microsecond; {
	}
	return nil
}

// occupy makes a call to the pool, which runs tasks until leave is called: a pool in which nothing
// moves would get another worker.
func occupy(pool *skua.Pool) (leave func()) {
	came := make(chan int)
	var over atomic.Bool
	var call sync.WaitGroup
	call.Go(func() {
		pool.Run(context.Background(), func(w *skua.Worker) error {
			close(came)
			s := skua.NewScope(context.Background(), w)
			for !over.Load() {
				s.Go(func(*skua.Worker) error { return spin(context.Background(), 0) })
				s.Wait()
			}
			return nil
		})
	})
	<-came
	return func() {
		over.Store(true)
		call.Wait()
	}
}

// TestLine_contextRuns: a par.Scope of which a task runs when the context ends leaves the line when
// that task has ended, and the others do not begin.
func TestLine_contextRuns(t *testing.T) {
	kit.Stealing(t) // branches are not taken back
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1, skua.WithGuests(1))
	why := errors.New("the client is gone")
	ctx, cancel := context.WithCancelCause(context.Background())
	s := par.NewScope[int](ctx, par.On(pool))
	begun, release, ran := make(chan int), make(chan int), false
	s.Go(func(context.Context) (int, error) {
		close(begun)
		skua.Blocking(pool, func() { <-release }) // its worker is free meanwhile
		return 1, nil
	})
	<-begun
	leave := occupy(pool)
	s.Go(func(context.Context) (int, error) { ran = true; return 2, nil })
	done := make(chan error, 1)
	go func() { _, err := s.Wait(); done <- err }()
	expect.Eventually(t, "Wait stands in line", func() bool { return pool.Stats().Waiting > 0 })
	cancel(why)
	close(release)
	if err := <-done; !errors.Is(err, why) || ran {
		t.Errorf("error %v, want the context's cause; the second task ran: %v", err, ran)
	}
	leave()
	kit.WantFull(t, pool)
}

// TestLine_context: the end of its context takes a call out of the line. The only worker is in a call for all
// the time, so nothing of the other call has run.
func TestLine_context(t *testing.T) {
	for name, call := range contextual {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "Seq") || strings.HasPrefix(name, "par") {
				kit.Stealing(t) // branches are not taken back
			}
			defer expect.Within(t, time.Minute)()
			pool := kit.NewPool(t, 1, skua.WithGuests(1))
			leave := occupy(pool)
			why := errors.New("the client is gone")
			ctx, cancel := context.WithCancelCause(context.Background())
			done := make(chan error, 1)
			go func() { done <- call(ctx, pool) }()
			expect.Eventually(t, "the call waits in line", func() bool { return pool.Stats().Waiting > 0 })
			cancel(why)
			if err := <-done; !errors.Is(err, why) {
				t.Errorf("error %v, want the context's cause", err)
			}
			leave()
			if err := call(context.Background(), pool); err != nil {
				t.Errorf("and then: error %v", err)
			}
			kit.WantFull(t, pool)
		})
	}
}
