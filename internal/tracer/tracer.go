package tracer

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/event"
)

// A Sink gets the events of all lines in the order of time: one call at a time. An event is the
// Sink's until Add returns.
type Sink interface {
	// Line tells of a line before its first event. IDs count from 0 on; of Outside nobody tells.
	Line(id int, name string, guest bool)
	Add(line int, e *event.Event)
	// Resize says that n workers may run from that time on.
	Resize(at int64, n int)
	// Unit returns how long a piece of work takes, or 0 if that is not known yet.
	Unit() time.Duration
}

// Config says what a recording is to do.
type Config struct {
	Sink    Sink
	Workers int  // how many may run
	Solo    bool // hold the other workers now and then

	// Nudge asks all owners for their private work; nil: nobody does. Called every few milliseconds.
	Nudge func()
}

// Tracer is a recording of one pool, from New to Stop. Safe for concurrent use.
//
//	T1  A line has one writer: it is some worker's, or in free.
//	T2  Only the holder of round.mu reads lines, and calls the Sink.
type Tracer struct {
	config Config
	serial uint64 // which recording of the process it is, from 1 on
	began  time.Time
	over   atomic.Bool // no worker adds to its line any more, but one event that was on its way
	ticker ticker
	solo   solo

	lines struct {
		mu   sync.Mutex
		all  []*Line
		free [2][]*Line // of workers that are gone: residents', guests'
	}
	outside struct {
		mu   sync.Mutex
		line *event.Line // of the program outside of any worker
	}
	texts struct {
		mu   sync.Mutex
		list []string
	}
	round round
}

var recordings atomic.Uint64 // that have begun in this process

// New begins a recording.
func New(config Config) *Tracer {
	t := &Tracer{config: config, serial: recordings.Add(1), began: time.Now()}
	t.outside.line = event.NewLine(Outside, "outside", true, t.began, t.outsideFull)
	t.solo.init(t)
	t.ticker.start(t)
	return t
}

// Began returns when the recording began.
func (t *Tracer) Began() time.Time { return t.began }

// Now returns the recording's time in nanoseconds.
func (t *Tracer) Now() int64 { return int64(time.Since(t.began)) }

// Line returns a line for a worker that has none: a guest's or a resident's. The worker gives it
// back by Line.Free, or keeps it until the recording ends.
func (t *Tracer) Line(guest bool) *Line {
	t.lines.mu.Lock()
	defer t.lines.mu.Unlock()
	free := &t.lines.free[kind(guest)]
	if n := len(*free); n > 0 {
		l := (*free)[n-1]
		*free = (*free)[:n-1]
		return l
	}
	l := &Line{tracer: t}
	l.events = event.NewLine(len(t.lines.all), t.name(guest), guest, t.began, l.full)
	t.lines.all = append(t.lines.all, l)
	return l
}

// name returns a name for the next line. Under lines.mu.
func (t *Tracer) name(guest bool) string {
	n := 1
	for _, l := range t.lines.all {
		if l.events.Guest == guest {
			n++
		}
	}
	if guest {
		return fmt.Sprintf("caller %d", n)
	}
	return fmt.Sprintf("worker %d", n)
}

func kind(guest bool) int {
	if guest {
		return 1
	}
	return 0
}

// snapshot returns all lines there are.
func (t *Tracer) snapshot() []*Line {
	t.lines.mu.Lock()
	defer t.lines.mu.Unlock()
	return slices.Clip(t.lines.all)
}

// Over reports whether the recording has ended.
func (t *Tracer) Over() bool { return t.over.Load() }

// Stop ends the recording and returns when: after all events that happened before have gone to
// the Sink, which the tracer does not use any more. To be called once.
func (t *Tracer) Stop() (end int64) {
	t.ticker.stop()
	t.solo.end()
	end = t.Now()
	t.over.Store(true) // ORDER: none: an event that is on its way stays in its line
	t.round.mu.Lock()
	defer t.round.mu.Unlock()
	t.merge(end)
	t.config.Sink = nil // workers may refer to t for long
	t.round.heap = nil
	t.lines.mu.Lock()
	defer t.lines.mu.Unlock()
	t.lines.all, t.lines.free = nil, [2][]*Line{}
	return end
}

// mostTexts is how many texts a recording keeps: arbitrary.
const mostTexts = 64

// Note keeps a text and returns its number, for an event to name it by; 0 if there are too many.
func (t *Tracer) Note(text string) uint64 {
	t.texts.mu.Lock()
	defer t.texts.mu.Unlock()
	if len(t.texts.list) >= mostTexts {
		return 0
	}
	t.texts.list = append(t.texts.list, text)
	return uint64(len(t.texts.list))
}

// Cost returns how many nanoseconds of processor time the rounds took. In While, or after Stop.
func (t *Tracer) Cost() int64 { return t.round.cost }

// Text returns the text of that number, or "".
func (t *Tracer) Text(number uint64) string {
	t.texts.mu.Lock()
	defer t.texts.mu.Unlock()
	if number == 0 || number > uint64(len(t.texts.list)) {
		return ""
	}
	return t.texts.list[number-1]
}

// Resize notes that n workers may run from now on.
func (t *Tracer) Resize(n int) {
	t.While(func(now int64) { t.config.Sink.Resize(now, n) })
}

// While runs f while no round is made, with the time up to which the Sink knows everything: so f
// may use the Sink. It reports false if the recording is over.
func (t *Tracer) While(f func(now int64)) bool {
	t.round.mu.Lock()
	defer t.round.mu.Unlock()
	if t.over.Load() {
		return false
	}
	now := t.Now()
	t.merge(now)
	f(now)
	return true
}
