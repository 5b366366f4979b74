package fork

import (
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// demand is what the owner of a stack knows of the thieves' demand for its frames, by the clock too.
type demand struct {
	policy.Demand
	offered time.Duration // when a request was last answered, of which nothing has come back yet; or 0
}

// keeps reports whether a frame of w's should stay public although no thief asks.
func (d *demand) keeps(w *crew.Worker) bool { return d.Keeps() && w.Crew.Size.Load() > 1 }

// answered notes an answer, while so many workers search.
func (d *demand) answered(searching int) {
	d.Answered()
	if searching > 0 {
		d.offered = clock.Now()
	}
}

// trifle is how soon a frame that a thief has asked for comes back untaken, if it was too short to be
// stolen. Arbitrary.
const trifle = 2 * time.Microsecond

// returned notes that a public frame has come back untaken.
func (d *demand) returned() {
	d.Returned()
	if d.offered > 0 && clock.Now()-d.offered < trifle {
		d.Stolen(true)
	}
	d.offered = 0
}

// stolen notes a steal of which the owner has seen the end.
func (d *demand) stolen(needless bool) {
	d.Stolen(needless)
	d.offered = 0
}

// took is how long a thief ran a task, in units of a 16th of a microsecond, or the most that it can say.
type took uint16

const unit = time.Microsecond / 16

func since(begun time.Duration) took { return took(min((clock.Now()-begun)/unit, 1<<16-1)) }

// short reports whether a task was so short that the next request would have come about when its owner had
// ended it: arbitrary, a wake-up takes as long.
func (t took) short() bool { return t < took(20*time.Microsecond/unit) }

// await waits, as w, for the end of what a thief runs, and notes whether the steal was needless.
func (d *demand) await(w *crew.Worker, slot *Slot) {
	begun := clock.Now()
	w.Await(&slot.state)
	d.stolen(since(begun) >= slot.took)
}
