package skua

// Stats are the current values of a pool, and sums over all its workers since it was
// made. Each was right at some instant of the call; while the pool works they need not be
// consistent with each other.
type Stats struct {
	Workers   int // workers that may run at a time
	Residents int // goroutines of the pool
	Free      int // how many more workers could run now; negative: how many run beyond Workers, see Pool
	Guests    int // with WithGuests: calls from outside that are inside; else 0
	Waiting   int // with WithGuests: calls from outside that wait in line; else 0

	Steals uint64 // times that a worker took forks, spawned tasks or a part of a loop from another
	Tasks  uint64 // spawned tasks that were run
	Parks  uint64 // waits, in a join, scope or loop, that let another worker run meanwhile
	Sleeps uint64 // times that a worker fell asleep for want of work
	Wakes  uint64 // times that a sleeping worker was woken
	Waited uint64 // calls from outside that got in after they had waited in line
	GaveUp uint64 // calls that left the line instead: context or scope ended, or pool closed

	// Lab has what the laboratory's experiments count. It may change with them.
	Lab struct {
		Attempts  uint64 // victims tried for these Steals; tries since a worker's last steal are not counted
		Lost      uint64 // of these Attempts, those that failed because another worker was faster
		Answers   uint64 // requests of thieves that owners answered
		Exposures uint64 // times that an owner made private forks public
	}
}

// Stats returns the pool's counters. It never blocks for long.
func (p *Pool) Stats() Stats {
	p.must()
	return Stats(p.core.Counts())
}
