package call

import (
	"time"

	"github.com/skua-go/skua"
)

// aloneMost is how long a loop may run where the caller is before it goes on in the pool: as long as a
// short loop in the pool stays hidden.
const aloneMost = 40 * time.Microsecond

// Alone runs the first of the indices [0, n), which stand for elements of the user's, where the caller
// is, and returns how many it has run. None, unless the caller is in no task, has named no place, and
// has run loops for f before: so it is known that this one takes less than to enter the pool would. If
// it takes longer after all, the caller goes on in the pool.
//
// A function that the user's calls finds the same default pool either way, and a panic looks the same.
func (s Settings) Alone(n, elements int, f any, run func(lo, hi int)) (done int) {
	if s.Place != nil || s.Grain > 0 || s.Eager || s.Steady || s.Line != nil || f == nil || Reduces() {
		return 0
	}
	type here interface {
		Short(kind uintptr, n int) bool
		Took(kind uintptr, n int, took time.Duration)
	}
	kind, at := kindOf(f, n, elements), skua.Here().(here)
	if !at.Short(kind, n) {
		return 0
	}
	defer s.AsPoolPanic()
	begun, took := Clock(), time.Duration(0)
	for _, next := range [...]int{1, n / 2, n} {
		if done < next && took < aloneMost {
			run(done, next)
			done, took = next, Clock()-begun
		}
	}
	at.Took(kind, done, took)
	return done
}
