package cluster

import (
	"context"
	"slices"
	"time"
)

// callerPatience is how long the process of a job of Calls may be silent before another process
// removes the job. A client that lost its server is back sooner, unless the server is away.
var callerPatience = 10 * time.Second

// sweep removes the jobs of Calls whose processes have died, with their contents.
func (c *Client) sweep(ctx context.Context) {
	silent := c.silent(ctx)
	if len(silent) == 0 || !pause(ctx, callerPatience) {
		return
	}
	still := c.silent(ctx)
	for _, r := range silent {
		if slices.ContainsFunc(still, func(o jobRecord) bool { return o.Caller == r.Caller }) {
			c.discard(ctx, &Job{ID: r.ID, c: c, record: r})
		}
	}
}

// silent lists the jobs of Calls whose processes do not answer.
func (c *Client) silent(ctx context.Context) (out []jobRecord) {
	records, err := c.jobRecords(ctx)
	if err != nil {
		return nil
	}
	for _, r := range records {
		if r.Caller != "" && !c.b.lives(ctx, r.Caller) {
			out = append(out, r)
		}
	}
	return out
}
