package batch

import "context"

// Run runs all items of a batch and blocks until they have ended.
//
// It returns an error if the batch could not be run to its end: the cause of ctx if
// that has ended; that no host is left; that the joblog or standard output cannot be written. Items
// that failed are not an error: the Summary counts them, also beside an error. What was not run, or was killed, is not in the joblog.
func Run(ctx context.Context, c Config) (Summary, error) {
	if err := c.check(); err != nil {
		return Summary{}, err
	}
	panic("batch: not yet")
}
