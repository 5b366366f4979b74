package crew

import "sync/atomic"

// counters are one worker's; slow paths only, but for Spawned.
//
// NOT: count spawned tasks in a plain word, and store that in Spawned when a row of them has ended or
// somebody asks. That takes 5 of the 64 ns of a spawned task
// (AMD EPYC, family 26, model 2), but then Stats lacks what a row that
// still runs has done, and says that its sums have all.
type counters struct {
	Steals, Spawned, Parks, Sleeps, Exposures, Looks atomic.Uint64

	attempts, lost atomic.Uint64 // up to the last steal
	Tried, raced   uint64        // since then; the worker's own
}

// Stole counts a steal, and what it took.
func (c *counters) Stole() {
	c.attempts.Add(c.Tried)
	if c.raced > 0 {
		c.lost.Add(c.raced)
	}
	// ORDER: after its attempts; add reads them in the other order, so it never sees more
	// steals than attempts.
	c.Steals.Add(1)
	c.Tried, c.raced = 0, 0
}

// Counts are the pool's present numbers, and the sums over all workers since it was made.
// The facade converts them to its Stats, which have the same fields and say what they are.
type Counts struct {
	Workers, Residents, Busy, Searching, Free, Guests, Waiting int

	Steals, Tasks, Parks, Sleeps, Wakes, Waited, GaveUp uint64

	Lab struct{ Attempts, Lost, Answers, Exposures uint64 }
}

// Counts sums up, under the lock: neither the number of workers nor that of tokens
// changes meanwhile, but for hand-overs, each of which is one change of the word.
func (c *Crew) Counts() Counts {
	c.Mu.Lock()
	defer c.Mu.Unlock()
	sum := c.gone
	for w := range c.All.Each {
		sum.add(w)
	}
	places := -1
	for places != c.Places() { // a caller comes or goes
		places = c.Places()
		sum.Searching, sum.Free = c.Sleep.Now()
	}
	sum.Workers, sum.Residents, sum.Wakes = c.Workers(), int(c.Residents.Load()), c.Sleep.Wakes()
	sum.Busy = places - sum.Searching - sum.Free
	c.asides.count(&sum)
	sum.Guests, sum.Waiting, sum.Waited, sum.GaveUp = c.Line.Count()
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
		w.Crowd.Beat(w.Crew.Workers())
		w.Count.raced++
	}
	return raced
}
