package replay

import (
	"sync"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/internal/self"
)

// Schedule is the steal schedule of a process, or of one pool: it is recorded or followed. Safe for
// concurrent use.
//
//	S1  Of rec and play one is nil, for good.
//	S2  Numbers of workers, pools and sites are given once.
type Schedule struct {
	rec  *recorder
	play *player

	mu      sync.Mutex
	pools   int
	workers int
	sites   map[event.Site]*site
}

// A site is a line of the program that calls or spawns outside of all tasks.
type site struct {
	number int
	events int64
	last   spawner
	inside int // calls that have not ended
}

// A spawner is the goroutine of a spawn, in no task, and whether its scope has been waited for since then.
type spawner struct {
	goroutine uintptr
	over      func() bool
}

// Pool is what a pool has of a schedule. A worker's Notes do the rest. A nil Pool is that of a pool that is
// neither recorded nor follows anything; those methods that say so may be called on it.
type Pool struct {
	*Schedule
	number int

	// Set before the pool is used.

	// Start starts a resident with these notes.
	Start func(*Notes)
	// Return takes back what was handed to a worker that will not take it.
	Return func(item any)
}

// Pool returns what a new pool with that many workers has of the schedule; nil if it is not recorded or
// followed, which was said on stderr.
func (s *Schedule) Pool(workers int) *Pool {
	s.mu.Lock()
	s.pools++
	p := &Pool{Schedule: s, number: s.pools}
	s.mu.Unlock()
	if s.rec != nil {
		s.rec.pool(p.number, workers)
		return p
	}
	if s.play.joins(p, workers) {
		return p
	}
	return nil
}

// Follows reports whether the pool does what a recording says, and nothing else. p may be nil.
func (p *Pool) Follows() bool { return p != nil && p.play != nil && !p.play.released.Load() }

// Replays reports whether a recording is followed, or was up to a divergence. p may be nil.
func (p *Pool) Replays() bool { return p != nil && p.play != nil }

// Hire returns the notes of a new worker of a pool that is recorded, or one that no recording has; nil if p
// is nil.
func (p *Pool) Hire(resident bool) *Notes {
	if p == nil {
		return nil
	}
	if p.rec == nil {
		return &Notes{pool: p}
	}
	p.mu.Lock()
	p.workers++
	n := p.workers
	p.mu.Unlock()
	p.rec.worker(n, p.number, resident)
	return &Notes{number: n, pool: p}
}

// Outside counts an event of that kind in no task. In a pool that follows a recording it returns
// what was taken of it. over, of a spawn, reports whether its scope has been waited for since then.
func (p *Pool) Outside(k Kind, over func() bool) (Place, []*Take) {
	s := event.SiteNumber(event.CallSite())
	p.mu.Lock()
	at := p.site(s)
	at.events++
	place := Place{0, at.number, at.events}
	before, others := at.note(k, over)
	p.mu.Unlock()
	if p.rec == nil {
		return place, p.play.at(place, k)
	}
	if others > 0 || before.unsure() {
		p.rec.unsure(place)
	}
	return place, nil
}

// note notes an event. It returns which spawn was the last before it, and how many other calls are inside.
func (at *site) note(k Kind, over func() bool) (before spawner, others int) {
	if k == Call {
		at.inside++
		return before, at.inside - 1
	}
	before, at.last = at.last, spawner{self.Goroutine(), over}
	return before, 0
}

// unsure reports whether in another run the calling goroutine may spawn before s: it is another one, and
// the scope of s has not been waited for.
//
// NOT: the goroutine's number, which no later one has, where its address may. To ask for that took 20 µs
// in the middle of a stack, twice what a recorded task costs.
func (s spawner) unsure() bool {
	return s.goroutine != 0 && s.goroutine != self.Goroutine() && !s.over()
}

// Gone notes that the call at that place did not come in. p may be nil.
func (p *Pool) Gone(at Place) {
	if p == nil {
		return
	}
	if p.rec != nil {
		p.rec.gone(at)
	}
	if at.outside() {
		p.outsideEnds(at)
	}
}

// outsideEnds notes that the call at p has ended.
func (s *Schedule) outsideEnds(p Place) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, at := range s.sites {
		if at.number == p.Take {
			at.inside--
		}
	}
}

// site returns the site of the calling line, or a new one. Under mu.
func (s *Schedule) site(line event.Site) *site {
	at := s.sites[line]
	if at == nil {
		at = &site{number: len(s.sites) + 1}
		s.sites[line] = at
		if s.rec != nil {
			s.rec.site(at.number, line)
		}
	}
	return at
}

// Changed wakes those that wait for something to be over: a loop or a scope may be. p may be nil.
func (p *Pool) Changed() {
	if p != nil && p.play != nil {
		p.play.changed()
	}
}

// Left is called when no call is inside the pool any more. p may be nil.
func (p *Pool) Left() {
	if p == nil {
		return
	}
	if p.rec != nil {
		p.rec.quiet()
	} else {
		p.play.quiet()
	}
}

// Stop is called when the pool is over: its residents end. p may be nil.
func (p *Pool) Stop() {
	if p != nil && p.play != nil {
		p.play.stop(p)
	}
}

// Close ends the schedule of a pool that is over. It returns what was wrong: a file that could not
// be written, or a divergence. s may be nil.
func (s *Schedule) Close() error {
	if s == nil {
		return nil
	}
	if s.rec != nil {
		return s.rec.close()
	}
	return s.play.close()
}

// Unknown is called for a task that the recording has not.
func (p *Pool) Unknown(at Place) { p.play.unknown(at, Task) }

// Whole reports whether the recording goes to the end of the recorded run.
func (p *Pool) Whole() bool { return p.play.file.whole }
