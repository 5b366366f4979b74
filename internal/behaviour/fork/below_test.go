package fork

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestBelow_otherType: while a call of another type runs, and forks, the older fork
// that it is called from is offered to thieves too.
func TestBelow_otherType(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	var begun atomic.Bool
	skua.Join(pool, func(w *skua.Worker) {
		skua.Join(w, func(w *skua.Worker) {
			for !begun.Load() {
				kit.WantFib(t, w, 8)
			}
		}, func(*skua.Worker) { begun.Store(true) })
	}, kit.Nothing)
	kit.WantFull(t, pool)
}

// TestBelow_innerCall: a call on the pool from inside a loop waits for what only the next index of
// that loop can end. Thieves see a loop of a kind that was short only when its worker waits.
func TestBelow_innerCall(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	inner := func(pool *skua.Pool, w *skua.Worker) (err error) {
		c := make(chan int)
		l := skua.Loop{To: 2, Kind: kit.KindOf(pool, true), Body: func(p *skua.Part) {
			for p.Next() {
				if p.Index() == 1 {
					close(c)
					continue
				}
				s := skua.NewScope(context.Background(), pool)
				begun := make(chan int)
				s.Go(func(w *skua.Worker) error {
					close(begun)
					skua.Blocking(w, func() { <-c })
					return nil
				})
				<-begun // on another worker
				err = s.Wait()
			}
		}}
		l.Run(w)
		return err
	}
	pool := kit.NewPool(t, 4)
	for range 20 {
		err := pool.Run(context.Background(), func(w *skua.Worker) (err error) {
			skua.Join(w, func(w *skua.Worker) { err = inner(pool, w) }, kit.Nothing)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	kit.WantFull(t, pool)
}
