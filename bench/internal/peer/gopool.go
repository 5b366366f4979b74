package peer

import "github.com/bytedance/gopkg/util/gopool"

// gopools is bytedance's gopool. It is bounded but for a race: two callers that
// see room for one goroutine start two.
var gopools = Peer{
	Name:    "gopool",
	Module:  "github.com/bytedance/gopkg",
	Bounded: true,
	Open: func(workers int) Session {
		pool := gopool.NewPool("bench", int32(workers), gopool.NewConfig())
		return pooled(pool.Go, nil)
	},
}
