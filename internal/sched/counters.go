package sched

import "sync/atomic"

// counters are one worker's; slow paths only.
type counters struct {
	steals, spawned, parks, sleeps, exposures, looks atomic.Uint64

	attempts, lost atomic.Uint64 // up to the last steal
	tried, raced   uint64        // since then; the worker's own
}

// stole counts a steal, and what it took.
func (c *counters) stole() {
	c.steals.Add(1)
	c.attempts.Add(c.tried)
	if c.raced > 0 {
		c.lost.Add(c.raced)
	}
	c.tried, c.raced = 0, 0
}

// Counts are the sums over all workers since the pool was made.
type Counts struct {
	Workers   int    // workers that may run
	Residents int    // worker goroutines alive
	Free      int    // tokens that nobody holds; below zero: that many guests too many
	Steals    uint64 // times that a worker took a frame, tasks or a part of a loop from another
	Tasks     uint64 // spawned tasks run
	Parks     uint64 // waits in a join, scope or reclaim that gave the token away
	Sleeps    uint64 // times a worker fell asleep for want of work
	Wakes     uint64 // sleepers woken
	Exposures uint64 // times an owner made private frames public
	Looks     uint64 // requests answered by owners
	Attempts  uint64 // looks at other workers that these steals took
	Lost      uint64 // claims that failed meanwhile, as another was faster
	Guests    int    // seats that are taken
	Waiting   int    // callers in line for one
	Waited    uint64 // callers that got one after they had waited
	GaveUp    uint64 // callers that left the line without one
}

// Counts sums up. Each number was right at some instant of the call.
func (p *Pool) Counts() Counts {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.gone
	for w := range p.all.each {
		c.add(w)
	}
	c.Workers, c.Wakes, c.Free = p.Workers(), p.sleep.Wakes(), p.sleep.Free()
	c.Residents = p.living
	p.line.count(&c)
	return c
}

// add adds what w has counted.
func (c *Counts) add(w *Worker) {
	c.Steals += w.count.steals.Load()
	c.Tasks += w.count.spawned.Load()
	c.Parks += w.count.parks.Load()
	c.Sleeps += w.count.sleeps.Load()
	c.Exposures += w.count.exposures.Load()
	c.Looks += w.count.looks.Load()
	c.Attempts += w.count.attempts.Load()
	c.Lost += w.count.lost.Load()
}
