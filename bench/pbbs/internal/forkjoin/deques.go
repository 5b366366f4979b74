package forkjoin

import (
	"fmt"

	"github.com/skua-go/skua/classic"
)

// deques are those of package classic, by the names of their schedulers.
var deques = map[string]classic.Deque{"split": classic.Split, "abp": classic.ABP, "chaselev": classic.ChaseLev, "stealhalf": classic.StealHalf}

// A deque forks on the deque of its worker.
type deque classic.Worker

func newDeques(kind string, workers int) (*Scheduler, error) {
	d, ok := deques[kind]
	if !ok {
		return nil, fmt.Errorf("forkjoin: no scheduler is called %q: there are %q", kind, Names())
	}
	pool, err := classic.New(classic.Config{Workers: workers, Deque: d})
	if err != nil {
		return nil, err
	}
	return &Scheduler{
		Name:  kind,
		Run:   func(program func(Ctx)) { pool.Run(func(w *classic.Worker) { program((*deque)(w)) }) },
		Close: pool.Close,
	}, nil
}

func (d *deque) Both(a, b func(Ctx)) { d.both(task{call: a}, task{call: b}) }

func (d *deque) For(from, to, grain int, body func(c Ctx, from, to int)) {
	loop(d, from, to, grain, body)
}

func (d *deque) both(x, y task) {
	w := (*classic.Worker)(d)
	f := classic.Fork(w, runForked, y)
	x.run(d)
	f.Join(w)
}

func runForked(w *classic.Worker, t task) nothing {
	t.run((*deque)(w))
	return nothing{}
}
