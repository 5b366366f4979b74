package peer

import (
	"time"

	"github.com/panjf2000/ants/v2"
)

const antsModule = "github.com/panjf2000/ants/v2"

// antsPeer is one pool of as many goroutines as workers.
var antsPeer = Peer{
	Name:    "ants",
	Module:  antsModule,
	Bounded: true,
	Open: func(workers int) Session {
		p, err := ants.NewPool(workers)
		must(err)
		return pooled(func(task func()) { must(p.Submit(task)) }, p.Release)
	},
}

// antsMulti is its MultiPool: a pool of one goroutine for each worker, in turn.
var antsMulti = Peer{
	Name:    "ants multi",
	Module:  antsModule,
	Bounded: true,
	Open: func(workers int) Session {
		p, err := ants.NewMultiPool(workers, 1, ants.RoundRobin)
		must(err)
		return pooled(
			func(task func()) { must(p.Submit(task)) },
			func() { must(p.ReleaseTimeout(time.Second)) },
		)
	},
}
