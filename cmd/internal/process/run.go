package process

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
)

// Grace is how long a process group that got SIGTERM has before it gets SIGKILL, if the command does not
// say it. It is the first pause of GNU parallel's --termseq.
const Grace = 200 * time.Millisecond

// Run executes a command in a directory, "" for that of this process, and blocks until it has
// ended. What the command prints is written to the files of out; its standard input is
// empty. When ctx ends, the process group of the command is ended as the package says; the
// outcome is then Interrupted, or Ended with TimedOut if the cause is batch.ErrTimeout.
//
// Exit is 127 if the program is not found and 126 if it cannot be executed, as in a shell;
// Err then says why. MaxRSS is never less than what this process had when it started
// the command, on Linux: the kernel counts the time before exec. Safe for concurrent use.
func Run(ctx context.Context, c *each.Command, dir string, out *batch.Streams) batch.Outcome {
	o := batch.Outcome{Host: local, Start: time.Now()}
	ch, err := launch(ctx, c, dir, out)
	if err != nil {
		if ctx.Err() != nil {
			interrupted(ctx, &o)
		} else {
			o.Exit, o.Err = refusal(err)
		}
		o.Took = time.Since(o.Start)
		return o
	}
	k := killer{child: ch, grace: cmp.Or(c.Grace, Grace), leaderEnded: make(chan struct{}), done: make(chan struct{})}
	stop := context.AfterFunc(ctx, k.kill)
	err = ch.wait()
	close(k.leaderEnded)
	killed := false
	if !stop() {
		<-k.done // nothing of the group lives
		killed = k.sent
	}
	over(ch)
	o.Took = time.Since(o.Start)
	if err = errors.Join(err, ch.reap(&o)); err != nil {
		o.Err = err
	}
	if killed {
		interrupted(ctx, &o)
	}
	return o
}

// launch starts a command if ctx has not ended.
func launch(ctx context.Context, c *each.Command, dir string, out *batch.Streams) (*child, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s, err := resolve(c, dir)
	if err != nil {
		return nil, err
	}
	if s.out, err = out.Out.File(); err != nil {
		return nil, err
	}
	if s.err, err = out.Err.File(); err != nil {
		return nil, err
	}
	ch, err := begin(s)
	for wait := time.Millisecond; err != nil && passing(err) && wait < patience; wait *= 2 {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(wait):
		}
		ch, err = begin(s)
	}
	return ch, err
}

// patience is the longest pause before another attempt to start a command when the system
// has no process or no memory for it; all pauses take twice as long. It is arbitrary.
const patience = 4 * time.Second

func interrupted(ctx context.Context, o *batch.Outcome) {
	o.State = batch.Interrupted
	if errors.Is(context.Cause(ctx), batch.ErrTimeout) {
		o.State, o.TimedOut = batch.Ended, true
	}
}
