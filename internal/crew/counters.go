package crew

import "sync/atomic"

// counters are one worker's; slow paths only.
type counters struct {
	Steals, Spawned, Parks, Sleeps, Exposures, Looks atomic.Uint64

	attempts, lost atomic.Uint64 // up to the last steal
	Tried, raced   uint64        // since then; the worker's own
}

// Stole counts a steal, and what it took.
func (c *counters) Stole() {
	c.Steals.Add(1)
	c.attempts.Add(c.Tried)
	if c.raced > 0 {
		c.lost.Add(c.raced)
	}
	c.Tried, c.raced = 0, 0
}

// Counts are the pool's present numbers, and the sums over all workers since it was made.
// The facade converts them to its Stats, which have the same fields.
type Counts struct {
	Workers   int // workers that may run
	Residents int // worker goroutines alive
	Free      int // tokens that no worker holds; negative: how many guests run beyond the number
	Guests    int // seats that are taken
	Waiting   int // callers in line for one

	Steals uint64 // times that a worker took a frame, tasks or a part of a loop from another
	Tasks  uint64 // spawned tasks run
	Parks  uint64 // waits in a join, scope or reclaim that gave the token away
	Sleeps uint64 // times that a worker fell asleep for want of work
	Wakes  uint64 // sleepers woken
	Waited uint64 // callers that got a seat after they had waited
	GaveUp uint64 // callers that left the line without one

	Lab struct {
		Attempts  uint64 // victims tried for these steals
		Lost      uint64 // attempts of these that failed because another worker was faster
		Answers   uint64 // requests that owners answered
		Exposures uint64 // times that an owner made private frames public
	}
}

// Counts sums up. Each number was right at some instant of the call.
func (c *Crew) Counts() Counts {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	sum := c.gone
	for w := range c.All.Each {
		sum.add(w)
	}
	sum.Workers, sum.Wakes, sum.Free = c.Workers(), c.Sleep.Wakes(), c.Sleep.Free()
	c.Line.count(&sum)
	return sum
}

// add adds what w has counted.
func (c *Counts) add(w *Worker) {
	c.Steals += w.Count.Steals.Load()
	c.Tasks += w.Count.Spawned.Load()
	c.Parks += w.Count.Parks.Load()
	c.Sleeps += w.Count.Sleeps.Load()
	c.Lab.Exposures += w.Count.Exposures.Load()
	c.Lab.Answers += w.Count.Looks.Load()
	c.Lab.Attempts += w.Count.attempts.Load()
	c.Lab.Lost += w.Count.lost.Load()
}

// Passed counts a claim that failed since another was faster.
func (w *Worker) Passed(raced bool) bool {
	if raced {
		w.Count.raced++
	}
	return raced
}
