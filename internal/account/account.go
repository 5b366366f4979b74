package account

import (
	"time"

	"github.com/skua-go/skua/internal/account/dag"
	"github.com/skua-go/skua/internal/account/pieces"
	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

// Config says what is recorded.
type Config struct {
	Workers  int           // places
	Handover time.Duration // what it takes at best to hand work to an idle worker; 0: 50 µs
}

// handover is the Config's default: what a wake-up and a claim take on the processors where it
// was measured, two virtual ones.
const handover = 50 * time.Microsecond

// Account is what the events so far add up to.
//
//	A1  now never falls: a late event counts as one of now.
//	A2  Each line is in one mode, and gauge.running counts those in Work or Over.
//	A3  gauge.ready is the number of forks and tasks that wait for a worker, and of those indices
//	    of loops that nobody has reserved, but no more of one loop than there are places, and of a loop
//	    or scope with a limit no more than may begin.
type Account struct {
	now      int64
	frozen   int64 // how much later the recording's time is
	handover int64
	gauge    gauge
	lines    []*line // by ID
	outside  *line   // the program, outside any call
	inside   int     // calls from outside that are inside
	calls    int64
	events   int64
	peak     int             // the most places that there were
	resized  []trace.Resized // how many there were, if that changed
	unseen   bool            // not all forks were recorded
	clockOn  int64           // nanoseconds on processors of strands whose thread is known and did not wait
	clockOff int64           // and off them

	// As of the last report.
	waited    float64 // the share of sites' moved that was off the processor
	slept     float64 // seconds in which the program outside of calls was
	unnoticed float64 // the share of the strands with a clock that was

	sites  []*site
	bySite []int // the event's number to the index in sites, which is 0 if there is none

	ordered []int // the indices of sites as in the last report

	forks     map[uint64]*fork
	spare     []*fork // for the next ones
	tasks     pieces.Waiting[group]
	scopes    map[uint64]*scope
	lastScope *scope // that was asked for last; or nil
	loops     map[uint64]*loop

	spareLoops []*loop // for the next ones

	columns columns
	moments moments
	dag     dag.Dag
	latency pieces.Histogram
	size    pieces.Histogram
	panics  []panicked
}

// New returns an account that begins at time 0 with the program outside of any call.
func New(c Config) *Account {
	if c.Handover == 0 {
		c.Handover = handover
	}
	a := &Account{
		handover: int64(c.Handover),
		forks:    map[uint64]*fork{},
		scopes:   map[uint64]*scope{}, loops: map[uint64]*loop{},
	}
	a.sites = []*site{{event: 0, kind: outsideSite}}
	a.bySite = []int{0}
	a.gauge.places, a.peak, a.gauge.handover = c.Workers, c.Workers, float64(a.handover)
	a.columns.init()
	a.dag.Init()
	a.outside = &line{name: "outside"}
	a.outside.strand = strand{out: a.dag.Root()}
	a.set(a.outside, event.Work)
	return a
}

// Line announces the line of that ID.
func (a *Account) Line(id int, name string, guest bool) {
	for len(a.lines) <= id {
		a.lines = append(a.lines, &line{id: len(a.lines), strand: strand{out: a.dag.Nowhere()}})
	}
	l := a.lines[id]
	l.name, l.guest = name, guest
	a.columns.add(l)
}

// Resize makes n the number of places from at on.
func (a *Account) Resize(at int64, n int) {
	a.advance(at)
	if len(a.resized) == 0 {
		a.resized = []trace.Resized{{At: 0, Workers: a.gauge.places}}
	}
	if len(a.resized) < maxResized {
		a.resized = append(a.resized, trace.Resized{At: seconds(a.now), Workers: n})
	}
	a.gauge.places, a.peak = n, max(a.peak, n)
}

// maxResized bounds the changes of a pool's size that a report tells. Arbitrary.
const maxResized = 64

// Freeze says that from now on the recorder has the program, which is outside of any call, until
// Thaw or until a call comes in and ends.
func (a *Account) Freeze() {
	if a.inside == 0 && !a.gauge.frozen {
		a.set(a.outside, event.Away)
		a.gauge.frozen = true
	}
}

// Thaw gives the program back at that time.
func (a *Account) Thaw(at int64) {
	a.advance(at)
	if a.gauge.frozen {
		a.gauge.frozen = false
		if a.inside == 0 {
			a.set(a.outside, event.Work)
		}
	}
}

// Unseen says that some forks were not recorded, so the span may be less than what comes out.
func (a *Account) Unseen() { a.unseen = true }

// Add reads the next event.
func (a *Account) Add(id int, e *event.Event) {
	a.advance(e.At)
	a.events++
	if id < 0 { // tracer.Outside
		a.taskEvent(a.outside, e)
		return
	}
	if id >= len(a.lines) || a.lines[id].name == "" {
		a.Line(id, "worker", false)
	}
	l := a.lines[id]
	late := a.now - (e.At - a.frozen)
	if e.Kind == event.Off {
		l.isOff(e)
	} else {
		l.off += late // the strand that ends is longer by that, in which its thread was interrupted
		a.handle(l, e)
		l.late = late
	}
	a.moments.add(a, l, e)
}

// advance integrates up to the time at, if that is later than now. While the recorder has the program
// and nothing runs, no time passes.
func (a *Account) advance(at int64) {
	if at -= a.frozen; at > a.now {
		if a.gauge.frozen && a.gauge.running+a.gauge.paused == 0 {
			a.frozen += at - a.now
			return
		}
		a.gauge.advance(at - a.now)
		a.columns.ready(a.now, at, a.gauge.ready)
		a.moments.advance(a, a.now, at)
		a.now = at
	}
}

func (a *Account) handle(l *line, e *event.Event) {
	switch e.Kind {
	case event.Enter:
		a.enter(l, e)
	case event.Leave:
		a.leave(l)
	case event.Begin:
		a.begin(l, e)
	case event.End:
		a.end(l, e)
	case event.Start, event.Unblock:
		a.set(l, event.Work)
		l.leaf = true
	case event.Seek, event.Wake:
		if l.mode != event.Search {
			l.sought = a.now
		}
		a.set(l, event.Search)
	case event.Stole:
		a.stole(l, int(e.N))
	case event.Sleep:
		a.set(l, event.Asleep)
	case event.Retire:
		a.set(l, event.Away)
	case event.Block:
		a.set(l, event.Blocking)
	case event.Pause:
		l.before, l.reads = l.mode, e.N
		a.gauge.reading += int(l.reads)
		a.set(l, event.Paused)
	case event.Resume:
		if l.mode == event.Paused {
			a.gauge.reading -= int(l.reads)
			a.set(l, l.before)
		}
	case event.Panic:
		a.panicked(l, e)
	case event.Fork, event.Retake, event.Await, event.Joined, event.Drop:
		a.forkEvent(l, e)
	case event.Spawn, event.Gather, event.Gathered:
		a.taskEvent(l, e)
	case event.Loop, event.Chunk, event.Finish, event.Finished:
		a.loopEvent(l, e)
	}
}

func (a *Account) stole(l *line, victim int) {
	if l.mode == event.Search {
		a.latency.Add(a.now-l.sought, 1)
	}
	l.steals++
	if victim >= 0 && victim < len(a.lines) {
		for len(l.from) <= victim {
			l.from = append(l.from, 0)
		}
		l.from[victim]++
	}
	a.set(l, event.Over)
}

// maxPanics bounds the panics that a report names. Arbitrary.
const maxPanics = 64

type panicked struct {
	at   int64
	line int
	site int
	text uint64
}

func (a *Account) panicked(l *line, e *event.Event) {
	if len(a.panics) < maxPanics {
		a.panics = append(a.panics, panicked{a.now, l.id, a.siteOr(l, e, callSite), e.Ref})
	}
}
