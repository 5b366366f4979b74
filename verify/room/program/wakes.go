package program

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
)

var wakes = []Program{
	{Name: "wake", Doc: "an idle pool gets one task from a goroutine that goes on computing: time until it starts", Default: Params{"gap": 500_000},
		Start: func(pool *skua.Pool, _ int, p Params) func() time.Duration {
			return func() time.Duration {
				idle(time.Duration(p["gap"]))
				s, late := skua.NewScope(context.Background(), pool), atomic.Int64{}
				begin := now()
				s.Go(func(*skua.Worker) error {
					late.Store(int64(now() - begin))
					return nil
				})
				for late.Load() == 0 {
					work(100)
				}
				wait(s)
				return time.Duration(late.Load())
			}
		}},
}
