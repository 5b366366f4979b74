//go:build race

package race

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/expect"
)

// TestMeet: the indices of a loop may wait for each other in Blocking, also when so many loops were made at
// that place that only a sample of their pieces are branches.
func TestMeet(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := must(skua.New(skua.WithWorkers(2)))
	defer pool.Close()
	const loops, indices = 500, 20 // 19 forks for each loop: more than twice as many as are not sampled
	for range loops {
		var arrived atomic.Int32
		all := make(chan struct{})
		loop := skua.Loop{To: indices, Grain: 1, Body: func(p *skua.Part) {
			for p.Next() {
				if arrived.Add(1) == indices {
					close(all)
				}
				skua.Blocking(p.Worker(), func() { <-all })
			}
		}}
		loop.Run(pool)
	}
}
