package crew

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/bound"
	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/roster"
	"github.com/skua-go/skua/internal/stuck"
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
//	C2  What a removed worker has counted is in gone: the sums never fall.
type Crew struct {
	Host   Host
	Config Config
	Bound  *bound.Table[Worker]
	All    roster.Roster[Worker, *Worker]
	Streak atomic.Bool // a worker is being woken for a streak of loops, to linger between them

	Watch  watch.Pool  // who watches the pool, or steers it
	Turns  apart.Turns // of the branches, in race builds
	asides asides      // of race builds

	tokens
	Line line.Line // for callers from outside, if they are limited; has its own lock

	Mu        park.Mutex   // the fields below, and changes of All
	Residents atomic.Int32 // that have not ended; read without the lock too
	created   uint64       // workers made so far
	gone      Counts       // of those that were removed
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
	c.Watch.Init(c.Workers, c.Ask, config.Director)
	c.All.Init()
	c.ask = c.Ask
	c.Turns.Init(func() int { return c.Workers() - c.Callers() }, func() bool { return c.Callers() > 0 })
	c.Resize(n)
}

// Ask requests private work of every worker.
func (c *Crew) Ask() { c.askAll(false) }

// askAll is Ask, or makes every worker look around (Asked.Ask).
func (c *Crew) askAll(all bool) {
	for w := range c.All.Each {
		w.ask(all)
	}
}

// AskOne is Ask of the worker of one entry of the roster, any. One that has left has an empty entry.
func (c *Crew) AskOne(anywhere uint64) {
	all := c.All.Entries()
	if w := all[anywhere%uint64(len(all))].Load(); w != nil {
		w.ask(false)
	}
}

// Remove takes a worker off the roster for good. Under mu.
func (c *Crew) Remove(w *Worker) {
	c.gone.add(w)
	c.All.Remove(w)
}

// EndSearch ends w's search if it goes on still.
func (w *Worker) EndSearch() {
	if w.Seeks {
		w.Seeks = false
		w.Crew.EndSearch()
	}
}

// Moves counts what tells that the pool gets somewhere.
func (c *Crew) Moves() stuck.Moves {
	sum := c.Counts()
	return stuck.Moves{Tasks: sum.Tasks, Others: sum.Steals + sum.Parks}
}
