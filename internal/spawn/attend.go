package spawn

import "time"

// standstill is how long a pool gets nowhere before more may run than it has places:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 100 * time.Millisecond

// Attend looks after tasks that no worker is free to run, in inboxes and on queues. Mostly these only have to
// wait until a task that runs has ended. But that task may wait itself, outside Blocking, for one that it has
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
	b.attended.Start((*attendance)(b))
}

// attendance is a board that is looked after.
type attendance Board

// Begin begins a count anew.
func (a *attendance) Begin() time.Duration {
	a.last, a.wait, a.one = a.Crew.Moves(), standstill, false
	return a.wait
}

// Look lets one worker more run if the pool has got nowhere since the last look, or ends that.
func (a *attendance) Look() time.Duration {
	c := a.Crew
	if a.one {
		c.RunNoMore()
	}
	if !a.Lasts() {
		return 0
	}
	now := c.Moves()
	switch moves := now != a.last || c.Sleep.Wanted(); {
	case moves && (!a.one || now.Tasks > a.last.Tasks): // else that one worker has begun what may be long
		a.wait = standstill
	case !a.one:
		a.wait *= 2
		a.one = c.RunOneMore()
		return a.wait
	}
	a.last, a.one = now, false
	return a.wait
}

// Lasts reports whether an inbox holds tasks, or a queue does.
func (a *attendance) Lasts() bool {
	if (*Board)(a).Any() {
		return true
	}
	for w := range a.Crew.All.Each {
		if !Of(w).queue.Empty() {
			return true
		}
	}
	return false
}
