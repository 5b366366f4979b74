package classic

import "sync/atomic"

// Stats are what all workers have done since New.
type Stats struct {
	Forks     uint64 // calls of Fork
	Spawns    uint64 // calls of Worker.Spawn
	Full      uint64 // of both, those that found a bounded deque full
	Attempts  uint64 // attempts to steal
	Lost      uint64 // of these, those that lost a race
	Hauls     uint64 // of these, those that got something
	Steals    uint64 // tasks that were stolen
	Sleeps    uint64 // times that a worker was about to sleep
	Exposures uint64 // times that the owner of a split deque made tasks public
}

// counts are a worker's. The first are plain, since they are counted in each fork.
type counts struct {
	forks, spawns, full                   uint64
	attempts, lost, hauls, steals, sleeps atomic.Uint64
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
		s.Hauls += c.hauls.Load()
		s.Steals += c.steals.Load()
		s.Sleeps += c.sleeps.Load()
		s.Exposures += w.deque.Counts().Owner.Exposures
	}
	return s
}
