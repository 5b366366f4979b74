package crew

import (
	"context"

	"github.com/skua-go/skua/internal/watch"
)

// A Kind is what one worker has of one kind of work. There are three: its parts of loops, its stacks of
// forked tasks, and its spawned tasks. The worker knows what each of them is asked for: both loops and forks
// are Asked, forks are a Reclaimer, and spawned tasks a Keeper.
type Kind interface {
	// Steal takes old work for the thief: the oldest, or, where several spawned tasks come at
	// once, one of them. If there is none it asks for private work if ask says so (a loop
	// after some looks that found nothing), and reports whether another try could find some.
	// Any other worker.
	Steal(thief *Worker, ask bool) (l Loot, ok, again bool)
	// Waiting counts what is public and not stolen; anyone reports whether any
	// worker may take it.
	Waiting() (n int, anyone bool)
}

// An Asked kind can have private work, and keeps dead work to use it again.
type Asked interface {
	Kind
	// Ask requests the owner's private work. If all is true it also asks where nothing
	// could be given to a thief, so that the owner looks for the end of its job. Anyone.
	Ask(all bool)
	// Answer gives work for a request, if there is one. Owner only.
	Answer()
	// Publish lets thieves see all that the owner has: it will not look for a while.
	Publish()
	// Tidy drops what dead work holds. Nothing is live.
	Tidy()
}

// A Reclaimer is the kind of which a call that ends can leave work that nobody joins.
type Reclaimer interface {
	Asked
	// Reclaim takes back what no live caller will join. It waits for what thieves run of it.
	Reclaim()
}

// A Keeper is the kind that keeps work for its own worker, between two segments. Its methods are the owner's.
type Keeper interface {
	Kind
	// Next takes what the worker has kept; it may leave that to others, if the worker is one too many.
	Next() (l Loot, ok bool)
	// Injected takes work that no worker has.
	Injected() (l Loot, ok bool)
	// Flush lets others have all that the worker has kept.
	Flush()
	// Rise begins a call that goes on as the worker, above what that has made and not waited for; Sink
	// ends it.
	Rise()
	Sink()
	// Abandon ends what the segment has made and not waited for, when the segment ends.
	Abandon()
}

// The kinds of work, in the order in which a thief looks at them.
const (
	Loops = iota
	Forks
	Tasks
	Kinds // how many there are
)

// kinds are a worker's kinds of work.
type kinds struct {
	Kinds [Kinds]Kind
	asked [Tasks]Asked // of Kinds, in the same order
	forks Reclaimer    // of Kinds
	Own   Keeper       // of Kinds
}

// Offer gives a worker its kinds of work. Before the worker is on the roster.
func (w *kinds) Offer(loops Asked, forks Reclaimer, tasks Keeper) {
	w.Kinds = [Kinds]Kind{Loops: loops, Forks: forks, Tasks: tasks}
	w.asked = [Tasks]Asked{Loops: loops, Forks: forks}
	w.forks, w.Own = forks, tasks
}

// ask requests private work of w.
func (w *kinds) ask(all bool) {
	for _, k := range &w.asked {
		k.Ask(all)
	}
}

// AnswerOthers lets all kinds but one answer the requests for their work. That one does it
// itself. Owner only.
func (w *kinds) AnswerOthers(but int) {
	for kind, k := range &w.asked {
		if kind != but {
			k.Answer()
		}
	}
}

// StealFrom takes the oldest work of v, with loops before forks, and forks before spawned
// tasks; a loop stands back behind an older frame. It may leave v out, if w is often beaten.
func (w *Worker) StealFrom(v *Worker, ask bool) (l Loot, ok, again bool) {
	if w.Crowd.Avoids(&w.Random) {
		return Loot{}, false, false
	}
	for _, k := range &v.Kinds {
		l, ok, more := k.Steal(w, ask)
		if ok {
			w.Crowd.Won()
			return l, true, false
		}
		again = again || more
	}
	return Loot{}, false, again
}

// Publish lets thieves see all that w has: it will not look after that for a while.
func (w *Worker) Publish() {
	for _, k := range &w.asked {
		k.Publish()
	}
	if w.Alone() {
		w.enroll()
	}
}

// Waiting counts what of the worker's is public, and how much of that any worker may take.
func (w *kinds) Waiting() (n, free int) {
	for _, k := range &w.Kinds {
		more, anyone := k.Waiting()
		n += more
		if anyone {
			free += more
		}
	}
	return n, free
}

// End waits for all that the segment left behind.
func (w *Worker) End() {
	w.Own.Abandon()
	w.Reclaim()
	w.Watch.Point(watch.AtEnd)
	w.Inside = false
}

// Reclaim takes back what no live caller will join: it waits for what thieves run of it.
func (w *kinds) Reclaim() { w.forks.Reclaim() }

// Tidy drops all that the last task left: what dead work holds, and its job.
func (w *Worker) Tidy() {
	w.raising, w.Lost = nil, nil
	w.workFor(nil)
	if w.ID >= 0 {
		w.label(context.Background())
	}
	for _, k := range &w.asked {
		k.Tidy()
	}
}
