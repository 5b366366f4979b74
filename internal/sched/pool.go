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

	Deque   Kind
	Amount  policy.Amount
	Balance policy.Balance

	Watchdog time.Duration // 0: none
}

// Pool is a set of workers of which at most size run, but for guests that
// overdrew. Safe for concurrent use.
type Pool struct {
	config   Config
	sleep    *sleep.Sleep
	injector injector
	all      atomic.Pointer[[]*Worker] // residents and guests, in order of creation
	size     atomic.Int64
	follows  atomic.Bool  // size is GOMAXPROCS
	surplus  atomic.Int64 // residents that a smaller size asks to rest
	dog      watchdog
	stopped  atomic.Bool // no call is inside any more and none will come

	mu        park.Mutex // the fields below, and the writing of all
	guests    []*Worker  // free ones
	residents int        // started so far
	living    int        // of these, not ended yet
	inside    int        // calls from outside, and scopes with tasks
	closed    bool
	closers   []*park.Parker
}

// New returns a pool. It starts no goroutine before there is work to share.
func New(config Config) *Pool {
	p := &Pool{config: config}
	// ORDER: nobody else knows p yet.
	p.all.Store(new([]*Worker))
	n := config.Workers
	if n == 0 {
		p.follows.Store(true) // ORDER: likewise
		n = runtime.GOMAXPROCS(0)
	}
	p.size.Store(int64(n)) // ORDER: likewise
	p.sleep = sleep.New(n, p.start, func() bool { return p.waiting() > 0 })
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
	p.sleep.Grow(grow)
	// ORDER: after the tokens are gone, so that who reads it finds the debt.
	p.surplus.Store(int64(max(-grow, 0)))
	p.ask()
}

// excess reports whether the caller, a resident between two tasks, is one too
// many since the pool became smaller; then its token is gone.
func (p *Pool) excess() bool {
	n := p.surplus.Load()
	if n == 0 {
		return false
	}
	if !p.sleep.Pay() {
		p.surplus.CompareAndSwap(n, 0) // ORDER: others have paid, by falling asleep; a newer surplus stays
		return false
	}
	p.surplus.CompareAndSwap(n, n-1) // ORDER: the same
	return true
}

// ask requests private work of every worker.
func (p *Pool) ask() {
	for _, w := range *p.all.Load() {
		w.askThrough()
		for _, s := range *w.stacks.Load() {
			s.ask()
		}
		for p := w.part.Load(); p != nil; p = p.outer {
			p.share.Ask()
		}
	}
}

// add puts a new worker on the list. Under mu.
func (p *Pool) add(id int) *Worker {
	w := newWorker(p, id)
	old := *p.all.Load()
	list := append(make([]*Worker, 0, len(old)+1), old...)
	list = append(list, w)
	// ORDER: worker and list are complete before thieves see them.
	p.all.Store(&list)
	return w
}

// start begins a new resident, which owns the token and the search that the
// caller gives away, unless there are too many.
func (p *Pool) start() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.over() || p.residents == sleep.MaxSleepers {
		return false
	}
	w := p.add(p.residents)
	p.sleep.Register(w.id, w.parker)
	p.residents++
	p.living++
	park.Go(w.begin)
	return true
}
