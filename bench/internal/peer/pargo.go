package peer

import "github.com/exascience/pargo/parallel"

// pargos is exascience/pargo: a goroutine for each fork, and for each of twice as
// many batches of a loop as there are processors. It never asks how many run.
var pargos = Peer{
	Name:   "pargo",
	Module: "github.com/exascience/pargo",
	Open: func(int) Session {
		return Session{
			Both: func(a, b func()) { parallel.Do(a, b) },
			Tasks: func(n int, task func(i int)) {
				thunks := make([]func(), n)
				for i := range thunks {
					thunks[i] = func() { task(i) }
				}
				parallel.Do(thunks...)
			},
			For: func(n int, body func(i int)) {
				parallel.Range(0, n, 0, func(low, high int) {
					for i := low; i < high; i++ {
						body(i)
					}
				})
			},
		}
	},
}
