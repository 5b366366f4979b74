package call

import (
	"context"

	"github.com/skua-go/skua"
)

// Settings is what the options of one call come to.
type Settings struct {
	Grain      int        // 0: not set
	Workers    int        // 0: no limit
	Place      skua.Place // nil: not set; At says where the call runs then
	Sequential bool
	AllErrors  bool
	Eager      bool                  // every index is worth a worker
	AsReady    bool                  // results of a sequence come out in any order
	Tell       func(done, total int) // is told the progress; nil: nobody asks
	Steady     bool                  // nothing is decided by the clock: skua.Part.Steady
	Line       context.Context       // with which loops wait in line; nil: until they come in
}

// At returns where the call runs. It is not called before a loop is needed.
func (s *Settings) At() skua.Place {
	if s.Place == nil {
		return skua.Here()
	}
	return s.Place
}

// nothing is a loop without indices. To run it at a place costs nanoseconds and
// panics as every loop there would: on a closed pool, for example.
var nothing = skua.Loop{Body: func(*skua.Part) {}}

// Admit panics if the call's place takes no calls, however few the elements are.
func (s *Settings) Admit() {
	if s.Place != nil && !s.Sequential {
		nothing.Run(s.Place)
	}
}

// Pass stands for the loop of a call that calls no function of the user's and is over before a worker could
// help: it panics if the call's place takes no calls, and stops a cancelled run.
func (s *Settings) Pass() {
	if !s.Sequential {
		skua.Poll(s.At())
	}
}

// Wraps reports whether a panic comes out of the call's loops as a PanicError: on a pool,
// here, and where no place was given.
func (s Settings) Wraps() bool {
	_, pool := s.Place.(*skua.Pool)
	return !s.Sequential && (pool || s.Place == nil || s.Place == skua.Here())
}

// AsPoolPanic makes a panic of a user's function look as if it came from a loop at the
// call's place, so that it does not show whether elements were few or many. Deferred around
// what runs in the caller.
func (s Settings) AsPoolPanic() {
	if !s.Wraps() {
		return
	}
	if err := skua.NewPanicError(recover()); err != nil {
		panic(err)
	}
}

// Crew returns how many workers may run the call at a time, as far as can be told.
func (s Settings) Crew() int {
	if s.Workers > 0 {
		return s.Workers
	}
	type crew interface{ Workers() int }
	if at, ok := s.At().(crew); ok { // a Pool, or Here
		return at.Workers()
	}
	return skua.Here().(crew).Workers() // in a task, whose Worker or Frame it is
}
