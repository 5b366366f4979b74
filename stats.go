package skua

// Stats are sums over all workers of a pool since it was made, and a few
// present numbers. Each was right at some instant of the call; they need not
// fit together while the pool works.
type Stats struct {
	Workers   int    // workers that may run at a time
	Residents int    // the pool's goroutines
	Free      int    // places nobody runs at; below zero: that many run beyond Workers, see Pool
	Steals    uint64 // times that a worker took forks, spawned tasks or a part of a loop from another
	Tasks     uint64 // spawned tasks run
	Parks     uint64 // joins and waits that gave their place away
	Sleeps    uint64 // times a worker fell asleep for want of work
	Wakes     uint64 // sleeping workers woken
	Exposures uint64 // times an owner made private forks public
	Looks     uint64 // requests of thieves that owners answered
	Attempts  uint64 // other workers that thieves looked at until they had those Steals; what follows the last is left out
	Lost      uint64 // takings that failed in these attempts because another worker was faster
	Guests    int    // with WithGuests: calls from outside that are inside now; else 0
	Waiting   int    // likewise: calls from outside that wait in line now
	Waited    uint64 // calls that got in after they had waited in line
	GaveUp    uint64 // calls that left the line before: their context or their scope had ended, or the pool was closed
}

// Stats returns the pool's counters. It never blocks for long.
func (p *Pool) Stats() Stats {
	p.must()
	return Stats(p.core.Counts())
}
