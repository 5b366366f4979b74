package cluster

import "time"

// bounds are right for clusters and too much for most tests. A connection has a copy of standard from its
// beginning, so that no goroutine reads what a test changes.
type bounds struct {
	// A job of Calls belongs to a process, which renews the job's record each renew; after caller without
	// it the process has died. Both are well above maxOutage: a process that is away from the server
	// no longer than others bear finds its job.
	caller, renew time.Duration
	// marker is how long the server keeps the mark of a record that was removed. A node that has not
	// read the mark by then has lost its leases too.
	marker time.Duration
	// queue is how long the queue of a handler stays that no node asks: arbitrary.
	queue time.Duration
	// grace is how long a handler may go on when its context has ended by the timeout: arbitrary.
	grace time.Duration
	// kept is how many bytes of results wait in a reader's memory for earlier ones. Further results are
	// fetched again when it is their turn.
	kept int
}

var standard = bounds{
	caller: 5 * time.Minute, renew: time.Minute,
	marker: 10 * time.Minute, queue: time.Hour, grace: 2 * time.Second,
	kept: 64 << 20,
}
