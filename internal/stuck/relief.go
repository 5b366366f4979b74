package stuck

import "time"

// standstill is how long a pool gets nowhere before more may run than it has places:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 100 * time.Millisecond

// Relief says when one worker more is to run than a pool has places, while tasks wait that no
// worker is free to run. Mostly these only have to wait until a task that runs has ended. But that
// task may wait itself, outside Blocking, for one that it has spawned, or for a goroutine whose
// call into the pool waits for such tasks: then no token is ever given back. So if the pool makes
// no progress for a while, one worker more may run, one task after the other for as long again.
// Each time that takes twice as long as before, for the tasks that run may just be long.
//
// NOT: leave it to a worker that searches, or can be woken. The one that gives a token back, and
// with it would wake somebody, may find that a caller has taken the token meanwhile, which then
// waits for the tasks.
//
// It is the goroutine's that looks (park.Lookout).
type Relief struct {
	One  bool          // one worker more may run; Look's caller sets it
	last Moves         // at the last look
	wait time.Duration // until the next one
}

// Moves counts what tells that a pool gets somewhere. To answer a request does not: a
// task that polls until another has run does nothing else.
type Moves struct {
	Tasks  uint64 // spawned ones that have ended
	Others uint64
}

// Begin begins the looks anew at a pool that has come so far, and says when the first is to be.
func (r *Relief) Begin(now Moves) time.Duration {
	*r = Relief{last: now, wait: standstill}
	return r.wait
}

// Look is told how far the pool has come, whether a worker would take work that waits, and whether
// tasks wait. One says whether one worker more is to run until the next look, which comes then; 0:
// there is none, since no task waits.
func (r *Relief) Look(now Moves, wanted, lasts bool) (one bool, next time.Duration) {
	if !lasts {
		return false, 0
	}
	switch moves := now != r.last || wanted; {
	case moves && (!r.One || now.Tasks > r.last.Tasks): // else that one worker has begun what may be long
		r.wait = standstill
	case !r.One:
		r.wait *= 2
		return true, r.wait
	}
	r.last = now
	return false, r.wait
}
