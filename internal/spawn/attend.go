package spawn

import (
	"time"

	"github.com/skua-go/skua/internal/park"
)

// standstill is how long a pool gets nowhere before more may run than it has places:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 100 * time.Millisecond

// Attend looks after tasks that no worker is free to run, in inboxes and on queues. Mostly they wait for
// the end of a task that runs. But that task may wait itself, outside Blocking, for one that it has
// spawned, or for a goroutine whose call into the pool waits for such tasks: then no token is
// ever given back. So if the pool makes no progress for a while, one worker more may run, one task
// after the other for as long again. Each time that takes twice as long as before, for the tasks that
// run may just be long. It ends when inboxes and queues are empty.
//
// NOT: leave it to a worker that searches, or can be woken. The one that gives a token back, and with it
// would wake somebody, may find that a caller has taken the token meanwhile, which then waits for the tasks.
func (b *Board) Attend() {
	if b.Crew.Watch.Director != nil {
		return // whose pool has workers for all tasks
	}
	// ORDER: by CAS, so that one timer runs at a time. After the task is in its inbox: attended
	// clears the flag, then looks at the inboxes.
	if b.attending.Load() || !b.attending.CompareAndSwap(false, true) {
		return
	}
	last, wait, one := b.Crew.Moves(), standstill, false
	park.Later(wait, func() (next time.Duration) {
		if one {
			b.Crew.RunNoMore()
		}
		if !b.left() && !b.attended() {
			return 0
		}
		now := b.Crew.Moves()
		switch moves := now != last || b.Crew.Sleep.Wanted(); {
		case moves && (!one || now.Tasks > last.Tasks): // else that one worker has begun what may be long
			wait = standstill
		case !one:
			wait *= 2
			one = b.Crew.RunOneMore()
			return wait
		}
		last, one = now, false
		return wait
	})
}

// attended ends what Attend began, unless a task came meanwhile.
func (b *Board) attended() (again bool) {
	// ORDER: the flag, then the look. A spawner that injects a task does it the other way
	// round: so it sees that the timer is off, or we see the task.
	b.attending.Store(false)
	return b.left() && b.attending.CompareAndSwap(false, true)
}

// left reports whether an inbox holds tasks, or a queue does.
func (b *Board) left() bool {
	if b.Any() {
		return true
	}
	for w := range b.Crew.All.Each {
		if !Of(w).queue.Empty() {
			return true
		}
	}
	return false
}
