package forkjoin

import "github.com/skua-go/skua"

const typedName = "typed"

// A frame forks on skua's typed stacks.
type frame skua.Frame[task, nothing]

var typed = skua.NewFunc(func(f *skua.Frame[task, nothing], t task) nothing {
	t.run((*frame)(f))
	return nothing{}
})

func newTyped(workers int) (*Scheduler, error) {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	return &Scheduler{
		Name:  typedName,
		Run:   func(program func(Ctx)) { typed.On(pool, task{call: program}) },
		Close: func() { pool.Close() },
	}, nil
}

func (f *frame) Both(a, b func(Ctx)) { f.both(task{call: a}, task{call: b}) }

func (f *frame) For(from, to, grain int, body func(c Ctx, from, to int)) {
	loop(f, from, to, grain, body)
}

func (f *frame) both(x, y task) { (*skua.Frame[task, nothing])(f).Both(x, y) }
