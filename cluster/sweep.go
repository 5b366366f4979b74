package cluster

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A job of Calls belongs to a process, which renews the job's record. Both times are well above maxOutage: a
// process that is away from the server no longer than others bear finds its job.
var (
	callerTerm  = 5 * time.Minute // a record that was not renewed for so long is of a process that died
	callerRenew = time.Minute
)

// A renewedRecord is a job's record, with the time by the server's clock when it was renewed.
type renewedRecord struct {
	jobRecord
	renewed time.Time
}

// sweep removes the jobs of Calls whose processes have died, with their contents. What time it is by the
// server's clock is known from own, a job that has just begun.
func (c *Client) sweep(ctx context.Context, own string) {
	records, err := all(ctx, c.b.jobs, jobKey+">", func(r *renewedRecord, e jetstream.KeyValueEntry) { r.renewed = e.Created() }, nil)
	if err != nil {
		return
	}
	var now time.Time
	for _, r := range records {
		if r.ID == own {
			now = r.renewed
		}
	}
	for _, r := range records {
		if r.Caller != "" && now.Sub(r.renewed) > callerTerm && !c.b.lives(ctx, r.Caller) {
			ctx, cancel := context.WithTimeout(ctx, publishTimeout)
			_ = (&Job{ID: r.ID, c: c, record: r.jobRecord}).forget(ctx) // what stays goes with the next
			cancel()
		}
	}
}

// renew keeps the job's record young.
func (c *Calls) renew() {
	for pause(c.ctx, callerRenew) {
		if c.update(c.ctx, func(*jobRecord) {}) == nil { // else deliver learns why
			c.mu.Lock()
			c.renewed = time.Now()
			c.mu.Unlock()
		}
	}
}
