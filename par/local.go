package par

import (
	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/strand"
)

// Local returns scratch space for the functions that calls of this package run: at each place
// View finds a T that nobody else uses at the same time, and finds it again at the next element.
//
//	buf := par.Local(func() []byte { return make([]byte, 0, 1024) })
//	par.ForEach(files, func(f file) {
//		b := buf.View()
//		*b = f.appendTo((*b)[:0])
//		…
//	})
//
// What sync.Pool is often used for costs a Get and a Put for each element; here the worker has its
// T for as long as no thief comes, and a T goes from one worker to the next when a part ends. A
// function that calls package par, or forks, shares its T with what runs there on its own worker.
// What workers have counted in their T cannot be gone through at the end: for that there are
// reducers (strand.NewReducer). With Sequential, and in no task, each View makes a fresh T. Local
// never blocks, and panics if fresh is nil.
func Local[T any](fresh func() T) *strand.Holder[T] {
	call.Need("Local", fresh != nil)
	return strand.NewHolder(fresh)
}
