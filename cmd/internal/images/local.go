package images

import (
	"context"
	"errors"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cmd/internal/batch"
)

// Local is this machine as a host of works. Its slots are those of a pool.
type Local struct {
	pool  *skua.Pool
	slots int
	room  room
}

// NewLocal returns a host that runs as many works at a time as slots says, on pool. What
// pictures take of Go's memory stays below budget bytes, if the works that run at a time
// need no more; 0 is no limit.
func NewLocal(pool *skua.Pool, slots int, budget int64) *Local {
	return &Local{pool: pool, slots: slots, room: room{limit: budget}}
}

// Name returns the name of this machine in a joblog.
func (h *Local) Name() string { return ":" }

// Slots returns how many works run at a time.
func (h *Local) Slots() int { return h.slots }

// Ahead returns 0: to give the next work to a slot takes no time here.
func (h *Local) Ahead() int { return 0 }

// GiveBack does nothing: every work that the host has is running.
func (h *Local) GiveBack(int) {}

// Close does nothing: the pool is the caller's.
func (h *Local) Close() error { return nil }

// Run makes the outputs of a work and blocks until they are there. It prints nothing. The
// end of ctx ends it between two steps, of which the longest is to decode the picture.
func (h *Local) Run(ctx context.Context, it *batch.Item, _ int, _ *batch.Streams) batch.Outcome {
	o := batch.Outcome{Host: h.Name(), Start: time.Now()}
	h.room.enter(it.Memory)
	defer h.room.leave(it.Memory)
	err := h.pool.Run(context.WithoutCancel(ctx), func(*skua.Worker) (err error) {
		o.Note, err = it.Payload.(*Work).Run(ctx)
		return err
	})
	o.Took = time.Since(o.Start)
	end(ctx, &o, err)
	return o
}

// end says in o how a work ended, by its error. One that the end of ctx has stopped did not
// fail by itself.
func end(ctx context.Context, o *batch.Outcome, err error) {
	cause := context.Cause(ctx)
	switch {
	case err == nil:
	case cause == nil || !errors.Is(err, cause) && !errors.Is(err, ctx.Err()):
		o.Exit, o.Err = 1, err
	case errors.Is(cause, batch.ErrTimeout):
		o.Exit, o.TimedOut = 1, true
	default:
		o.State = batch.Interrupted
	}
}
