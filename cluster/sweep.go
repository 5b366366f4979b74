package cluster

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
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
		if r.Caller != "" && now.Sub(r.renewed) > c.b.caller && !c.b.lives(ctx, r.Caller) {
			ctx, cancel := context.WithTimeout(ctx, publishTimeout)
			_ = (&Job{ID: r.ID, c: c, record: r.jobRecord}).forget(ctx) // what stays goes with the next
			cancel()
		}
	}
}

// renew keeps the job's record young.
func (c *Calls) renew() {
	for pause(c.ctx, c.c.b.renew) {
		if c.update(c.ctx, func(*jobRecord) {}) == nil { // else deliver learns why
			c.mu.Lock()
			c.renewed = time.Now()
			c.mu.Unlock()
		}
	}
}
