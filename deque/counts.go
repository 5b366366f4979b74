package deque

// A Tally counts what one side of a deque did to words that the other side sees.
type Tally struct {
	CAS       uint64 // compare-and-swaps tried
	FailedCAS uint64 // of these, those that failed
	Stores    uint64 // atomic stores
	Exposures uint64 // times the owner made private items public
	Steals    uint64 // items taken from the top
}

// Counts are what was done to a deque by its owner and by its thieves. Builds
// without -tags counters count nothing, and pay nothing; the numbers are zero.
type Counts struct{ Owner, Thieves Tally }
