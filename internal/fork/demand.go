package fork

import (
	"time"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
)

// A steal is needless if the owner waits for the thief's end for longer than the thief has run the
// task: alone it would have been done earlier. Where that goes on, thieves that look for work again
// and again make an owner of tiny tasks many times as slow. So does an offer of a frame that is
// over before a thief comes. After either the owner leaves requests unanswered for some of its next
// forks, if only the newest frame could be given; an older one is likely to be more work. (A policy
// that keeps a frame public always does so still.) The request stands meanwhile, so it is lost no
// more than one that comes before a long task. A count of forks bounds no time, for the next tasks may be
// long: so an urgent request, as a worker makes that goes to sleep, is never passed, and its owner answers
// at its next look, one task later at most.

// demand is what the owner of a stack knows of the thieves' demand for its frames, and of needless steals.
type demand struct {
	keep    policy.Keep // constant
	credit  policy.Credit
	young   bool // no request was granted since anew: the gate is shut, perhaps by no thief
	last    policy.Needless
	passes  int           // forks that may pass yet
	offered time.Duration // when a request was last answered, of which nothing has come back yet; or 0
}

// anew begins with the next task, at a gate that is shut.
func (d *demand) anew() { d.young, d.credit = true, d.keep.AtStart() }

// keeps reports whether a frame of w's should stay public although no thief asks.
func (d *demand) keeps(w *crew.Worker) bool { return d.credit > 0 && w.Crew.Size.Load() > 1 }

// kept notes that a frame becomes public unasked.
func (d *demand) kept() { d.credit = d.keep.AfterKept(d.credit) }

// answered notes a look at which work was wanted, while so many workers search.
func (d *demand) answered(searching int) {
	if d.young { // since the gate was shut anyway
		d.young = false
		d.credit = d.keep.AfterFirst(d.credit)
	} else {
		d.credit = d.keep.AfterRequest(d.credit)
	}
	if searching > 0 {
		d.offered = clock.Now()
	}
}

// trifle is how soon a frame that a thief has asked for comes back untaken, if it was too short to be
// stolen. Arbitrary.
const trifle = 2 * time.Microsecond

// returned notes that a public frame has come back untaken.
func (d *demand) returned() {
	d.credit = d.keep.AfterReturn(d.credit)
	if d.offered > 0 && clock.Now()-d.offered < trifle {
		d.stolen(true)
	}
	d.offered = 0
}

// stolen notes a steal of which the owner has seen the end, or that it offered a frame and got it back.
func (d *demand) stolen(needless bool) {
	if needless {
		d.last = d.last.After()
		d.credit = d.keep.AtStart() // thieves get none unasked either
	} else {
		d.last = 0
	}
	d.passes = d.last.Passes()
	d.offered = 0
}

// pass reports whether a look, at which so many frames are private, does not answer the request that stands.
func (d *demand) pass(private uint32, urgent bool) bool {
	if d.passes == 0 || private != 1 || urgent {
		return false
	}
	d.passes--
	return true
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
