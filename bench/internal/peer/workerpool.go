package peer

import "github.com/gammazero/workerpool"

// gammaPool is gammazero/workerpool: a dispatcher goroutine hands tasks over, one
// after the other, and queues without a bound.
var gammaPool = Peer{
	Name:    "workerpool",
	Module:  "github.com/gammazero/workerpool",
	Bounded: true,
	Open: func(workers int) Session {
		pool := workerpool.New(workers)
		return pooled(pool.Submit, pool.StopWait)
	},
}
