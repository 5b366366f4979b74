package call

import (
	"runtime"

	"github.com/skua-go/skua"
)

// This file is about what a call does in its caller, outside of any loop: it must
// not show whether elements were few or many.

// At returns where the call runs.
func (s Settings) At() skua.Place {
	if s.Place == nil {
		return without()
	}
	return s.Place
}

// without returns where calls run that were given no On. Everything that depends on
// that is in this file. It is not called before a loop is needed.
func without() skua.Place { return skua.Here() }

// nothing is a loop without indices. To run it at a place costs nanoseconds and
// panics as every loop there would: on a closed pool, for example.
var nothing = skua.Loop{Body: func(*skua.Part) {}}

// Admit panics if s's place takes no calls, however few the elements are.
func (s Settings) Admit() {
	if s.Place != nil && !s.Sequential {
		nothing.Run(s.Place)
	}
}

// AsPoolPanic makes a panic of a user's function look as if it came from a loop at s's
// place. Deferred around what runs in the caller.
func (s Settings) AsPoolPanic() {
	if !s.Wraps() {
		return
	}
	if err := skua.NewPanicError(recover()); err != nil {
		panic(err)
	}
}

// Wraps reports whether a panic comes out of loops at s's place as a PanicError: on a
// pool, here, and where no place was given.
func (s Settings) Wraps() bool {
	_, pool := s.Place.(*skua.Pool)
	return !s.Sequential && (pool || s.Place == nil || s.Place == skua.Here())
}

// Crew returns how many workers may run a call, by the present size of the pool.
func (s Settings) Crew() int {
	if s.Workers > 0 {
		return s.Workers
	}
	if pool, ok := s.At().(*skua.Pool); ok {
		return pool.Workers()
	}
	return runtime.GOMAXPROCS(0)
}
