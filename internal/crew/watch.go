package crew

import (
	"context"

	"github.com/skua-go/skua/internal/watch"
)

// Event counts an event of that kind on the calling goroutine, in a pool that has a steal schedule: in the
// innermost task that it is in of a pool with the same schedule, or in none. It returns the event's name, and
// who takes of it by the schedule. over is that of replay.Pool.Outside.
func (c *Crew) Event(k watch.Taken, over func() bool) (watch.Place, []*watch.Take) {
	for w := c.Innermost(); w != nil; w = w.Around {
		if w.Watch.Notes.In(c.Watch.Steals.Schedule) {
			return w.Watch.Notes.Event(k)
		}
	}
	return c.Watch.Steals.Outside(k, over)
}

// Handed waits for what w takes next by the steal schedule that its pool follows, while it waits in a loop or
// scope itself, until that is over, as over says, which is told whether w has no take left. It returns
// loot of that loop or scope only, as mine says.
func Handed(w *Worker, mine func(of Work) bool, over func(last bool) bool) (l Loot, ok bool) {
	l, ok = w.Watch.Notes.NextIf(func(item any) bool { return mine(item.(Loot).Work) }, over).(Loot)
	return l, ok
}

// TracedCall makes a call without a job a task of the execution trace: it gets a job. Both are nil if the
// call comes from inside: then it works for the job of the task around.
func (c *Crew) TracedCall(name string) (job *Job, end func()) {
	if c.FromInside() {
		return nil, nil
	}
	ctx, end := watch.TraceCall(context.Background(), name)
	job = new(Job)
	c.Begin(job, ctx)
	return job, end
}
