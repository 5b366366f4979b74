package remote

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
)

// A call is one item that the host has. Its landing and its streams belong to the goroutine that
// reads.
type call struct {
	host    *Host
	seq     int
	out     *batch.Streams
	plan    *files.Plan
	landing *files.Landing
	begun   time.Time
	sent    atomic.Int64
	ended   chan batch.Outcome // takes one

	arrival *files.Arrival // the result whose data comes now
	trouble error          // with what came back; the first
	silent  bool           // what it prints cannot be kept
}

// prepare finds out which files an item takes along.
func (h *Host) prepare(it *batch.Item, out *batch.Streams) (*call, *job, error) {
	cmd := it.Payload.(*each.Command)
	plan := &files.Plan{Dir: h.config.Planner.Dir()}
	if !h.config.Shared {
		words := cmd.Argv
		if cmd.Script != "" {
			words = []string{cmd.Script}
		}
		var err error
		if plan, err = h.config.Planner.Plan(words, cmd.Files); err != nil {
			return nil, nil, err
		}
	}
	c := &call{
		host: h, seq: it.Seq, out: out, plan: plan, landing: files.NewLanding(plan),
		begun: time.Now(), ended: make(chan batch.Outcome, 1),
	}
	bare := *cmd
	bare.Files = nil // the plan has them
	return c, &job{Command: &bare, Plan: plan, Shared: h.config.Shared, Timeout: it.Timeout}, nil
}

// enter gives a call a number, if the host lives.
func (h *Host) enter(c *call) (uint32, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls == nil {
		return 0, h.lost
	}
	for h.last++; h.calls[h.last] != nil || h.last == 0; h.last++ {
	}
	h.calls[h.last] = c
	h.know(c.plan)
	return h.last, nil
}

// print keeps what the item prints.
func (c *call) print(s *batch.Spool, b []byte) {
	if c.silent {
		return
	}
	if _, err := s.Write(b); err != nil {
		c.silent = true
		c.fail(err)
	}
}

// fail makes the item fail with err; it keeps the first.
func (c *call) fail(err error) {
	if c.trouble == nil {
		c.trouble = err
	}
}

// open begins a result. One that cannot be stored fails the item and its data are dropped; one that
// must not be sent is the end of the host.
func (c *call) open(f frame) error {
	ref, err := decode[files.Ref](f)
	if err != nil {
		return err
	}
	if c.arrival != nil {
		return errors.New("it sent two results at the same time")
	}
	if c.host.config.Shared {
		return errors.New("it sent a file, but files are shared")
	}
	if c.arrival, err = c.landing.Create(ref); errors.Is(err, files.ErrRefused) {
		return err
	} else if err != nil {
		c.fail(err)
	}
	return nil
}

func (c *call) write(b []byte) error {
	if c.arrival == nil {
		return nil
	}
	_, err := c.arrival.Write(b)
	return c.check(err)
}

func (c *call) close() error {
	if c.arrival == nil {
		return nil
	}
	a := c.arrival
	c.arrival = nil
	return c.check(a.Close())
}

// abort removes what has come back.
func (c *call) abort() {
	if c.arrival != nil {
		c.arrival.Abort()
		c.arrival = nil
	}
	c.landing.Abort()
}

// check ends the host for a content that is not the announced one; other errors are this machine's,
// and fail the item.
func (c *call) check(err error) error {
	if err == nil {
		return nil
	}
	if c.arrival != nil {
		c.arrival.Abort()
		c.arrival = nil
	}
	if errors.Is(err, files.ErrMismatch) {
		return err
	}
	c.fail(err)
	return nil
}

// finish ends a call with the host's report: now its results get their names.
func (h *Host) finish(id uint32, c *call, r *report) {
	o := r.outcome(h.name)
	if c.arrival != nil {
		c.fail(errors.New("a result did not arrive whole"))
	}
	if o.State == batch.Ended && c.trouble == nil {
		o.Received = c.landing.Bytes()
		c.fail(c.landing.Commit())
	}
	c.abort()
	if c.trouble != nil && o.State == batch.Ended {
		o.Err = errors.Join(o.Err, c.trouble)
	}
	if r.Left != "" {
		h.config.Log(h.name, printable(r.Left))
	}
	o.Sent = c.sent.Load()
	h.mu.Lock()
	delete(h.calls, id)
	h.forget(c.plan)
	if o.State == batch.Ended {
		h.ahead.Store(h.pace.learn(r.Took, time.Since(c.begun)-r.Took-r.Idle, h.slots))
	}
	h.mu.Unlock()
	c.ended <- o
}
