package forkjoin

import "github.com/skua-go/skua/lab/forks"

// A deque forks on the deque of its worker.
type deque forks.Worker[task, nothing]

func newDeques(kind string, workers int) (*Scheduler, error) {
	pool, err := forks.New(workers, kind, func(w *forks.Worker[task, nothing], t task) nothing {
		t.run((*deque)(w))
		return nothing{}
	})
	if err != nil {
		return nil, err
	}
	return &Scheduler{
		Name:  kind,
		Run:   func(program func(Ctx)) { pool.Run(task{call: program}) },
		Close: func() {},
	}, nil
}

func (d *deque) Both(a, b func(Ctx)) { d.both(task{call: a}, task{call: b}) }

func (d *deque) For(from, to, grain int, body func(c Ctx, from, to int)) {
	loop(d, from, to, grain, body)
}

func (d *deque) both(x, y task) {
	w := (*forks.Worker[task, nothing])(d)
	w.Fork(y)
	x.run(d)
	w.Join()
}
