package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/rng"
)

// A Pool is a number of workers, which run the tasks of scopes. Its methods are safe for concurrent use.
// A pool without tasks uses no processor time: its workers sleep.
type Pool struct {
	config   Config
	workers  []*Worker
	injector deque.Locked[task] // tasks from outside, oldest first
	sleep    sleep
	turn     atomic.Uint32 // to whom Spawn deals, if workers are Alone

	closed atomic.Bool
	scopes latch // that are not waited for; and one until Close
	stop   latch
	alive  latch // workers
}

// New returns a pool whose workers run. It needs Close. The error says what is wrong with the config.
func New(c Config) (*Pool, error) {
	c, err := c.completed()
	if err != nil {
		return nil, err
	}
	p := &Pool{config: c}
	p.sleep.alone = c.Alone
	p.sleep.word.Store(oneEvent) // odd: nobody has announced
	p.alive.word.Store(2 * int64(c.Workers-1))
	for id := range c.Workers {
		w := &Worker{pool: p, id: id, random: rng.New(c.Seed + uint64(id) + 1), parker: park.New()}
		w.deque = newQueue(c, w)
		p.workers = append(p.workers, w)
	}
	for _, w := range p.workers {
		park.Go(w.serve)
	}
	return p, nil
}

// Workers returns how many workers the pool has.
func (p *Pool) Workers() int { return len(p.workers) }

// Run runs f as a task, and returns when that and all that was spawned by it have ended. If any of them
// has panicked, Run panics with a *PanicError.
func (p *Pool) Run(f func(w *Worker)) {
	s := p.NewScope()
	s.Spawn(f)
	s.Wait()
}

// Batch is a batch run, as in Agrawal and Indurkha, Work Stealing Dequeues, student report [AI22]: the
// tasks of part k are dealt to worker k, modulo Workers(), and Batch returns, or panics, as Run does.
func (p *Pool) Batch(parts ...[]func(w *Worker)) {
	s := p.NewScope()
	for k, part := range parts {
		for _, f := range part {
			s.SpawnTo(k%len(p.workers), f)
		}
	}
	s.Wait()
}

// Close waits until all scopes have ended, and then ends the workers: when it returns, no worker is
// left. Call it once, and not inside of a task.
func (p *Pool) Close() {
	// ORDER: before the count of scopes loses its last one; NewScope loads it, or fails at that count.
	if p.closed.Swap(true) {
		panic("classic: a second Close")
	}
	p.scopes.done(&p.sleep)
	p.scopes.wait()
	p.stop.done(&p.sleep)
	p.alive.wait()
}

// Stats are what all workers have done since New.
type Stats struct {
	Forks     uint64 // calls of Fork
	Spawns    uint64 // calls of Worker.Spawn
	Full      uint64 // of both, those that found a bounded deque full
	Attempts  uint64 // attempts to steal
	Lost      uint64 // of these, those that lost a race
	Steals    uint64 // tasks that were stolen
	Sleeps    uint64 // times that a worker fell asleep
	Exposures uint64 // times that the owner of a split deque made tasks public
}

// counts are a worker's. Those of the owner are plain, since each fork counts.
type counts struct {
	forks, spawns, full                       uint64
	attempts, lost, steals, sleeps, exposures atomic.Uint64
}

// Stats returns the counts so far. Call it while no task runs: after Run, Batch or Wait.
func (p *Pool) Stats() (s Stats) {
	for _, w := range p.workers {
		c := &w.counts
		s.Forks += c.forks
		s.Spawns += c.spawns
		s.Full += c.full
		s.Attempts += c.attempts.Load()
		s.Lost += c.lost.Load()
		s.Steals += c.steals.Load()
		s.Sleeps += c.sleeps.Load()
		s.Exposures += c.exposures.Load()
	}
	return s
}
