package wait

import (
	"context"
	"sync"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
	"golang.org/x/sync/errgroup"
)

type frame = skua.Frame[int, int]

func channels(ctx context.Context, w *skua.Worker, unknown chan int) {
	c := make(chan int)
	filled := make(chan int, 10)
	skua.Join(w, func(*skua.Worker) {
		c <- 1 // want `a send on a channel in a task of skua.Join keeps its worker from other tasks: wait inside skua.Blocking`
	}, func(w *skua.Worker) {
		<-c           // want `a receive from a channel in a task of skua.Join`
		for range c { // want `a receive from a channel`
		}
		<-filled
		filled <- 1
		<-unknown
		unknown <- 1
		close(c)
		skua.Blocking(w, func() { <-c })
		go func() { c <- 1 }()
		defer func() { recover() }()
	})
	s := skua.NewScope(ctx, w)
	s.Go(func(w *skua.Worker) error {
		<-ctx.Done()         // want `a receive from a channel in a task of Scope.Go`
		<-time.After(1)      // want `a receive from a channel`
		<-time.NewTimer(1).C // want `a receive from a channel`
		select {             // want `a select without default`
		case v := <-unknown:
			_ = v
		case <-ctx.Done():
		}
		select {
		case <-unknown:
		default:
		}
		select {
		case <-filled:
		case <-ctx.Done():
		}
		return nil
	})
	w.Go(s, func(w *skua.Worker) error {
		time.Sleep(time.Second) // want `time.Sleep in a task of Worker.Go`
		time.Sleep(0)
		return nil
	})
}

func others(mu *sync.Mutex, wg *sync.WaitGroup, cond *sync.Cond) {
	var g errgroup.Group
	par.For(10, func(int) {
		mu.Lock()
		wg.Wait()   // want `WaitGroup.Wait in a task of par.For`
		cond.Wait() // want `Cond.Wait`
		g.Wait()    // want `errgroup's Wait`
		mu.Unlock()
	}, par.Grain(1))
	par.Do(func() {}, wg.Wait) // want `WaitGroup.Wait in a task of par.Do`
	par.Do(func() {}, func() {
		wg.Wait() // want `WaitGroup.Wait in a task of par.Do`
	})
	loop := skua.Loop{To: 1, Body: func(*skua.Part) {
		wg.Wait() // want `WaitGroup.Wait in a task of a Loop`
	}}
	loop.Run(skua.Default())
	wg.Wait()
}

var named = skua.NewFunc(body)

func body(f *frame, n int) int {
	helper(n) // want `time.Sleep, in helper, in a task of skua.NewFunc`
	if n > 0 {
		return body(f, n-1)
	}
	return 0
}

func deep(f *frame, n int) int {
	return shallow(n)
}

func shallow(n int) int {
	helper(n)
	return n
}

var alsoNamed = skua.NewFunc(deep)

func helper(n int) {
	if n > 0 {
		time.Sleep(time.Second)
	}
}

type server struct {
	ready chan int
	queue chan int
}

func newServer(n int) *server { return &server{ready: make(chan int), queue: make(chan int, n)} }

func (s *server) fields(w *skua.Worker) {
	skua.Join(w, func(*skua.Worker) {
		<-s.ready // want `a receive from a channel`
		<-s.queue
	}, func(*skua.Worker) {})
}

// A pool with many workers is another way to let tasks wait.
func wide(ctx context.Context, given *skua.Pool) {
	pool, _ := skua.New(skua.WithWorkers(100))
	plain, _ := skua.New()
	par.For(10, func(int) { time.Sleep(1) }, par.On(pool))
	par.For(10, func(int) { time.Sleep(1) }, par.On(given))
	par.For(10, func(int) { time.Sleep(1) }, par.On(plain)) // want `time.Sleep`
	s := skua.NewScope(ctx, pool)
	s.Go(func(w *skua.Worker) error {
		time.Sleep(1)
		skua.Join(w, func(*skua.Worker) { time.Sleep(1) }, func(*skua.Worker) {})
		return nil
	})
	skua.NewScope(ctx, plain).Go(func(w *skua.Worker) error {
		time.Sleep(1) // want `time.Sleep`
		return nil
	})
	pool.Run(ctx, func(w *skua.Worker) error {
		time.Sleep(1)
		skua.Join(w, func(*skua.Worker) { time.Sleep(1) }, func(*skua.Worker) {})
		return nil
	})
}

func passed(s *skua.Scope, l *skua.Loop) {
	s.Go(func(*skua.Worker) error {
		time.Sleep(1)
		return nil
	})
	l.Body = func(*skua.Part) { time.Sleep(1) }
}

// Entries are where a pool, a loop or a scope calls a function first.
func entries(ctx context.Context, wg *sync.WaitGroup) error {
	c := make(chan int)
	plain, _ := skua.New()
	loop := skua.Loop{To: 10, Body: func(p *skua.Part) {
		<-c // want `a receive from a channel in a task of a Loop`
		for p.Next() {
			c <- p.Index() // want `a send on a channel in a task of a Loop`
		}
	}}
	loop.Run(plain)
	s := skua.NewScope(ctx, plain)
	s.TryGo(func(*skua.Worker) error {
		wg.Wait() // want `WaitGroup.Wait in a task of Scope.TryGo`
		return nil
	})
	r := par.NewScope[int](ctx)
	r.Go(func(ctx context.Context) (int, error) {
		<-ctx.Done()    // want `a receive from a channel in a task of Scope.Go`
		return <-c, nil // want `a receive from a channel in a task of Scope.Go`
	})
	return plain.Run(ctx, func(w *skua.Worker) error {
		select { // want `a select without default in a task of Pool.Run`
		case <-c:
		case c <- 1:
		}
		time.Sleep(1) // want `time.Sleep in a task of Pool.Run`
		skua.Blocking(w, func() { <-c })
		return nil
	})
}

func wideEntries(ctx context.Context, given *skua.Pool) {
	r := par.NewScope[int](ctx, par.On(given))
	r.Go(func(context.Context) (int, error) {
		time.Sleep(1)
		return 0, nil
	})
	given.Run(ctx, func(*skua.Worker) error {
		time.Sleep(1)
		return nil
	})
}

// A channel comes as an argument, or as a result.
func from(n int) {
	c, filled := make(chan int), make(chan int, n)
	consume(c, filled, c)
	consume(c, filled, filled)
	Consume(c)
	kept(c)
	_ = []func(chan int){kept}
	par.For(10, func(int) {
		for range source() { // want `a receive from a channel`
		}
		<-queue(n)
		<-maybe(n > 3)
	})
}

func consume(c, filled, either chan int) {
	par.For(10, func(int) {
		<-c // want `a receive from a channel`
		<-filled
		<-either
		select {
		case <-c:
		case <-either: // it is buffered at times
		}
		select {
		case <-c:
		case <-filled:
		}
	})
}

func Consume(c chan int) { par.For(10, func(int) { <-c }) }

func kept(c chan int) { par.For(10, func(int) { <-c }) }

func source() <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		c <- 1
	}()
	return c
}

func queue(n int) chan int { return make(chan int, n) }

// maybe returns a channel from which nobody need wait if ready.
func maybe(ready bool) chan int {
	c := make(chan int)
	if ready {
		close(c)
	}
	return c
}
