package watch

import (
	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/replay"
)

// Event is what a worker tells a recording.
type Event = event.Kind

// Some of them.
const (
	Leave, Retire               = event.Leave, event.Retire
	Seek, Sleep, Wake           = event.Seek, event.Sleep, event.Wake
	Unblock                     = event.Unblock
	Await, Joined, Retake, Drop = event.Await, event.Joined, event.Retake, event.Drop
	Gather, Gathered            = event.Gather, event.Gathered
	Finish, Finished, End       = event.Finish, event.Finished, event.End
)

// The parts of work that begin and end.
const (
	Stolen = event.Stolen // a frame
	Share  = event.Share  // of a loop
	Task   = event.Task   // a spawned one
)

// Director decides which goroutine of a pool runs.
type Director = direct.Director

// The words of steal schedules.
type (
	Schedule = replay.Schedule // of a process, or of one pool
	Steals   = replay.Pool     // what a pool has of one
	Taken    = replay.Kind     // what can be taken
	Take     = replay.Take     // of it, by one worker
	Place    = replay.Place    // names an event of a run
	Notes    = replay.Notes    // of one worker
	Turns    = replay.Turns    // of the takes of a limited loop or scope
)

// What can be taken.
const (
	TakeCall  = replay.Call
	TakeFork  = replay.Fork
	TakeRange = replay.Range
	TakeTask  = replay.Task
)

// At is where another goroutine of a directed pool may have its turn.
type At = direct.At

// Those places.
const (
	AtBegin, AtEnd    = direct.Begin, direct.End
	AtFork, AtJoin    = direct.Fork, direct.Join
	AtPoll, AtStep    = direct.Poll, direct.Step
	AtSpawn, AtSearch = direct.Spawn, direct.Search
)
