package par

import (
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"github.com/skua-go/skua"
)

// This file is about what a call does in its caller, outside of any loop: it must
// not show whether elements were few or many.

// at returns where the call runs.
func (s settings) at() skua.Place {
	if s.place == nil {
		return without()
	}
	return s.place
}

// without returns where calls run that were given no On. Everything that depends on
// that is in this file. It is not called before a loop is needed.
func without() skua.Place { return skua.Here() }

// nothing is a loop without indices. To run it at a place costs nanoseconds and
// panics as every loop there would: on a closed pool, for example.
var nothing = skua.Loop{Body: func(*skua.Part) {}}

// admit panics if s's place takes no calls, however few the elements are.
func (s settings) admit() {
	if s.place != nil && !s.sequential {
		nothing.Run(s.place)
	}
}

// blame makes a panic of a user's function look as if it came from a loop at s's
// place. Deferred around what runs in the caller.
func (s settings) blame() {
	if !s.wraps() {
		return
	}
	if err := skua.NewPanicError(recover()); err != nil {
		panic(err)
	}
}

// wraps reports whether a panic comes out of loops at s's place as a PanicError: on a
// pool, here, and where no place was given.
func (s settings) wraps() bool {
	_, pool := s.place.(*skua.Pool)
	return !s.sequential && (pool || s.place == nil || s.place == skua.Here())
}

// crew returns how many workers may run a call: as many as there seem to be.
func (s settings) crew() int {
	if s.workers > 0 {
		return s.workers
	}
	if pool, ok := s.at().(*skua.Pool); ok {
		return pool.Workers()
	}
	return runtime.GOMAXPROCS(0)
}

// mostBytes is more than any machine has: what is beyond is a mistake of the
// caller's, and what is below is make's to refuse.
const mostBytes = min(1<<46, math.MaxInt)

// room panics unless n values of a T for the function called name might fit into
// memory.
func room[T any](name string, n int) {
	var x T
	if size := uint64(unsafe.Sizeof(x)); n < 0 || size > 0 && uint64(n) > mostBytes/size {
		panic(fmt.Sprintf("par: %s: %d values of %d bytes are more than memory can hold", name, uint(n), size))
	}
}
