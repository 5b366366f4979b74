package explore

import "errors"

// X is one run as its scenario sees it.
type X struct {
	run       *runner // nil under Chaos
	chaos     *chaosRun
	ends      []func() error
	quiescent func() error
	stopped   []func() error
	lives     []*Life
}

// Go runs f as a thread that must end: a run in which it stays blocked is a
// deadlock. So is one in which thread 0, the scenario itself, stays blocked.
func (x *X) Go(f func()) { x.start(f, true) }

// Daemon runs f as a thread that may stay blocked, as those do that the code
// under test starts itself.
func (x *X) Daemon(f func()) { x.start(f, false) }

func (x *X) start(f func(), must bool) {
	if x.chaos != nil {
		x.chaos.start(f, must)
		return
	}
	start(f, must)
}

// OnEnd adds a check of the final state. It runs after the last step, once all
// threads that must end have ended; what it reads needs no synchronization.
// Thread 0 only.
func (x *X) OnEnd(check func() error) { x.ends = append(x.ends, check) }

// Quiescent says that daemons may be left blocked when all else has ended, if
// ok returns nil then. Without it that is a deadlock.
//
//go:norace
func (x *X) Quiescent(ok func() error) { x.quiescent = ok }

// Late says that in this run a wait for some time at most, park.Parker's ParkFor, is over as soon as the
// thread comes to it, unless what it waits for is on its way. The thread may come to it at any time, so that
// is all that can happen. Thread 0 only, before it starts another.
//
//go:norace
func (x *X) Late() {
	if x.run != nil {
		x.run.late = true
	}
}

// Interval runs f, an operation of the calling thread, and returns the steps of
// its first and of its last access to anything shared: as narrow as a
// linearizability check may assume.
func (x *X) Interval(f func()) (call, ret int64) {
	if x.run == nil {
		return x.chaos.interval(f)
	}
	from := beginInterval()
	f()
	return endInterval(from)
}

//go:norace
func (x *X) mayBlock() bool { return x.quiescent != nil }

// check runs the scenario's own judgement of a run that came to its end.
func (x *X) check(blocked bool) error {
	if blocked && x.quiescent != nil {
		if err := x.quiescent(); err != nil {
			return errors.Join(errors.New("blocked, and not quiescent"), err)
		}
	}
	for _, end := range x.ends {
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}
