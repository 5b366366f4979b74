package cases

import (
	"context"
	"slices"
	"sync"

	"github.com/skua-go/skua"
)

var externalCase = Case{
	ID:       "external",
	Question: "Several goroutines that are no workers give empty tasks to one pool at a time: what does a task cost?",
	Unit:     "task",
	Rows: func(full bool) []Params {
		n := 20_000
		if full {
			n = 100_000
		}
		return []Params{params("n", n, "producers", 1), params("n", n, "producers", 4), params("n", n, "producers", 16)}
	},
	Want: func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way {
		return slices.Concat([]Way{
			own("skua scope", func(pool *skua.Pool, p Params) *Run {
				return externalRun(p, func(produce func(give func(task func()))) {
					s := skua.NewScope(context.Background(), pool)
					produce(func(task func()) {
						s.Go(func(*skua.Worker) error {
							task()
							return nil
						})
					})
					must(s.Wait())
				})
			}),
		}, rivals(submit, func(submit func(func()), p Params, _ int) *Run {
			return externalRun(p, func(produce func(give func(task func()))) {
				var wg sync.WaitGroup
				wg.Add(p.Int("n"))
				produce(func(task func()) {
					submit(func() {
						task()
						wg.Done()
					})
				})
				wg.Wait()
			})
		}))
	},
}

// externalRun has producers give n tasks in all: around opens what they give to,
// and waits for the tasks.
func externalRun(p Params, around func(produce func(give func(task func())))) *Run {
	producers := p.Int("producers")
	return wordsRun(p.Int("n"), func(n int, body func(i int)) {
		around(func(give func(task func())) {
			var wg sync.WaitGroup
			for first := range producers {
				wg.Go(func() {
					for i := first; i < n; i += producers {
						give(func() { body(i) })
					}
				})
			}
			wg.Wait()
		})
	}, func(i int) uint64 { return uint64(i) })
}
