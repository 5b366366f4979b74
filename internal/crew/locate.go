package crew

import (
	"github.com/skua-go/skua/internal/bound"
	"github.com/skua-go/skua/internal/self"
)

// Where the calling goroutine is. It runs several workers, one inside the other, if a call in a task goes on
// as a guest, of this pool or of another one: that is Covered then, and its call's worker has it as Around. A
// worker whose function waits in Blocking has no token meanwhile: it is blocked.

// everywhere is the one table of which worker runs on which goroutine.
var everywhere bound.Table[Worker]

func newBound() *bound.Table[Worker] {
	if bound.OneTable {
		return &everywhere
	}
	return new(bound.Table[Worker])
}

// Bind notes that the calling goroutine runs w. Around is the worker as which it ran until now, and Outer the
// one of these as which it has a token of w's pool already.
func (w *Worker) Bind() {
	w.Around = w.Crew.Bound.Bind(w, &w.Note)
	w.Outer = w.Around.of(w.Crew)
	if w.Crew.Config.Watchdog > 0 {
		w.Goroutine.Store(self.Number()) // ORDER: none; only the watchdog reads it, and looks twice
	}
}

// Unbind takes back what Bind noted, if it is noted still.
func (w *Worker) Unbind() {
	w.Crew.Bound.Unbind(&w.Note)
	if w.Crew.Config.Watchdog > 0 {
		w.Goroutine.Store(0) // ORDER: none; only the watchdog reads it, and looks twice
	}
}

// of returns the first worker of crew c that has its token, from w outward.
func (w *Worker) of(c *Crew) *Worker {
	for w != nil && (w.Crew != c || w.blocked) {
		w = w.Around
	}
	return w
}

// Innermost returns the worker that the calling goroutine runs, of whatever pool and also while a function
// waits in Blocking; or nil in no task. Its strand is the goroutine's.
func Innermost() *Worker { return everywhere.Innermost() }

// Innermost is the function of that name, by the table of the crew's pool.
func (c *Crew) Innermost() *Worker { return c.Bound.Innermost() }

// FromInside reports whether the calling goroutine is in a task of any pool: in one
// that runs, or that waits in Blocking. Another pool's may be what the holder of a seat
// waits for, too.
func (c *Crew) FromInside() bool { return c.Innermost() != nil }

// Here returns the innermost worker of the pool that the calling goroutine runs and
// has a token for, or nil.
func (c *Crew) Here() *Worker { return c.Innermost().of(c) }

// Within reports whether the calling goroutine is in a task of the pool, also where a
// function waits in Blocking.
func (c *Crew) Within() bool { return c.Innermost().within(c) }

func (w *Worker) within(c *Crew) bool {
	for w != nil && w.Crew != c {
		w = w.Around
	}
	return w != nil
}

// Current returns the worker of the pool on which the calling goroutine may go on: the
// innermost that it runs, if it has that one's token; or nil.
func (c *Crew) Current() *Worker {
	if w := c.Innermost(); w != nil && w.Crew == c && !w.blocked {
		return w
	}
	return nil
}

// Spawner is Current for a spawn. Where a goroutine's name takes a microsecond (internal/self), all spawn as
// from outside.
func (c *Crew) Spawner() *Worker {
	if !self.Quick {
		return nil
	}
	return c.Current()
}

// Mine reports whether the calling goroutine runs w.
func (w *Worker) Mine() bool { return w.Self.Load() == self.Goroutine() }

// Away reports whether a call in w's task goes on as another worker: as a guest inside the
// task, or since w's token is given away while a function waits. Owner only.
func (w *Worker) Away() bool { return w.blocked || w.Covered }

// Open reports whether the calling goroutine runs w and a call may begin on it right
// away: w has its token, is the innermost, and the frames that are in use below are known.
func (w *Worker) Open() bool { return w.Mine() && !w.Away() && !w.Typed }
