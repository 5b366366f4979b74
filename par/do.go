package par

import (
	"fmt"

	"github.com/skua-go/skua"
)

// Do calls all functions, perhaps at once, and returns when all have returned.
// Each is taken to be worth a worker of its own: sleeping ones are woken at
// once. None may wait for another. Do has no options; it runs at
// skua.Here().
//
// Work O(len(fns)), span O(log len(fns)) and the longest function. A constant
// number of allocations. Panics as For does, before anything is called if one
// of fns is nil.
func Do(fns ...func()) {
	for i, f := range fns {
		if f == nil {
			panic(fmt.Sprintf("par: Do needs functions, but number %d is nil", i))
		}
	}
	s := resolve(nil)
	if s.Sequential {
		for _, f := range fns {
			f()
		}
		return
	}
	s.Grain = 1 // each is worth a worker
	s.Loop(len(fns), nil, func(p *skua.Part) {
		for p.Next() {
			fns[p.Index()]()
		}
	})
}
