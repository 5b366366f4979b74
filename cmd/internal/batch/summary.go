package batch

import "time"

// A Summary counts what became of a batch.
type Summary struct {
	OK, Failed int // items that ended
	Inputs     int // inputs of those
	Skipped    int // items that the joblog has already
	Killed     int // items that were killed because the batch ended early

	Failures []Failure      // the first of those that failed
	Notes    map[string]int // items by the Note of their Outcome
	Hosts    map[string]int // items by host
	Lost     []string       // hosts that were lost for good, and why

	Retried  int // executions because one before had failed
	Rerun    int // executions because the host was lost
	Stolen   int // items that a host gave back to others
	Took     time.Duration
	Received int64
	Sent     int64

	Halted bool // Config.Halt ended the batch
	Good   bool // nothing failed that should not; or the batch was to end by success, and did
}

// A Failure is an item that failed.
type Failure struct {
	Seq    int
	Label  string
	Host   string
	Reason string // "exit code 1", "signal 9", "timed out after 3 s", or an error
}
