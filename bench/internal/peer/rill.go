package peer

import "github.com/destel/rill"

// rills is destel/rill: the indices come through a channel, to that many goroutines
// for each call, nested ones too.
var rills = Peer{
	Name:   "rill",
	Module: "github.com/destel/rill",
	Open: func(workers int) Session {
		each := func(n int, body func(i int)) {
			must(rill.ForEach(indexStream(n), workers, func(i int) error {
				body(i)
				return nil
			}))
		}
		return Session{Tasks: each, For: each}
	},
}

// indexStream is the stream of 0…n-1.
func indexStream(n int) <-chan rill.Try[int] {
	return rill.Generate(func(send func(int), _ func(error)) {
		for i := range n {
			send(i)
		}
	})
}
