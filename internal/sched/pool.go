package sched

import (
	"runtime"
	"sync/atomic"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/loop"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/sleep"
	"github.com/skua-go/skua/internal/spawn"
	"github.com/skua-go/skua/internal/watch"
)

// Pool is a set of workers, for which it has places (crew.Crew);
// docs/decisions/0039-callers-bring-their-place.md says when more run. Safe for concurrent use.
type Pool struct {
	crew.Crew
	_       pad.Line // as in crew.Crew
	board   spawn.Board
	follows atomic.Bool  // size is GOMAXPROCS
	looking park.Lookout // whether that has changed
	dog     watchdog
	stopped atomic.Bool  // no call is inside any more and none will come
	warm    atomic.Int64 // calls of Warm that have not ended
	bubbled bool         // made in a bubble of testing/synctest: no resident sleeps, or it would not end; constant
	_       pad.Line

	// Under the crew's lock:
	guests []*crew.Worker // free ones, at most keptGuests
	door   door
}

// New returns a pool. It starts no goroutine before there is work to share.
func New(config crew.Config) *Pool {
	p := &Pool{bubbled: clock.Bubbled()}
	n := config.Workers
	if n == 0 {
		p.follows.Store(true) // ORDER: no other goroutine knows p yet
		n = runtime.GOMAXPROCS(0)
	}
	p.Crew.Init(p, config, n)
	p.board.Crew = &p.Crew
	p.Sleep = sleep.New(n, p.start, p.room, p.works)
	return p
}

// Make is skua.New, given its options, for a pool with the steal schedule that open returns, if the
// options are good. Set by package skua.
var Make func(options any, open func() (*watch.Schedule, error)) (facade any, err error)

// Facade returns the *skua.Pool of a pool, for a package of this module that makes one with what
// skua.New has no option for. Set by package skua.
var Facade func(p *Pool) any

// Of returns the pool of a *skua.Pool, and panics if that is nil or zero. Set by package skua.
var Of func(facade any) *Pool

// newWorker puts a new worker with all kinds of work on the roster. notes are those that it has in
// a steal schedule that is followed. Under the lock.
func (p *Pool) newWorker(id int, notes *watch.Notes) *crew.Worker {
	w := p.Hire(id)
	if w.Watch.Notes = notes; notes == nil {
		w.Watch.Notes = p.Watch.Steals.Hire(id >= 0)
	}
	p.Equip(w)
	p.All.Add(w)
	return w
}

// Equip gives a worker all kinds of work.
func (p *Pool) Equip(w *crew.Worker) {
	w.Offer(loop.New(w), fork.New(w), spawn.New(w, &p.board))
}

// start begins a new resident, which owns the token and the search that the
// caller gives away, unless there are too many.
func (p *Pool) start() bool { return !p.Watch.Steals.Follows() && p.born(nil) }

// born begins a new resident, unless there are too many or the pool is over. With notes of a steal
// schedule it begins without a token and a search.
func (p *Pool) born(notes *watch.Notes) bool {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if !p.fits() {
		return false
	}
	w := p.newWorker(p.Sleep.Bed(), notes)
	w.Tokenless = notes != nil
	p.Sleep.Register(w.ID, w.Parker)
	p.Residents.Add(1) // ORDER: under mu; enough reads it without, and may be one late
	p.Resume(w)
	return true
}

// room reports whether start would begin a resident.
func (p *Pool) room() bool {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	return !p.Watch.Steals.Follows() && p.fits()
}

// fits reports whether the pool may have one resident more. Under mu.
func (p *Pool) fits() bool { return !p.door.over() && p.Residents.Load() < sleep.MaxSleepers }

// PoolOf returns the pool that w works for.
func PoolOf(w *crew.Worker) *Pool { return w.Crew.Host.(*Pool) }

// Board returns what the pool has of spawned tasks beside its workers.
func (p *Pool) Board() *spawn.Board { return &p.board }

// works reports whether anything is public and not stolen.
func (p *Pool) works() bool {
	if p.board.Any() {
		return true
	}
	for w := range p.All.Each {
		if n, _ := w.Waiting(); n > 0 {
			return true
		}
	}
	return false
}
