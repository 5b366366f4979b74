package peer

import "github.com/carlmjohnson/flowmatic"

// flowmatics is carlmjohnson/flowmatic: a goroutine for each function of Do, and so
// many for each call of Each.
var flowmatics = Peer{
	Name:   "flowmatic",
	Module: "github.com/carlmjohnson/flowmatic",
	Open: func(workers int) Session {
		each := func(n int, body func(i int)) {
			must(flowmatic.Each(workers, indices(n), func(i int) error {
				body(i)
				return nil
			}))
		}
		return Session{
			Both: func(a, b func()) {
				must(flowmatic.Do(
					func() error { a(); return nil },
					func() error { b(); return nil },
				))
			},
			Tasks: each,
			For:   each,
		}
	},
}

// indices is 0…n-1 for calls that want a slice.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
