package escape

import (
	"context"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

type frame = skua.Frame[int, int]

var (
	global *frame
	table  = map[int]*frame{}
	worker *skua.Worker
	home   struct{ f *frame }
)

func fib(f *frame, n int) int { return n }

func globals(w *skua.Worker, f *frame) {
	global = f   // want `a \*skua.Frame is stored in the variable global, which outlives its call`
	table[1] = f // want `stored in the variable table`
	home.f = f   // want `a \*skua.Frame is stored in the variable home`
	global = nil
	worker = w
}

func outside(pool *skua.Pool) {
	var kept *skua.Worker
	var last *frame
	var part struct{ p *skua.Part }
	byIndex := map[int]*skua.Part{}
	pool.Run(context.Background(), func(w *skua.Worker) error {
		kept = w
		return nil
	})
	skua.NewFunc(func(f *frame, n int) int {
		last = f // want `a \*skua.Frame is stored in last, which outlives its task`
		return n
	}).On(pool, 1)
	last.Poll()
	loop := skua.Loop{To: 10, Body: func(p *skua.Part) {
		part.p = p             // want `a \*skua.Part is stored in part`
		byIndex[p.Index()] = p // want `a \*skua.Part is stored in byIndex`
	}}
	loop.Run(pool)
	kept.Poll()
}

func channels(w *skua.Worker, workers chan *skua.Worker, f *frame, c chan *frame) {
	c <- f // want `a \*skua.Frame is sent on a channel`
	select {
	case c <- f: // want `a \*skua.Frame is sent on a channel`
	default:
	}
	c <- nil
	workers <- w
}

func goes(w *skua.Worker, f *frame, p *skua.Part) {
	var wg sync.WaitGroup
	go fib(f, 1) // want `a \*skua.Frame is given to another goroutine`
	go func() {  // want `the \*skua.Frame f is used on another goroutine`
		fib(f, 1)
	}()
	go f.Poll() // want `a \*skua.Frame is given to another goroutine`
	go w.Poll()
	go func() { // want `the \*skua.Part p is used on another goroutine`
		func() { p.Next() }()
	}()
	go func() {
		<-w.Context().Done()
	}()
	go func() {
		skua.Default().Run(context.Background(), func(w *skua.Worker) error {
			w.Poll()
			return nil
		})
	}()
	wg.Wait()
}

func captured(w *skua.Worker, f *frame) {
	skua.Join(w, func(*skua.Worker) {
		fib(f, 1) // on the caller's goroutine
	}, func(*skua.Worker) { // want `the \*skua.Frame f is used in a function given to skua.Join`
		fib(f, 2)
	})
	s := skua.NewScope(context.Background(), f)
	s.Go(func(*skua.Worker) error { // want `the \*skua.Frame f is used in a function given to Scope.Go`
		fib(f, 3)
		return nil
	})
	w.Go(s, func(*skua.Worker) error { // want `f is used in a function given to Worker.Go`
		func() { f.Poll() }()
		return nil
	})
	par.For(10, func(i int) { // want `f is used in a function given to par.For`
		fib(f, i)
	}, par.Grain(1))
	par.Do(func() { f.Poll() }, func() {}) // want `f is used in a function given to par.Do`
	par.For(10, func(i int) { fib(f, i) }, par.Sequential())
	par.For(10, func(i int) { fib(f, i) }, par.MaxWorkers(1))
	loop := skua.Loop{To: 10, Body: func(p *skua.Part) { // want `f is used in a function given to a Loop`
		fib(f, p.Index())
	}}
	loop.Run(f)
	alone := skua.Loop{To: 10, Workers: 1, Body: func(p *skua.Part) { fib(f, p.Index()) }}
	alone.Run(f)
}

// A worker from outside is a hint.
func hints(w *skua.Worker, f *frame) {
	skua.Join(w, func(*skua.Worker) { w.Poll() }, func(*skua.Worker) { w.Poll() })
	par.For(10, func(i int) { skua.Join(w, nil, nil) }, par.On(w))
	skua.Blocking(f, func() { f.Poll() })
	skua.Try(f, func() { fib(f, 1) })
	var last *frame
	par.For(10, func(i int) {
		if f == last {
			return
		}
		skua.NewFunc(func(f *frame, n int) int { return fib(f, n) }).Run(1)
	})
}

type state struct {
	w *skua.Worker
	f *frame
}

// A struct that is handed down is no escape, nor is an array of pending frames.
func down(w *skua.Worker, f *frame, s *state) {
	s.w, s.f = w, f
	local := state{w: w, f: f}
	local.down()
	var pending [2]*frame
	pending[0] = f
	pending[1] = f.Fork(1)
	var top *frame
	push := func(g *frame) { top = g }
	push(f)
	top.Poll()
}

func (s *state) down() {}
