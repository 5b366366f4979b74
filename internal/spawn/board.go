package spawn

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// Board is what a pool has of spawned tasks beside those of its workers: the tasks in
// inboxes, and the timer that looks after them. Anyone.
//
//	B1  A scope is in the injector while its inbox holds tasks, under both their locks.
//	B2  At most one timer runs (park.Lookout).
//	B3  While an inbox holds tasks, or a queue some that came from an inbox or that a Go of the facade put
//	    there, the timer runs.
type Board struct {
	Crew     *crew.Crew
	injector injector
	_        pad.Line     // what follows is read in each steal, and written seldom
	attended park.Lookout // a timer looks after the inboxes, see Attend
	_        pad.Line

	attendance attendance
}

func (b *Board) Init(c *crew.Crew) { b.Crew, b.attendance.board = c, b }

// Any reports whether an inbox holds tasks.
func (b *Board) Any() bool { return b.injector.size.Load() > 0 }

// Waiting counts the tasks in the inboxes.
func (b *Board) Waiting() int { return b.injector.len() }
