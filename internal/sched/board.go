package sched

import "sync/atomic"

// board is what a pool has of spawned tasks beside those of its workers: the tasks in
// inboxes, and whoever looks after them.
type board struct {
	crew      *Crew
	injector  injector
	attending atomic.Bool // somebody looks after the inboxes, see attend
}

func (p *board) init(crew *Crew) { p.crew = crew }

// any reports whether an inbox holds tasks.
func (p *board) any() bool { return p.injector.size.Load() > 0 }

// Waiting counts the tasks in the inboxes.
func (p *board) Waiting() int { return p.injector.len() }
