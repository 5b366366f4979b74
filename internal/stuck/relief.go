package stuck

import "time"

// standstill is how long a pool gets nowhere before more may run than it has places:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 100 * time.Millisecond

// Relief lets one worker more run than a pool has places while tasks wait that no worker is free to run. Mostly
// these only have to wait until a task that runs has ended. But that task may wait itself, outside Blocking,
// for one that it has spawned, or for a goroutine whose call into the pool waits for such tasks: then no token
// is ever given back. So if the pool makes no progress for a while, one worker more may run, one task
// after the other for as long again. Each time that takes twice as long as before, for the tasks that
// run may just be long.
//
// NOT: leave it to a worker that searches, or can be woken. The one that gives a token back, and with it
// would wake somebody, may find that a caller has taken the token meanwhile, which then waits for the tasks.
//
// It is the goroutine's that looks (park.Lookout).
type Relief struct {
	last Moves         // at the last look
	wait time.Duration // until the next one
	one  bool          // one worker more may run
}

// Moves counts what tells that a pool gets somewhere. To answer a request does not: a
// task that polls until another has run does nothing else.
type Moves struct {
	Tasks  uint64 // spawned ones that have ended
	Others uint64
}

// A Relieved pool is one in which one worker more may run.
type Relieved interface {
	Moves() Moves
	// Wanted reports whether work that waits would be taken.
	Wanted() bool
	// RunOneMore wakes a worker beyond the places, and reports whether it did.
	RunOneMore() bool
	// RunNoMore ends what RunOneMore began.
	RunNoMore()
}

// Begin begins the looks anew, and says when the first is to be.
func (r *Relief) Begin(p Relieved) time.Duration {
	*r = Relief{last: p.Moves(), wait: standstill}
	return r.wait
}

// Look lets one worker more run if the pool has got nowhere since the last look, or ends that, as it does
// when no task waits any more: lasts says whether some do. It says when to look next; 0: not again.
func (r *Relief) Look(p Relieved, lasts bool) time.Duration {
	if r.one {
		p.RunNoMore()
	}
	if !lasts {
		return 0
	}
	now := p.Moves()
	switch moves := now != r.last || p.Wanted(); {
	case moves && (!r.one || now.Tasks > r.last.Tasks): // else that one worker has begun what may be long
		r.wait = standstill
	case !r.one:
		r.wait *= 2
		r.one = p.RunOneMore()
		return r.wait
	}
	r.last, r.one = now, false
	return r.wait
}
