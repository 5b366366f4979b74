package sched

import (
	"errors"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sleep"
)

// ErrClosed is what every call answers after Close.
var ErrClosed = errors.New("skua: pool is closed")

// Config is what the facade's options come to.
type Config struct {
	Workers int // 0 follows GOMAXPROCS
	Expose  policy.Expose
	Keep    policy.Keep
	Victim  policy.Victim

	Deque   policy.Deque
	Amount  policy.Amount
	Balance policy.Balance

	Guests   int           // 0: any number
	Watchdog time.Duration // 0: none
}

// Pool is a set of workers of which at most size run, or as many as there are guests;
// docs/decisions/0011-debts-are-paid-first.md says when there are more. Safe for
// concurrent use.
type Pool struct {
	config    Config
	sleep     *sleep.Sleep
	bound     *bound
	injector  injector
	all       roster
	size      atomic.Int64
	follows   atomic.Bool  // size is GOMAXPROCS
	surplus   atomic.Int64 // residents that may be too many; see owe
	dog       watchdog
	callers   atomic.Int64 // guests whose goroutine is not a worker besides
	attending atomic.Bool  // somebody looks after the inboxes, see attend
	stopped   atomic.Bool  // no call is inside any more and none will come

	mu        park.Mutex // the fields below, and the writing of all
	guests    []*Worker  // free ones, at most keptGuests
	created   uint64     // workers made so far
	gone      Counts     // of those that were removed
	beds      []int      // of residents that ended before the pool
	residents int        // beds given out so far
	living    int        // residents that have not ended
	inside    int        // calls from outside, and scopes with tasks
	closed    bool
	closers   []*park.Parker

	line line // for callers from outside, if they are limited; has its own lock
}

// New returns a pool. It starts no goroutine before there is work to share.
func New(config Config) *Pool {
	p := &Pool{config: config, bound: newBound(), line: line{seats: config.Guests}}
	p.all.init()
	n := config.Workers
	if n == 0 {
		p.follows.Store(true) // ORDER: nobody else knows p yet
		n = runtime.GOMAXPROCS(0)
	}
	p.size.Store(int64(n)) // ORDER: likewise
	p.sleep = sleep.New(n, p.start, p.room, p.works)
	return p
}

// Workers returns how many workers may run.
func (p *Pool) Workers() int { return int(p.size.Load()) }

// Fix makes n workers the number that may run, from now on.
func (p *Pool) Fix(n int) { p.resize(n, true) }

// follow keeps up with GOMAXPROCS if the pool's size is not fixed.
func (p *Pool) follow() {
	if p.follows.Load() {
		if n := runtime.GOMAXPROCS(0); n != p.Workers() {
			p.resize(n, false)
		}
	}
}

func (p *Pool) resize(n int, fix bool) {
	p.mu.Lock()
	grow := 0
	if fix || p.follows.Load() {
		grow = n - p.Workers()
		// ORDER: both under mu; who reads them without it may come late by one call.
		p.size.Store(int64(n))
		p.follows.Store(!fix)
	}
	p.mu.Unlock()
	if grow == 0 {
		return
	}
	p.sleep.AddTokens(grow)
	p.owe(-grow)
	p.ask()
}

// owe asks n residents to look whether they are too many, after tokens were taken
// away or overdrawn; none if n is below zero.
func (p *Pool) owe(n int) {
	if n > 0 {
		// ORDER: after the tokens are gone, so that who sees the surplus finds the debt.
		p.surplus.Add(int64(n))
	}
}

// excess reports whether the caller, a resident between two tasks, is one too
// many; then its token is gone. Whoever gives a token back pays a debt too, so
// there may be more of a surplus than debts: it is forgotten when there is none.
func (p *Pool) excess() bool {
	n := p.surplus.Load()
	if n == 0 {
		return false
	}
	if !p.sleep.PayDebt() {
		// ORDER: then the look. A debt that came since Pay was made before its surplus
		// was noted; if that note is what we forget here, we see the debt.
		if p.surplus.CompareAndSwap(n, 0) {
			p.owe(-p.sleep.Free())
		}
		return false
	}
	p.surplus.CompareAndSwap(n, n-1) // ORDER: the same; if it fails, somebody looks in vain
	return true
}

// ask requests private work of every worker.
func (p *Pool) ask() {
	for w := range p.all.each {
		w.ask(false)
	}
}

// add puts a new worker on the roster. Under mu.
func (p *Pool) add(id int) *Worker {
	w := newWorker(p, id)
	p.all.add(w)
	return w
}

// remove takes a worker off the roster for good. Under mu.
func (p *Pool) remove(w *Worker) {
	p.gone.add(w)
	p.all.remove(w)
}

// start begins a new resident, which owns the token and the search that the
// caller gives away, unless there are too many.
func (p *Pool) start() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over() || p.living >= sleep.MaxSleepers {
		return false
	}
	w := p.add(p.bed())
	p.sleep.Register(w.id, w.parker)
	p.living++
	park.Go(w.begin)
	return true
}

// room reports whether a new resident could begin.
func (p *Pool) room() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.over() && p.living < sleep.MaxSleepers
}

// bed returns a bed that nobody has. Under mu.
func (p *Pool) bed() int {
	if n := len(p.beds); n > 0 {
		id := p.beds[n-1]
		p.beds = p.beds[:n-1]
		return id
	}
	p.residents++
	return p.residents - 1
}
