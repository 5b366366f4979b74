package pool

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// ways are all sorts of calls at a pool that a limit of guests holds for. Each runs f
// once, on the calling goroutine, and forks and spawns besides.
var ways = map[string]func(pool *skua.Pool, f func()) error{
	"Pool.Run": func(pool *skua.Pool, f func()) error {
		return pool.Run(context.Background(), func(w *skua.Worker) error {
			f()
			skua.Join(w, kit.Nothing, kit.Nothing)
			return nil
		})
	},
	"Func.On": func(pool *skua.Pool, f func()) error {
		skua.NewFunc(func(fr *skua.Frame[int, int], n int) int {
			f()
			return kit.Fib.On(fr, n)
		}).On(pool, 8)
		return nil
	},
	"Join": func(pool *skua.Pool, f func()) error {
		skua.Join(pool, func(*skua.Worker) { f() }, kit.Nothing)
		return nil
	},
	"Loop.Run": func(pool *skua.Pool, f func()) error {
		l := skua.Loop{To: 1, Body: func(p *skua.Part) {
			for p.Next() {
				f()
			}
		}}
		l.Run(pool)
		return nil
	},
}

// seated takes a seat of the pool until the function that it returns is called, which
// waits until the seat is free again.
func seated(t *testing.T, pool *skua.Pool) (leave func()) {
	t.Helper()
	in, out, left := make(chan int), make(chan int), make(chan int)
	go func() {
		defer close(left)
		err := pool.Run(context.Background(), func(w *skua.Worker) error {
			close(in)
			skua.Blocking(w, func() { <-out })
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}()
	<-in
	return func() { close(out); <-left }
}

// wantLine waits until that many stand in line.
func wantLine(t *testing.T, pool *skua.Pool, n int) {
	t.Helper()
	expect.Eventually(t, fmt.Sprintf("%d calls in line", n), func() bool { return pool.Stats().Waiting == n })
}

// wantVacant complains unless every seat is free.
func wantVacant(t *testing.T, pool *skua.Pool) {
	t.Helper()
	if s := pool.Stats(); s.Guests != 0 || s.Waiting != 0 {
		t.Errorf("%d calls inside and %d in line, want none", s.Guests, s.Waiting)
	}
	kit.WantFull(t, pool)
}

// TestGuests_limit: of many callers as many run at a time as the pool lets in, whatever
// they call and however many workers there are.
func TestGuests_limit(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		for _, guests := range []int{1, 2, 3} {
			pool := kit.NewPool(t, workers, skua.WithGuests(guests))
			var c crowd
			var ran atomic.Int32
			var wg sync.WaitGroup
			for range 5 {
				for name, call := range ways {
					wg.Go(func() {
						if err := call(pool, func() { c.in(); ran.Add(1); c.out() }); err != nil {
							t.Errorf("%s: %v", name, err)
						}
					})
				}
			}
			wg.Wait()
			if most := int(c.most.Load()); most > guests {
				t.Errorf("workers %d, guests %d: %d ran at a time", workers, guests, most)
			}
			if n := int(ran.Load()); n != 5*len(ways) {
				t.Errorf("workers %d, guests %d: %d of %d ran", workers, guests, n, 5*len(ways))
			}
			wantVacant(t, pool)
		}
	}
}

// TestGuests_together: as many run at a time as the pool lets in, on one worker too.
func TestGuests_together(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers, skua.WithGuests(3))
		var met, wg sync.WaitGroup
		met.Add(3)
		for range 3 {
			wg.Go(func() { skua.Join(pool, func(*skua.Worker) { met.Done(); met.Wait() }, kit.Nothing) })
		}
		wg.Wait()
		wantVacant(t, pool)
	}
}

// TestGuests_order: the call that came first comes in first.
func TestGuests_order(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2, skua.WithGuests(1))
	leave := seated(t, pool)
	var order []int // written by one guest at a time
	var wg sync.WaitGroup
	for k := range 20 {
		wg.Go(func() { skua.Join(pool, func(*skua.Worker) { order = append(order, k) }, kit.Nothing) })
		wantLine(t, pool, k+1)
	}
	leave()
	wg.Wait()
	for k, who := range order {
		if k != who {
			t.Fatalf("came in in the order %v", order)
		}
	}
	if s := pool.Stats(); len(order) != 20 || s.Waited != 20 || s.GaveUp != 0 {
		t.Errorf("%d came in; %+v", len(order), s)
	}
	wantVacant(t, pool)
}

// TestGuests_context: a call in line leaves it when its context ends, from the
// middle and from both ends, and the others keep their order.
func TestGuests_context(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, gone := range [][]int{{0}, {1}, {2}, {0, 1}, {2, 1}, {0, 2}, {1, 0, 2}} {
		pool := kit.NewPool(t, 2, skua.WithGuests(1))
		leave := seated(t, pool)
		cause := errors.New("the client has gone")
		var order []int
		var errs [3]chan error
		var cancels [3]context.CancelCauseFunc
		for k := range errs {
			var ctx context.Context
			ctx, cancels[k] = context.WithCancelCause(context.Background())
			defer cancels[k](nil)
			errs[k] = make(chan error)
			go func() {
				errs[k] <- pool.Run(ctx, func(*skua.Worker) error { order = append(order, k); return nil })
			}()
			wantLine(t, pool, k+1)
		}
		for _, k := range gone {
			cancels[k](cause)
			if err := <-errs[k]; err != cause {
				t.Errorf("%v: Run in line returned %v, want the cause", gone, err)
			}
		}
		if s := pool.Stats(); s.Waiting != 3-len(gone) || s.GaveUp != uint64(len(gone)) {
			t.Errorf("%v: %d in line and %d gave up", gone, s.Waiting, s.GaveUp)
		}
		leave()
		var want []int
		for k, err := range errs {
			if slices.Contains(gone, k) {
				continue
			}
			want = append(want, k)
			if err := <-err; err != nil {
				t.Errorf("%v: call %d: %v", gone, k, err)
			}
		}
		if !slices.Equal(order, want) {
			t.Errorf("%v had left; then came in %v, want %v", gone, order, want)
		}
		wantVacant(t, pool)
	}
}

// TestGuests_inside: a call from inside neither waits nor counts.
func TestGuests_inside(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers, skua.WithGuests(1))
		all := func(where string) {
			for name, call := range ways {
				ran := false
				if err := call(pool, func() { ran = true }); err != nil || !ran {
					t.Errorf("%s in %s: %v", name, where, err)
				}
			}
			s := skua.NewScope(context.Background(), pool)
			s.Go(func(*skua.Worker) error { return nil })
			if err := s.Wait(); err != nil {
				t.Errorf("Scope.Wait in %s: %v", where, err)
			}
		}
		skua.Join(pool, func(w *skua.Worker) {
			all("a call")
			skua.Blocking(w, func() { all("Blocking") })
			skua.Blocking(w, func() {
				skua.Join(pool, func(w *skua.Worker) {
					all("a call in Blocking")
					skua.Blocking(w, func() { all("Blocking in a call in Blocking") })
				}, kit.Nothing)
			})
			if n := pool.Stats().Guests; n != 1 {
				t.Errorf("%d guests, want the one that is here", n)
			}
			skua.Blocking(w, func() {
				done := make(chan int)
				go func() {
					skua.Join(kit.NewPool(t, 1), func(*skua.Worker) { all("a task of another pool") }, kit.Nothing)
					close(done)
				}()
				<-done
			})
			s := skua.NewScope(context.Background(), w)
			for range 4 {
				w.Go(s, func(*skua.Worker) error { all("a spawned task"); return nil })
			}
			s.Wait()
			if workers > 1 {
				kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { all("a stolen task") })
			}
		}, kit.Nothing)
		if n := pool.Stats().Waited; n != 0 {
			t.Errorf("%d calls from inside waited in line", n)
		}
		wantVacant(t, pool)
	}
}

// TestGuests_scope: a call that waits for a scope from outside is a guest as well. While it
// stands in line other workers run the tasks, and it leaves when they have ended.
func TestGuests_scope(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		pool := kit.NewPool(t, workers, skua.WithGuests(1))
		leave := seated(t, pool)
		s := skua.NewScope(context.Background(), pool)
		begin := make(chan int)
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() { <-begin })
			return errOne
		})
		errs := make(chan error)
		for range 2 {
			go func() { errs <- s.Wait() }()
		}
		wantLine(t, pool, 2)
		close(begin)
		for range 2 {
			if err := <-errs; err != errOne {
				t.Errorf("Wait in line returned %v", err)
			}
		}
		if n := pool.Stats().GaveUp; n != 2 {
			t.Errorf("%d left the line when the scope ended, want 2", n)
		}
		leave()

		s = skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error { kit.WantFib(t, w, 10); return nil })
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		wantVacant(t, pool)
	}
}

var errOne = errors.New("one")

// TestGuests_queue: many callers are inside at a time, and each leaves a task on its queue. More of them
// leave than the pool keeps workers for.
func TestGuests_queue(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	const callers = 60
	pool := kit.NewPool(t, 1)
	s := skua.NewScope(context.Background(), pool)
	var met, left sync.WaitGroup
	var ran atomic.Int64
	met.Add(callers)
	for range callers {
		left.Go(func() {
			kit.Inside(pool, func(w *skua.Worker) {
				met.Done()
				met.Wait()
				w.Go(s, func(*skua.Worker) error { ran.Add(1); return nil })
			})
		})
	}
	left.Wait()
	if err := s.Wait(); err != nil || ran.Load() != callers {
		t.Errorf("%d of %d tasks ran, error %v", ran.Load(), callers, err)
	}
	kit.WantFull(t, pool)
}

// TestGuests_scopeSeat: a goroutine that waits for a scope keeps others out.
func TestGuests_scopeSeat(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2, skua.WithGuests(1))
	s := skua.NewScope(context.Background(), pool)
	end, waited, called := make(chan int), make(chan error), make(chan int)
	s.Go(func(w *skua.Worker) error { skua.Blocking(w, func() { <-end }); return nil })
	go func() { waited <- s.Wait() }()
	expect.Eventually(t, "the scope's maker has the seat", func() bool { return pool.Stats().Guests == 1 })
	go func() { skua.Join(pool, kit.Nothing, kit.Nothing); close(called) }()
	wantLine(t, pool, 1)
	close(end)
	if err := <-waited; err != nil {
		t.Error(err)
	}
	<-called
	wantVacant(t, pool)
}

// TestGuests_close: a call in line is refused while other calls are inside, for whose
// end Close waits.
func TestGuests_close(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2, skua.WithGuests(1))
	leave := seated(t, pool)
	refused := make(chan error)
	n := 0
	for name, call := range ways {
		go func() {
			var err error
			v := expect.Recovered(func() { err = call(pool, func() { t.Errorf("%s ran", name) }) })
			if v != nil {
				err, _ = v.(error)
			}
			refused <- err
		}()
		n++
	}
	s := skua.NewScope(context.Background(), pool)
	end, waited, closed := make(chan int), make(chan error), make(chan int)
	s.Go(func(w *skua.Worker) error { skua.Blocking(w, func() { <-end }); return nil })
	go func() { waited <- s.Wait() }()
	wantLine(t, pool, n+1)
	go func() { pool.Close(); close(closed) }()
	for range n {
		if err := <-refused; err != skua.ErrClosed {
			t.Errorf("a call in line: %v, want ErrClosed", err)
		}
	}
	if s := pool.Stats(); s.Waiting != 1 || s.Guests != 1 {
		t.Errorf("after Close %d in line and %d inside, want the scope's and the one inside", s.Waiting, s.Guests)
	}
	close(end)
	if err := <-waited; err != nil {
		t.Errorf("Wait for a scope with tasks: %v", err)
	}
	leave()
	<-closed
	wantVacant(t, pool)
}

// TestGuests_ends: a seat is free again however its call has ended.
func TestGuests_ends(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2, skua.WithGuests(1))
	for range 3 {
		kit.PanicError(t, func() { skua.Join(pool, func(*skua.Worker) { panic(errOne) }, kit.Nothing) })
		if !expect.Exits(func() { skua.Join(pool, func(*skua.Worker) { runtime.Goexit() }, kit.Nothing) }) {
			t.Error("Goexit did not end the goroutine")
		}
		ctx, cancel := context.WithCancel(context.Background())
		err := pool.Run(ctx, func(w *skua.Worker) error {
			cancel()
			for {
				w.Poll()
				runtime.Gosched()
			}
		})
		if err != context.Canceled {
			t.Errorf("Run returned %v", err)
		}
		wantVacant(t, pool)
	}
}

// TestGuests_resize: the size of the pool has nothing to do with it.
func TestGuests_resize(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 4, skua.WithGuests(2))
	leave := []func(){seated(t, pool), seated(t, pool)}
	done := make(chan int)
	go func() { skua.Join(pool, kit.Nothing, kit.Nothing); close(done) }()
	wantLine(t, pool, 1)
	for _, n := range []int{1, 8, 3} {
		if err := pool.Resize(n); err != nil {
			t.Fatal(err)
		}
		if s := pool.Stats(); s.Guests != 2 || s.Waiting != 1 {
			t.Errorf("after Resize(%d): %d inside, %d in line", n, s.Guests, s.Waiting)
		}
	}
	leave[0]()
	<-done
	leave[1]()
	wantVacant(t, pool)
}

// TestGuests_storm: calls of all sorts, some of whose contexts end, until the pool is
// closed among them.
func TestGuests_storm(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 8} {
		for range 20 {
			pool := kit.NewPool(t, workers, skua.WithGuests(2))
			var c crowd
			var wg sync.WaitGroup
			for k := range 40 {
				wg.Go(func() {
					ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(300))*time.Microsecond)
					defer cancel()
					if k == 30 {
						pool.Close()
						return
					}
					if k%4 == 0 {
						s := skua.NewScope(ctx, pool)
						for range 3 {
							s.Go(func(w *skua.Worker) error { callUnlessClosed(pool); return nil })
						}
						if err := s.Wait(); err != nil && err != skua.ErrClosed && err != context.DeadlineExceeded {
							t.Error(err)
						}
						return
					}
					ran := false
					err := pool.Run(ctx, func(w *skua.Worker) error {
						ran = true
						c.in()
						defer c.out()
						kit.WantFib(t, w, 8)
						skua.Blocking(w, func() { callUnlessClosed(pool) })
						return nil
					})
					if err == nil && !ran || err != nil && err != skua.ErrClosed && err != context.DeadlineExceeded {
						t.Errorf("Run returned %v, f ran: %v", err, ran)
					}
				})
			}
			wg.Wait()
			if most := c.most.Load(); most > 2 {
				t.Errorf("%d workers: %d ran at a time", workers, most)
			}
			wantVacant(t, pool)
		}
	}
}

// callUnlessClosed calls the pool from inside, where Close may have begun.
func callUnlessClosed(pool *skua.Pool) {
	defer func() {
		if v := recover(); v != nil && v != skua.ErrClosed {
			panic(v)
		}
	}()
	skua.Join(pool, kit.Nothing, kit.Nothing)
}

func TestGuests_config(t *testing.T) {
	for _, n := range []int{-1, -1 << 31, 1<<20 + 1, 1<<31 - 1} {
		if _, err := skua.New(skua.WithGuests(n)); !errors.Is(err, skua.ErrConfig) {
			t.Errorf("New(WithGuests(%d)): %v, want ErrConfig", n, err)
		}
	}
	for _, n := range []int{0, 1, 1 << 20} {
		pool := kit.NewPool(t, 2, skua.WithGuests(n))
		kit.WantFib(t, pool, 10)
	}
}
