package peer

import "github.com/dgravesa/go-parallel/parallel"

// goParallels are dgravesa/go-parallel's two ways to give out indices: a block for
// each goroutine, or the next one from a shared counter. Each loop starts its own
// goroutines.
var goParallels = []Peer{
	goParallel("go-parallel", parallel.StrategyPreassignIndices),
	goParallel("go-parallel fetch", parallel.StrategyFetchNextIndex),
}

func goParallel(name string, strategy parallel.StrategyType) Peer {
	return Peer{
		Name:   name,
		Module: "github.com/dgravesa/go-parallel",
		Open: func(workers int) Session {
			return Session{
				For: func(n int, body func(i int)) {
					parallel.WithNumGoroutines(workers).WithStrategy(strategy).
						For(n, func(i, _ int) { body(i) })
				},
			}
		},
	}
}
