package forecast

import "github.com/skua-go/skua/internal/policy"

// A player is a worker of a replay. Its program is that of what it runs at the moment, a
// segment: from pc on up to the step last.
type player struct {
	id    int
	state state
	kind  segment
	pc    int32
	last  int32
	back  []int32 // the gathers that run tasks here, each inside of the one before
	owed  float64 // seconds that the next strand takes longer: what the scheduler needed

	// Its stack of forks, as steps, oldest first: [0, top) are stolen, [top, split) public.
	stack      []int32
	top, split int
	demand     policy.Demand

	tasks     ring // spawned ones
	part      part
	tokenless bool
	chain     int32 // the last strand that it ran, or that it waited for

	// While it searches.
	target int     // the player that it goes to
	turns  int     // rounds since the search began
	since  float64 // when that was
	open   float64 // when something of its own became public last
}

// A state is what a player does until its next event.
type state uint8

const (
	doing    state = iota // a strand, or on its way to the next one
	looping               // a chunk
	giving                // the index of a chunk at which it gives back the rest
	joining               // it looks whether a stolen fork has ended
	refills               // it looks for more of its loop
	lingers               // the same, and there is nothing at the moment
	finishes              // it looks whether its loop has ended
	parked                // it waits, without an event
	waking                // it will look around
	searches              // it found nothing, and looks again
	arrives               // it is on its way to a victim that has something
	asleep                // without an event
)

// A segment is what a player runs from empty stacks on.
type segment uint8

const (
	mainPart segment = iota // what no other segment has
	stolen
	task
	share // a part of a loop
)

// act lets w do what it does at its event.
func (r *replay) act(w *player) {
	switch w.state {
	case doing:
		r.proceed(w)
	case looping:
		r.chunkEnds(w)
	case giving:
		r.give(w)
	case joining, finishes:
		w.state = parked
		r.yieldToken(w)
	case refills:
		r.refill(w)
	case lingers:
		r.awaitLoop(w)
	case waking:
		r.beginSearch(w)
	case searches:
		r.searchOn(w)
	case arrives:
		r.arrive(w)
	}
}

// proceed goes through the steps of w from pc on, up to the next that takes time.
func (r *replay) proceed(w *player) {
	for w.pc < w.last {
		s := &r.steps[w.pc]
		switch s.kind {
		case stepRun:
			w.pc++
			r.strand(w, s.site, s.seconds)
			return
		case stepFork:
			r.fork(w)
			w.pc++
		case stepBranch:
			if !r.join(w, s) {
				return
			}
		case stepSpawn:
			r.spawn(w, s)
		case stepEnd:
			r.taskEnds(w, s)
		case stepGather:
			if !r.gather(w, s) {
				return
			}
		case stepLoop:
			if r.loop(w, s) {
				return
			}
		case stepCall:
			if r.depth++; r.depth == 1 && !r.inside {
				r.enter(w)
			}
			w.pc++
		case stepReturn:
			if r.depth--; r.depth == 0 && !r.inside {
				r.leave(w)
			}
			w.pc++
		default:
			w.pc++
		}
	}
	r.segmentEnds(w)
}

// strand lets w work for a while.
func (r *replay) strand(w *player, site int32, seconds float64) {
	if seconds > 0 {
		w.chain = r.chains.add(w.chain, site, seconds)
	}
	seconds, w.owed = seconds+w.owed, 0
	r.after(w, seconds, doing)
}

// segmentEnds reports what w has run, and looks for something else.
func (r *replay) segmentEnds(w *player) {
	switch w.kind {
	case mainPart:
		r.ended = true
		r.now += w.owed
		return
	case stolen:
		r.report(w)
	case task:
		r.countTask(w, r.steps[w.pc].of, true)
	case share:
		r.shareEnds(w)
	}
	r.next(w)
}

// next is a resident's life between two segments.
func (r *replay) next(w *player) {
	if w.tasks.len() > 0 {
		if w.tokenless && r.free > 0 {
			r.free--
			w.tokenless = false
		}
		if !w.tokenless && !r.payDebt(w) {
			r.begin(w, task, w.tasks.youngest())
			r.show(w)
			return
		}
		r.flush(w)
	}
	if w.tokenless || r.payDebt(w) {
		r.rest(w)
		return
	}
	r.searching++
	r.starved = false
	r.beginSearch(w)
}

// begin starts a segment of w: the branch of a fork, or a spawned task.
func (r *replay) begin(w *player, kind segment, at int32) {
	w.kind, w.pc, w.last = kind, at+1, r.steps[at].to
	w.stack, w.back = w.stack[:0], w.back[:0]
	w.top, w.split = 0, 0
	seconds := w.owed
	w.owed = 0
	r.after(w, seconds, doing)
}

// enter makes the guest a worker, leave makes it none.
func (r *replay) enter(w *player) {
	r.free--
	w.demand.Anew()
	r.asked.set(w.id)
}

func (r *replay) leave(w *player) { r.yieldToken(w) }
