package direct

import (
	"sync"
	"time"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/self"
)

// Director decides which goroutine of a pool runs: one at a time, by its plan. doc.go has the rules.
// The methods that the pool calls may be called on a nil Director, of a pool that is not directed;
// they do nothing then but what their comments say. Safe for concurrent use.
//
// Invariants, under mu:
//
//	B1  now has the baton; it is in no list. If it is nil, nobody has the baton.
//	B2  ready are those that could run, ordered by since, then by id. Each waits for its turn.
//	B3  A runner is now, or ready, or parked, or outside, and one of these.
//	B4  outside is how many are outside; stuck is how many of these are in a task and have not said so.
//	B5  steps grows with all that a runner does but polls: where it stands still, nothing moves.
type Director struct {
	plan    plan
	seed    uint64
	pool    any // of the program: constant while that runs
	limits  Limits
	trouble chan Trouble // has room for one; see Troubles
	ended   chan struct{}

	mu       sync.Mutex
	now      *runner
	ready    []*runner
	parked   map[*park.Parker]*runner
	permits  map[*park.Parker]bool // given and not taken yet
	known    map[uintptr]*runner   // by self.Goroutine
	made     int                   // runners so far
	left     map[uint64]bool       // numbers of goroutines that were runners; of those that have ended, too
	restless map[uint64]bool       // those of goroutines for which settle need not wait
	outside  int
	moves    uint64 // of outside
	settling int    // runners that wait for those outside
	cheap    int    // looks of settle at numbers of goroutines before one at stacks
	stuck    int
	steps    uint64
	begun    uint64        // tasks
	seconds  time.Duration // see Clock
	dirty    bool          // user code may have run since settle
	forced   bool          // stuck runners had to wait until a thief came: thieves may run while there are some
	told     bool          // there was a Trouble
	count    Count
	final    *Count // when Run has returned
	log      []Switch
}

// runner is a goroutine of the pool: a resident's, or that of a caller.
type runner struct {
	id       int
	number   uint64 // of the goroutine, as stacks have it
	turn     chan struct{}
	resident bool
	program  bool   // runs the program: one of its calls is Run's
	calls    int    // into the pool, one inside the other; of a caller
	blocking []int  // how many calls there were when it began to run functions in Blocking, one inside the other
	thief    bool   // looks for work, and has none
	quiet    bool   // runs no task before its next point
	since    uint64 // the point since which it is ready
	polls    int    // in a row
	rank     int64  // for plans that have ranks

	state  state
	where  string // while it is stuck: the stack that showed that
	forced bool   // stuck when thieves were let come, and
	begun  uint64 // how many tasks had begun then
}

type state int

const (
	running state = iota
	waiting       // for its turn: ready
	parked        // in a Parker
	away          // outside: inside Blocking, or in no task
	stuck         // outside, in a task, and did not say so
)

// Count is what happened so far.
type Count struct {
	Points   uint64 // at which the baton could change hands
	Switches uint64 // at which it did although its holder could go on
	Trace    uint64 // a hash of all choices
}

// Switch is a point at which the baton changed hands although its holder could go on.
type Switch struct {
	At    At
	Site  event.Site // where in the program
	Steal bool       // it went to a worker that looked for work
}

// logged is how many switches are kept: arbitrary.
const logged = 24

// At is where in skua a goroutine is that lets others have their turn.
type At int

const (
	Fork   At = iota // a fork's second branch can be stolen now
	Join             // before a join finds out whether it was
	Step             // between two chunks of a loop
	Spawn            // a spawned task can be taken now
	Poll             // a poll that had nothing to show
	Begin            // before a stolen or spawned task
	End              // after it, and before it is reported
	Search           // before a worker without work looks for some
)

func (a At) String() string {
	return [...]string{"fork", "join", "step of a loop", "spawn", "poll", "begin of a task", "end of a task", "search"}[a]
}

// New returns a director that goes by the schedule of that name.
func New(name string, l Limits) (*Director, error) {
	p, err := parse(name)
	if err != nil {
		return nil, err
	}
	d := &Director{
		plan: p, seed: seedOf(name), limits: l, cheap: cheap, trouble: make(chan Trouble, 1), ended: make(chan struct{}),
		parked: make(map[*park.Parker]*runner), permits: make(map[*park.Parker]bool), known: make(map[uintptr]*runner),
		left: make(map[uint64]bool), restless: make(map[uint64]bool),
	}
	directors.Add(1)
	go d.watch()
	return d, nil
}

// Stop ends the director's own goroutine. The last call.
func (d *Director) Stop() {
	directors.Add(-1)
	close(d.ended)
}

// Report returns what happened until Run has returned, and the first switches. What the pool's workers
// do after that, while the pool is closed, is no part of the schedule.
func (d *Director) Report() (Count, []Switch) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.final != nil {
		return *d.final, d.log
	}
	return d.count, d.log
}

// Seed returns what the workers' own numbers begin with, beside their number; 0 without a director.
func (d *Director) Seed() uint64 {
	if d == nil {
		return 0
	}
	return d.seed
}

// Chunk returns how many units each chunk of a loop has.
func (d *Director) Chunk() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.plan.chunk()
}

// Point lets other runners have their turn. On a goroutine that is no runner's it does nothing.
func (d *Director) Point(at At) {
	if d != nil {
		d.point(at)
	}
}

func (d *Director) point(at At) {
	me := d.lock()
	if me == nil {
		d.mu.Unlock()
		return
	}
	d.note(me, at)
	if me != d.now {
		d.comeBack(me) // before it counts: of those that come at a time none is the first
		d.mu.Lock()
		d.count.Points++
		d.mu.Unlock()
		d.goOn(me)
		return
	}
	d.count.Points++
	next := me
	if len(d.ready) > 0 {
		next = d.plan.at(at, me, d.ready)
	}
	d.mix(uint64(at), uint64(me.id), uint64(next.id))
	if next == me {
		d.dirty = d.dirty || !me.quiet
		d.mu.Unlock()
		return
	}
	d.count.Switches++
	if len(d.log) < logged && d.final == nil {
		d.log = append(d.log, Switch{at, event.SiteNumber(event.CallSite()), next.thief})
	}
	d.makeReady(me)
	d.give(next)
	d.mu.Unlock()
	<-me.turn
}

// note remembers what r does. Under mu.
func (d *Director) note(r *runner, at At) {
	switch at {
	case Begin:
		r.thief = false
		d.begun++
	case Search:
		r.thief = true
	}
	if r.polls++; at != Poll {
		r.polls = 0
		d.steps++
	}
	r.quiet = r.resident && r.calls == 0 && (at == Search || at == End)
}

// lock returns the calling goroutine's runner, or nil, when all runners outside wait or have come back.
// It leaves mu locked.
func (d *Director) lock() *runner {
	name := self.Goroutine()
	d.mu.Lock()
	if me := d.known[name]; d.dirty && d.beside() && me != nil && me == d.now {
		d.settle()
	}
	return d.known[name]
}

// makeReady puts r where it waits for its turn. Under mu.
func (d *Director) makeReady(r *runner) {
	r.state, r.since = waiting, d.count.Points
	k := len(d.ready)
	for k > 0 && d.ready[k-1].since == r.since && d.ready[k-1].id > r.id {
		k--
	}
	d.ready = append(d.ready, nil)
	copy(d.ready[k+1:], d.ready[k:])
	d.ready[k] = r
}

// give gives the baton to r, which is ready. Under mu.
func (d *Director) give(r *runner) {
	for k := range d.ready {
		if d.ready[k] == r {
			d.ready = append(d.ready[:k], d.ready[k+1:]...)
			break
		}
	}
	d.now, r.state, d.dirty = r, running, d.dirty || !r.quiet
	r.turn <- struct{}{}
}

// pass gives the baton of a runner that cannot go on, or of nobody, to one that is ready. While a runner is
// stuck, thieves must wait: whether it needs one is to be seen (watch.go). Under mu.
func (d *Director) pass() {
	d.now = nil
	if len(d.ready) == 0 || d.stuck > 0 && !d.forced && !someBusy(d.ready) {
		return
	}
	next := d.plan.next(d.ready)
	d.mix(uint64(next.id))
	d.give(next)
}

// someBusy reports whether one of the runners has work.
func someBusy(all []*runner) bool {
	for _, r := range all {
		if !r.thief {
			return true
		}
	}
	return false
}

// seedOf returns the hash of a schedule's name (FNV-1a).
func seedOf(name string) uint64 {
	hash := uint64(0xcbf29ce484222325)
	for _, c := range []byte(name) {
		hash = (hash ^ uint64(c)) * 0x100000001b3
	}
	return hash
}

// mix adds a choice to the hash of all choices (FNV-1a).
func (d *Director) mix(choice ...uint64) {
	for _, c := range choice {
		d.count.Trace = (d.count.Trace ^ c) * 0x100000001b3
	}
}
