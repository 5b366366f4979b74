package batch

import (
	"iter"
	"time"
)

// An Item is one unit of a batch: a picture, or a command line.
type Item struct {
	Seq     int              // from 1, in the order in which items were made; the joblog's Seq
	First   int              // the first of the inputs that it covers, from 0; the items of a batch leave none out
	Inputs  int              // how many inputs it covers: 1, or more for a command with many arguments
	Label   string           // the joblog's Command
	Labels  iter.Seq[string] // what Label is in each slot, if that depends on the slot; else nil
	Tag     string           // what Config.Tag puts before its lines
	Weight  float64          // expected cost in any unit; 0 if unknown
	Memory  int64            // bytes that it needs while it runs; 0 if unknown
	Payload any              // what to do; hosts know the type

	// A source that makes new items of one that came back copies these two.
	Attempt int // the execution that runs or is next, from 1
	Lost    int // how often its host was lost while it had the item

	// Timeout is how long this execution may take, 0 for ever. Run sets it. A host whose
	// Ahead is not 0 sees to it by itself, from when the item starts; for other hosts the
	// context of Run ends with the cause ErrTimeout.
	Timeout time.Duration
}

// A State says how an execution of an item ended.
type State int

// The states of an Outcome.
const (
	Ended       State = iota // it ran; Exit, Signal and Err say how it went
	GivenBack                // it was not started and may run elsewhere
	HostLost                 // its host died or cannot be reached; it may have run
	Interrupted              // it was killed because the batch ends early
)

// An Outcome is how an execution of an item ended.
type Outcome struct {
	State    State
	Host     string // where it ran: the joblog's Host, ":" for this machine; empty is the Host's name
	Start    time.Time
	Took     time.Duration
	Sent     int64 // bytes of files sent to the host
	Received int64 // bytes of files that came back; Run adds what the item printed
	Exit     int   // exit code, 0 if all went well
	Signal   int   // number of the signal that ended it, 0 if none
	TimedOut bool
	MaxRSS   int64  // most memory that it used, in bytes; 0 if unknown
	Err      error  // why it failed, if its exit code and what it printed do not say
	Note     string // what the summary counts it under, as "up to date"
}

// OK tells whether the item succeeded.
func (o *Outcome) OK() bool {
	return o.State == Ended && o.Exit == 0 && o.Signal == 0 && !o.TimedOut && o.Err == nil
}
