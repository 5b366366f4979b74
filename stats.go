package skua

// Stats are sums over all workers of a pool since it was made, and a few current
// values. Each was right at some instant of the call; while the pool works they
// need not be consistent with each other.
type Stats struct {
	Workers   int    // workers that may run at a time
	Residents int    // the pool's goroutines
	Free      int    // how many more workers could run now; negative: how many run beyond Workers, see Pool
	Steals    uint64 // times that a worker took forks, spawned tasks or a part of a loop from another
	Tasks     uint64 // spawned tasks run
	Parks     uint64 // joins and waits that parked, so that another worker could run
	Sleeps    uint64 // times a worker fell asleep for want of work
	Wakes     uint64 // sleeping workers woken
	Exposures uint64 // times an owner made private forks public
	Looks     uint64 // requests of thieves that owners answered
	Attempts  uint64 // victims tried for these Steals; tries since a worker's last steal are not counted
	Lost      uint64 // steals that failed in these attempts because another worker was faster
	Guests    int    // with WithGuests: calls from outside that are inside now; else 0
	Waiting   int    // with WithGuests: calls from outside that wait in line now; else 0
	Waited    uint64 // calls that got in after a wait in line
	GaveUp    uint64 // calls that left the line without getting in: their context or scope had ended, or the pool was closed
}

// Stats returns the pool's counters. It never blocks for long.
func (p *Pool) Stats() Stats {
	p.must()
	return Stats(p.core.Counts())
}
