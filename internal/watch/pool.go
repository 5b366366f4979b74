package watch

import (
	"os"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/replay"
	"github.com/skua-go/skua/internal/tracer"
)

// Pool is what a pool has of its watchers. Of each there is one or none.
type Pool struct {
	Workers func() int // how many may run
	Ask     func()     // asks all owners to look at their gates

	Recording atomic.Pointer[tracer.Tracer] // of what the workers do; it comes and goes
	Steals    *Steals                       // set before the pool is used
	Own       *Schedule                     // that of no other pool, which ends with this one; or nil
	Director  *direct.Director              // constant
	wanted    bool                          // TheRecorder learns of the calls; constant
	Missed    atomic.Bool                   // calls of it came in that TheRecorder does not record
}

// Init prepares what a new pool has of its watchers, which ask it for these.
func (p *Pool) Init(workers func() int, ask func(), director *Director) {
	p.Workers, p.Ask, p.Director = workers, ask, director
	p.wanted = os.Getenv(recording) != ""
}

// environment returns the steal schedule that the environment asks for, or nil. A process asks when
// it makes a pool that has none of its own: one that makes none leaves it to those it starts.
var environment = sync.OnceValue(func() *Schedule {
	s := replay.FromEnvironment()
	if s != nil && apart.On() {
		os.Stderr.WriteString("skua: with " + replay.RecordEnvironment + " and " + replay.ReplayEnvironment +
			" the race detector does not see all races: branches are not run apart\n")
	}
	return s
})

// Note gives the pool, which is new and has that many workers, the steal schedule that open
// returns, or, if open is nil, the environment's. It returns the pool's part of it, or nil.
func (p *Pool) Note(open func() (*Schedule, error), workers int) (steals *Steals, err error) {
	var s *Schedule
	if open == nil {
		s = environment()
	} else {
		s, err = open()
		p.Own = s
	}
	if s != nil {
		p.Steals = s.Pool(workers)
	}
	return p.Steals, err
}

// Recorded reports whether what the workers do is recorded. Anyone.
func (p *Pool) Recorded() bool { return p.Recording.Load() != nil }

// Named reports whether those who watch have names for what the workers do. Anyone.
func (p *Pool) Named() bool { return p.Recorded() || p.Steals != nil }

// Free reports whether nobody steers the pool, or wants to know all that it does. Anyone.
func (p *Pool) Free() bool { return !p.Named() && p.Director == nil }

// Resize tells that n workers may run. Anyone.
func (p *Pool) Resize(n int) {
	if t := p.Recording.Load(); t != nil {
		t.Resize(n)
	}
}
