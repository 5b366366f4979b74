package peer

import "github.com/samber/lo/parallel"

// los is samber/lo's parallel package: a goroutine for each element.
var los = Peer{
	Name:   "lo",
	Module: "github.com/samber/lo",
	Open: func(int) Session {
		return Session{
			For: func(n int, body func(i int)) {
				parallel.Times(n, func(i int) struct{} {
					body(i)
					return struct{}{}
				})
			},
		}
	},
}
