package crew

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/bound"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
	"github.com/skua-go/skua/internal/watch"
)

// ErrClosed is what a call answers after Close, but for one from inside a task of the pool.
var ErrClosed = errors.New("skua: pool is closed")

// Config is what the facade's options come to.
type Config struct {
	Workers int // 0 follows GOMAXPROCS
	Expose  policy.Expose
	Keep    policy.Keep

	Guests   int           // 0: any number
	Watchdog time.Duration // 0: none

	Director *watch.Director // which of the pool's goroutines runs, or nil
}

// Crew is what the workers of one pool share, whatever they run: their tokens, the roster
// of workers, how many may run, and the line of callers. Safe for concurrent use.
//
// Invariants:
//
//	C1  As many tokens are free or held as there are places (places.go), but for those that are owed.
//	C2  A worker is on the roster from Add to Remove, and has every kind of work then.
//	C3  surplus is not above 0 for long while nothing is owed: a resident that finds no
//	    debt forgets it.
//	C4  What a removed worker has counted is in gone: the sums never fall.
type Crew struct {
	Host    Host
	Config  Config
	Sleep   *sleep.Sleep
	Bound   *bound.Table[Worker]
	All     roster
	Size    atomic.Int64
	Surplus atomic.Int64 // residents that may be too many; see Owe
	Series  atomic.Bool  // a worker is being woken for a series of loops, to linger between them

	Watch  watch.Pool  // who watches the pool, or steers it
	Turns  apart.Turns // of the branches, in race builds
	asides asides      // of race builds

	_      pad.Line // each call writes what follows, and each look of a thief reads what is above
	places places
	Beyond atomic.Int64 // calls of RunOneMore
	Line   line         // for callers from outside, if they are limited; has its own lock

	Mu      park.Mutex // the fields below, and the writing of all
	created uint64     // workers made so far
	gone    Counts     // of those that were removed
}

// A Host is the pool that a crew belongs to: it decides who is inside.
type Host interface {
	// Admit lets the first task of a scope in, unless nothing may come in any more.
	Admit(child bool) bool
	// Dismiss notes that a scope's last task has ended.
	Dismiss()
	// Equip gives a worker its kinds of work.
	Equip(w *Worker)
	// Resume lets a resident go on, on a new goroutine, since a task has ended the old one.
	Resume(w *Worker)
}

// Init prepares a crew of which n may run.
func (c *Crew) Init(host Host, config Config, n int) {
	c.Host, c.Config, c.Bound, c.Line.Seats = host, config, newBound(), config.Guests
	c.Watch.Director = config.Director
	c.All.init()
	c.Turns.Init(c.room, func() bool { return c.Callers() > 0 })
	c.Resize(n)
}

// Resize makes n the number of workers that may run, and returns how many more may run at a time. Under mu,
// or before another goroutine knows c.
func (c *Crew) Resize(n int) (grow int) {
	c.Size.Store(int64(n)) // ORDER: a reader that needs no number of callers may see it late
	return c.places.resize(n)
}

// Workers returns how many workers may run; more do while more callers are inside.
func (c *Crew) Workers() int { return int(c.Size.Load()) }

// Idle returns, of one instant, how many workers search, and how many more could run: those, and one for
// each free token.
func (c *Crew) Idle() (searching int, idle uint32) {
	searching, free := c.Sleep.Now()
	return searching, uint32(searching + max(free, 0))
}

// Owe asks n residents to look whether they are too many, after tokens were taken
// away or overdrawn; none if n is below zero.
func (c *Crew) Owe(n int) {
	if n > 0 {
		// ORDER: after the tokens are gone, so that a worker that sees the surplus finds the debt.
		c.Surplus.Add(int64(n))
	}
}

// Excess reports whether the caller, a resident between two tasks, is one too
// many; then its token is gone. Surplus may exceed the debts, since returning a token also pays one:
// Excess resets it when no debt is left.
func (c *Crew) Excess() bool {
	n := c.Surplus.Load()
	if n == 0 {
		return false
	}
	if !c.Sleep.PayDebt() {
		c.forget(n)
		return false
	}
	// ORDER: after the debt is paid. If the CAS fails since another worker moved the surplus, the
	// surplus stays one too high, and some resident looks without need.
	c.Surplus.CompareAndSwap(n, n-1)
	return true
}

// forget clears a surplus of n, if more of it was noted than there are debts.
func (c *Crew) forget(n int64) {
	// ORDER: this CAS, then the look at Free. Owe notes the surplus of a debt after the debt is
	// made: so if the CAS forgets a note that came since the caller has read n, we see its debt.
	if n > 0 && c.Surplus.CompareAndSwap(n, 0) {
		c.Owe(-c.Sleep.Free())
	}
}

// Ask requests private work of every worker.
func (c *Crew) Ask() {
	for w := range c.All.Each {
		w.ask(false)
	}
}

// AskSome is Ask of n entries of the roster, or of all if there are fewer: those from a place on, around
// its end. A worker that has left has an empty entry.
func (c *Crew) AskSome(n int, anywhere uint64) {
	all := c.All.Entries()
	for k := range min(n, len(all)) {
		if w := all[(anywhere+uint64(k))%uint64(len(all))].Load(); w != nil {
			w.ask(false)
		}
	}
}

// Add puts a new worker on the roster. Under mu.
func (c *Crew) Add(w *Worker) *Worker {
	c.All.add(w)
	return w
}

// Remove takes a worker off the roster for good. Under mu.
func (c *Crew) Remove(w *Worker) {
	c.gone.add(w)
	c.All.remove(w)
}

// TakeToken takes a token without waiting. If none is free, a resident gives its up when its task ends.
func (c *Crew) TakeToken() {
	if c.Sleep.TakeToken() {
		c.Owe(1)
	}
}

// YieldToken gives the token to a worker that can use it, or pays a debt.
func (c *Crew) YieldToken() {
	if c.Sleep.ReturnToken() {
		c.Ask()
	}
}

// EndSearch is the end of a worker's search, which has found something or leaves it to another.
func (c *Crew) EndSearch() {
	if c.Sleep.EndSearch() {
		c.Ask()
	}
}

// EndSearch ends w's search if it goes on still.
func (w *Worker) EndSearch() {
	if w.Seeks {
		w.Seeks = false
		w.Crew.EndSearch()
	}
}

// WakeAll wakes waiters that were taken off a list. The first gets the caller's token
// with the wake-up, if the caller gives it; the rest get tokens beyond the pool's number. It
// reports whether the caller's is gone.
func (c *Crew) WakeAll(w *Worker, give bool) (handed bool) {
	for w != nil {
		next := w.Waits
		w.Waits = nil              // before it wakes, and may wait again
		give := give && !w.Apart() // which has no token
		if give && !handed {
			handed = true
			w.Parker.Unpark()
		} else {
			c.WakeBeyond(w)
		}
		w = next
	}
	return handed
}

// WakeBeyond wakes a waiter with a token that no worker gave.
func (c *Crew) WakeBeyond(w *Worker) {
	if !w.Apart() { // which has no token
		c.TakeToken()
	}
	w.Parker.UnparkBeside()
}

// Moves counts what tells that a pool gets somewhere. To answer a request does not: a
// task that polls until another has run does nothing else.
func (c *Crew) Moves() (m Moves) {
	sum := c.Counts()
	return Moves{sum.Tasks, sum.Steals + sum.Parks}
}

// Moves are what Crew.Moves counts.
type Moves struct {
	Tasks  uint64 // spawned ones that have ended
	Others uint64
}
