package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
)

// A Pool is a number of workers, which run the tasks of scopes. New makes it. Its methods are safe for
// concurrent use. A pool without tasks uses no processor time: its workers sleep.
type Pool struct {
	config  Config
	workers []*Worker
	sleep   sleep
	turn    atomic.Uint32 // to whom Scope.Spawn deals

	closed atomic.Bool
	scopes latch // that are not waited for, and one until Close; then the workers end
	alive  latch // workers, and one until Close
}

// New returns a pool whose workers run. It needs Close. The error says what is wrong with the config.
func New(c Config) (*Pool, error) {
	c, err := c.completed()
	if err != nil {
		return nil, err
	}
	p := &Pool{config: c, sleep: sleep{alone: c.Alone}}
	for id := range c.Workers {
		p.workers = append(p.workers, newWorker(p, id))
	}
	for _, w := range p.workers {
		p.alive.add(1)
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

// Batch is a batch run [AI22]: the tasks of part k are dealt to worker k, modulo Workers(), and Batch
// returns, or panics, as Run does.
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
	p.scopes.done(&p.sleep, 1)
	p.alive.wait(&p.sleep)
}

// Stats are what all workers have done since New.
type Stats struct {
	Forks     uint64 // calls of Fork
	Attempts  uint64 // attempts to steal
	Lost      uint64 // of these, those that lost a race
	Steals    uint64 // tasks that were stolen
	Sleeps    uint64 // times that a worker fell asleep
	Exposures uint64 // times that the owner of a Split, SplitHalf or BWoS made tasks public for a thief
}

// Stats returns the counts so far; those of a search belong to the task that it finds. Call it while no task
// runs: after Run, Batch or Wait.
func (p *Pool) Stats() (s Stats) {
	for _, w := range p.workers {
		s.add(w.stats)
		s.Exposures += w.exposed.Load()
	}
	return s
}

func (s *Stats) add(t Stats) {
	s.Forks += t.Forks
	s.Attempts += t.Attempts
	s.Lost += t.Lost
	s.Steals += t.Steals
	s.Sleeps += t.Sleeps
}
