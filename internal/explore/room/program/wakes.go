package program

import (
	"context"
	"time"

	"github.com/skua-go/skua"
)

var wakes = []Program{
	{Name: "wake", Doc: "an idle pool gets one task from outside: time until it starts", Default: Params{"gap": 2_000_000},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			return func() (late time.Duration) {
				idle(time.Duration(p["gap"]))
				s := skua.NewScope(context.Background(), pool)
				begin := now()
				s.Go(func(*skua.Worker) error {
					late = now() - begin
					return nil
				})
				wait(s)
				return late
			}
		}},
}
