package peer

import (
	"sync"

	"github.com/Jeffail/tunny"
)

// tunnies is Jeffail/tunny: its one call waits for the answer, so a caller with many
// tasks waits on many goroutines; only as many tasks as workers run at a time.
var tunnies = Peer{
	Name:   "tunny",
	Module: "github.com/Jeffail/tunny",
	Open: func(workers int) Session {
		pool := tunny.NewCallback(workers)
		run := func(task func()) {
			if err, _ := pool.Process(task).(error); err != nil {
				panic(err)
			}
		}
		return Session{
			Both: func(a, b func()) {
				var wg sync.WaitGroup
				wg.Go(func() { run(b) })
				a()
				wg.Wait()
			},
			Tasks: func(n int, task func(i int)) {
				var wg sync.WaitGroup
				for i := range n {
					wg.Go(func() { run(func() { task(i) }) })
				}
				wg.Wait()
			},
			Submit: func(task func()) { go run(task) },
			Close:  pool.Close,
		}
	},
}
