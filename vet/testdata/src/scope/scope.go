package scope

import (
	"context"
	"log"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

func task(*skua.Worker) error { return nil }

func number(context.Context) (int, error) { return 1, nil }

func lost(ctx context.Context, names []string) {
	s := skua.NewScope(ctx, skua.Default()) // want `nobody waits for this scope: its tasks may outlive the function or be cut off, and their errors and panics are lost`
	s.SetLimit(2)
	for range names {
		s.Go(task)
	}
}

func spawned(ctx context.Context, w *skua.Worker) error {
	s := skua.NewScope(ctx, w) // want `nobody waits for this scope`
	w.Go(s, task)
	r := par.NewScope[int](ctx) // want `nobody waits for this scope`
	r.Go(number)
	if s == nil || !par.NewScope[int](ctx).TryGo(number) { // want `nobody waits for this scope`
		return nil
	}
	return skua.Default().Run(ctx, func(w *skua.Worker) error {
		skua.NewScope(ctx, w).Go(task) // want `nobody waits for this scope`
		return nil
	})
}

func generic[T any](ctx context.Context, f func(context.Context) (T, error)) {
	s := par.NewScope[T](ctx) // want `nobody waits for this scope`
	s.Go(f)
}

func captured(ctx context.Context) {
	s := skua.NewScope(ctx, skua.Default()) // want `nobody waits for this scope`
	s.Go(func(w *skua.Worker) error {
		s.Go(task)
		return nil
	})
}

func waited(ctx context.Context, names []string, w *skua.Worker) (err error) {
	s := skua.NewScope(ctx, w)
	defer func() { err = s.Wait() }()
	s.Go(task)

	r := par.NewScope[int](ctx)
	for range names {
		r.Go(number)
	}
	if len(names) > 3 {
		_, err = r.Wait()
	}

	t := skua.NewScope(ctx, w)
	t.Go(task)
	go t.Wait()

	u := skua.NewScope(ctx, w) // no tasks
	u.SetLimit(2)
	u.Go(nil)
	return err
}

type server struct{ tasks *skua.Scope }

var all []*skua.Scope

func leaves(ctx context.Context, end func(func() error), ch chan *skua.Scope) *skua.Scope {
	a := skua.NewScope(ctx, nil)
	a.Go(task)
	v := &server{tasks: a}
	v.tasks.Go(task)

	b := skua.NewScope(ctx, nil)
	b.Go(task)
	all = append(all, b)

	c := skua.NewScope(ctx, nil)
	c.Go(task)
	end(c.Wait) // as t.Cleanup

	d := skua.NewScope(ctx, nil)
	d.Go(task)
	finish(d)

	e := skua.NewScope(ctx, nil)
	e.Go(task)
	ch <- e

	f := skua.NewScope(ctx, nil)
	if len(all) > 3 {
		f = skua.NewScope(ctx, skua.Default())
	}
	f.Go(task)
	defer f.Wait()

	var g *skua.Scope
	begin := func() {
		g = skua.NewScope(ctx, nil)
		g.Go(task)
	}
	begin()
	g.Wait()

	h := skua.NewScope(ctx, nil)
	h.Go(task)
	return h
}

func finish(s *skua.Scope) error { return s.Wait() }

func serve(ctx context.Context, requests chan int) {
	s := skua.NewScope(ctx, skua.Default())
	for range 3 {
		<-requests
	}
	for {
		<-requests
		s.Go(task)
	}
}

func handler(ctx context.Context, handle func(func()), listen func() error) {
	s := skua.NewScope(ctx, skua.Default())
	handle(func() { s.Go(task) })
	log.Fatal(listen())
}

func allowed(ctx context.Context) {
	//skua:allow scope ctx ends with the program
	skua.NewScope(ctx, nil).Go(task)
}
