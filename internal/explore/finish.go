package explore

import (
	"errors"
	"fmt"
)

// What a run can fail of besides its own checks and panics.
var (
	ErrDeadlock  = errors.New("deadlock")
	ErrLivelock  = errors.New("livelock")
	ErrDiverged  = errors.New("the run depends on something besides the schedule")
	ErrRace      = errors.New("data race, reported above")
	ErrNoSteps   = errors.New("no step at all: built without the overlay?")
	errManyFresh = fmt.Errorf("more than %d threads", maxThreads)
)

// PanicError is a panic that no code under test recovered.
type PanicError struct {
	Thread int
	Value  any
}

func (e *PanicError) Error() string { return fmt.Sprintf("thread %d panicked: %v", e.Thread, e.Value) }

// finish judges the run, unwinds what is left of it, and reports whether
// another one is to follow.
func (r *runner) finish() bool {
	races := raceErrors()
	if !r.judged && (r.ending == finished || r.ending == blocked) {
		r.judge()
	}
	if r.logging {
		r.rest()
	}
	r.kill()
	if r.ending != failed && races > r.engine.races {
		r.fail(ErrRace)
	}
	r.engine.races = raceErrors()
	r.result.Runs++
	r.result.Steps += len(r.schedule)
	if r.ending != pruned && r.fair() {
		r.result.Cut++
	}
	if r.ending == pruned {
		r.result.Pruned++
	}
	if r.ending == failed {
		r.result.Failure = &Failure{
			Err: r.err, Schedule: r.crashes.prefix() + formatSchedule(r.schedule), Stack: r.stack,
			Mode: r.Mode, Seed: r.Seed, Run: r.result.Runs,
		}
		return false
	}
	if r.Traces && r.ending != pruned {
		r.result.seen[r.fingerprint()] = struct{}{}
	}
	if r.crashes.lives > 0 && r.crashes.at == nil && r.systematic() {
		return false // there is a search for each choice of crashes
	}
	if !r.search.advance() {
		r.result.Exhausted = r.result.Cut == 0 && (r.Mode == DFS || r.Mode == DPOR) && r.Replay == ""
		return false
	}
	return !r.enough(r.result)
}

// enough reports whether the limits end an exploration that has come so far.
func (o Options) enough(sofar Result) bool {
	return o.MaxRuns > 0 && sofar.Runs >= o.MaxRuns || o.MaxWork > 0 && sofar.Steps >= o.MaxWork
}

// judge lets the scenario check the final state.
func (r *runner) judge() {
	r.judged = true
	if len(r.schedule) == 0 {
		r.fail(ErrNoSteps)
		return
	}
	r.guard(func() error { return r.x.check(r.ending == blocked) })
}

// guard runs a check of the scenario and lets the run fail with it.
func (r *runner) guard(check func() error) {
	ok := false
	cur := r.cur
	r.cur = nil
	defer func() {
		r.cur = cur
		if p := recover(); p != nil {
			r.fail(fmt.Errorf("a check panicked: %v", p))
		} else if !ok {
			r.fail(errors.New("a check called runtime.Goexit"))
		}
	}()
	r.engine.seeAll()
	if err := check(); err != nil {
		r.fail(err)
	}
	ok = true
}
