package event

import (
	"sync/atomic"
	"time"
)

// chunkLen is how many events a Line holds in one piece of memory: 32 KB. Arbitrary.
const chunkLen = 1024

// Line is the history of one worker, as far as the reader has not taken it yet. The goroutine
// that runs the worker writes; one reader at a time reads, whoever that is.
//
//	E1  The events of a chunk below its n are complete and never change.
//	E2  A chunk that has a next one is full.
//	E3  An event is in the line before anything can be seen of what it tells, and its time was
//	    read before that: so if an event's time is before a reader looked at its clock, all
//	    events that it depends on are in their lines when the reader looks there.
type Line struct {
	ID    int  // its place among the lines of the recording
	Guest bool // of a caller from outside
	Name  string

	began time.Time     // of the recording
	full  func(l *Line) // called by the writer when a chunk is full

	last *chunk // the writer's
	n    int    // events in last: the writer's

	first *chunk // the reader's
	read  int    // events of first that were read

	spare atomic.Pointer[chunk] // one that was read, for the writer

	behind atomic.Int64 // chunks that are full and not read
}

type chunk struct {
	events [chunkLen]Event
	n      atomic.Int64
	next   atomic.Pointer[chunk]
}

// NewLine returns an empty line of a recording that began at that time. The writer calls full
// after each chunk that it has filled, outside of Put.
func NewLine(id int, name string, guest bool, began time.Time, full func(l *Line)) *Line {
	c := new(chunk)
	return &Line{ID: id, Name: name, Guest: guest, began: began, full: full, last: c, first: c}
}

// Now returns the recording's time in nanoseconds. Anyone.
func (l *Line) Now() int64 { return int64(time.Since(l.began)) }

// Put adds an event, whose time is not before the last one's. Writer only.
func (l *Line) Put(e Event) {
	c := l.last
	c.events[l.n] = e
	l.n++
	// ORDER: the event before the number that shows it (E1).
	c.n.Store(int64(l.n))
	if l.n == chunkLen {
		l.grow()
	}
}

func (l *Line) grow() {
	c := l.spare.Swap(nil) // ORDER: against the reader's Store: what it gave it has emptied
	if c == nil {
		c = new(chunk)
	}
	// ORDER: the new chunk is empty before the reader can find it.
	l.last.next.Store(c)
	l.last, l.n = c, 0
	l.behind.Add(1) // ORDER: a count only: how far the reader is behind
	l.full(l)
}

// Behind returns how many full chunks the reader has not read. Anyone.
func (l *Line) Behind() int { return int(l.behind.Load()) }

// Next returns the oldest event that was not read, if there is one, and keeps it. Reader only.
func (l *Line) Next() (e *Event, ok bool) {
	for {
		c := l.first
		if l.read < int(c.n.Load()) {
			return &c.events[l.read], true
		}
		if l.read < chunkLen {
			return nil, false
		}
		next := c.next.Load()
		if next == nil {
			return nil, false
		}
		c.n.Store(0) // ORDER: no other goroutine has c here: the writer went on, and it is not spare yet
		c.next.Store(nil)
		l.spare.Store(c) // ORDER: empty before the writer takes it; its events were all read
		l.first, l.read = next, 0
		l.behind.Add(-1) // ORDER: a count only
	}
}

// Took removes the event that Next returned. Reader only.
func (l *Line) Took() { l.read++ }
