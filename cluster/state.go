package cluster

import (
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// # The life of a job
//
//	  found       fill: all are stored        the last outcome is recorded
//	---------> submitting ----------------> open -------------------------> ended
//	               |                        |  ^                              |
//	               |      Job.cancel        |  +--- revive, of a dead letter -+
//	               +-----------+------------+
//	                           v
//	                       cancelled
//
// Forget removes the record, whatever the state: then there is no such job. A job of Calls is
// submitting until it is closed. jobRecord.state is the one place that says which state it is.

// A JobState is where a job is in its life: one of the constants.
type JobState string

// The states of a job.
const (
	JobSubmitting JobState = "submitting" // its submitter has not stored all of its tasks
	JobOpen       JobState = "open"       // all are stored, and not all have ended
	JobEnded      JobState = "ended"
	JobCancelled  JobState = "cancelled"
)

func (s JobState) String() string { return string(s) }

// state says where a job is. left says whether a task that was stored has not ended.
func (r jobRecord) state(left bool) JobState {
	switch {
	case r.Cancelled:
		return JobCancelled
	case r.Tasks < 0:
		return JobSubmitting
	case left:
		return JobOpen
	}
	return JobEnded
}

// cancelled and submitting are state, where it does not matter whether tasks are left.
func (r jobRecord) cancelled() bool  { return r.state(true) == JobCancelled }
func (r jobRecord) submitting() bool { return r.state(true) == JobSubmitting }

// State is where the job was when it was listed, by its numbers: tasks that others spawned may still
// wait when as many tasks have ended as were submitted. Explain and Cancel look for those.
func (j JobInfo) State() JobState {
	return jobRecord{Tasks: j.Tasks, Cancelled: j.Cancelled}.state(j.Done < j.Tasks)
}

// # The life of a task
//
//	submitting, full
//	   | flush: it is stored
//	   v             hold             next            record
//	 waits ----------------> held ----------> running ---------> done
//	   ^ ^ ^                  |                |  |  |   bury
//	   | | +--- given back ---+----------------+  |  +---------> dead
//	   | +----- its delay is over --- retry <-----+ fail           |
//	   +------- revive --------------------------------------------+
//
// A task that waits is nobody, nohandler, resting or queued, by the nodes that there are. One that is
// held or runs is leased instead while no node answers for it; it waits again when its lease ends.
// What a task spawns begins to wait when that task is done. One that the store has lost is nowhere:
// see lost.go. All that have no outcome are cancelled with their job. taskFacts.state is the one place
// that says which state it is; what a node does with the lease is in hold.go.

// A State is where a task is in its life, or what Explain says of a job: one of the constants.
type State string

// The states: where a task or a job can be.
const (
	StateUnknown    State = "unknown"    // no such job or task
	StateSubmitting State = "submitting" // its submitter has not stored it yet, or not all of it
	StateFull       State = "full"       // the same, because the server's storage is full
	StateCancelled  State = "cancelled"
	StateDone       State = "done"
	StateDead       State = "dead"      // its last attempt failed
	StateLost       State = "lost"      // by the store: it neither waits nor has it ended
	StateRunning    State = "running"   // on Node
	StateHeld       State = "held"      // by Node, which has not started it
	StateRetry      State = "retry"     // waits for Next
	StateNobody     State = "nobody"    // no node has joined
	StateNoHandler  State = "nohandler" // none of the nodes has the handler
	StateResting    State = "resting"   // all nodes with the handler rest or drain
	StateLeased     State = "leased"    // by a node that does not answer
	StateQueued     State = "queued"    // in the shared queue
)

func (s State) String() string { return string(s) }

// taskFacts is what is known of a task. The steps of explainTask learn it bit by bit, the cheapest
// first, and stop when it says the state.
type taskFacts struct {
	envelope           // the task's if it is stored; else only what names it
	job      jobRecord // of its job
	end      *outcome  // that is recorded
	ended    time.Time // when it was
	stored   bool      // it is in a queue, whether or not a node has it
	lost     bool      // it neither is nor has an outcome, and should
	parent   *outcome  // of one that is not stored, if another spawned it and has ended
	full     bool      // the server's storage, for one that is not stored
	why      string    // its job is not submitted whole

	held     *holding // what a node says that has it
	busy     bool     // all slots of that node are
	starts   startsRecord
	nodes    []NodeInfo // not nil when they are known
	lease    time.Duration
	position uint64                  // in the stream of all tasks
	queue    *jetstream.ConsumerInfo // nil until it is known
	urgent   int                     // tasks that go before those of queue
}

// state says where a task is, or "" if that is not known yet.
func (f *taskFacts) state(now time.Time) State {
	switch {
	case f.end != nil:
		return f.end.state()
	case f.job.cancelled():
		return StateCancelled
	case f.lost:
		return StateLost
	case !f.stored && (f.spawned() || !f.job.submitting()):
		return StateUnknown
	case !f.stored && f.full:
		return StateFull
	case !f.stored:
		return StateSubmitting
	case f.held != nil:
		return f.held.state()
	case f.starts.Next.After(now):
		return StateRetry
	case f.nodes == nil:
		return ""
	case len(f.nodes) == 0:
		return StateNobody
	case len(f.able()) == 0:
		return StateNoHandler
	case !slices.ContainsFunc(f.able(), NodeInfo.works):
		return StateResting
	case f.queue == nil:
		return ""
	case f.position <= f.queue.Delivered.Stream:
		return StateLeased
	}
	return StateQueued
}

// spawned reports whether another task spawns the task.
func (f *taskFacts) spawned() bool { return strings.Contains(f.ID, ".") }

// able lists the nodes that have the task's handler.
func (f *taskFacts) able() (able []NodeInfo) {
	for _, n := range f.nodes {
		if slices.Contains(n.Handlers, f.Handler) {
			able = append(able, n)
		}
	}
	return able
}

// works reports whether a node takes tasks: it neither rests nor drains.
func (n NodeInfo) works() bool { return n.State == working }

// state is what a recorded outcome says: StateDone or StateDead.
func (o outcome) state() State {
	if o.Failed {
		return StateDead
	}
	return StateDone
}

// state is what the node says that has the task: StateHeld or StateRunning.
func (h holding) state() State {
	if phase(h.State) == isQueued {
		return StateHeld
	}
	return StateRunning
}
