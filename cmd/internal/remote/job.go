package remote

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/process"
)

// run takes one item from its arrival to its report.
func (a *agent) run(t *task) {
	var box *files.Sandbox
	r := a.execute(t, &box)
	a.mu.Lock()
	delete(a.jobs, t.id)
	a.mu.Unlock()
	a.link.send(done, t.id, r)
	if box != nil {
		box.Remove()
	}
}

// execute prepares an item, waits for a slot, runs it, and sends what it printed and made.
func (a *agent) execute(t *task, box **files.Sandbox) report {
	cmd, dir := t.job.Command, t.job.Plan.Dir
	if !t.job.Shared {
		if err := a.prepare(t, box); err != nil {
			return a.unready(t, err)
		}
		cmd, dir = inSandbox(cmd, *box), (*box).Dir()
	}
	ready := time.Now()
	select {
	case a.slots <- struct{}{}:
	case <-t.ctx.Done():
		return a.unready(t, t.ctx.Err())
	}
	idle := time.Since(ready)
	if !a.claim(t) {
		<-a.slots
		return report{State: batch.GivenBack}
	}
	r := a.command(t, cmd, dir)
	r.Idle = idle
	if r.State == batch.Ended && !r.TimedOut && *box != nil {
		a.results(t, *box, &r)
	}
	return r
}

// unready reports an item that did not start.
func (a *agent) unready(t *task, err error) report {
	a.mu.Lock()
	givenUp := t.givenUp
	a.mu.Unlock()
	switch {
	case givenUp:
		return report{State: batch.GivenBack}
	case t.ctx.Err() != nil:
		return report{State: batch.Interrupted}
	case isFull(err):
		a.fatal(err)
		return report{State: batch.HostLost}
	}
	return report{Exit: 1, Err: err.Error()}
}

// prepare makes the sandbox, and waits for the contents that are missing.
func (a *agent) prepare(t *task, box **files.Sandbox) error {
	s, err := a.space.get()
	if err != nil {
		return err
	}
	if *box, err = files.NewSandbox(s.dir, t.job.Plan); err != nil {
		return err
	}
	a.fetch.ask(s.store, t)
	for _, in := range t.job.Plan.Inputs {
		if err := a.fetch.add(s.store, *box, t, in); err != nil {
			return err
		}
	}
	return nil
}

// inSandbox is a command with the names that its files have in the sandbox.
func inSandbox(cmd *each.Command, box *files.Sandbox) *each.Command {
	c := *cmd
	c.Argv = box.Words(cmd.Argv)
	c.Script = box.Script(cmd.Script)
	return &c
}

// command runs an item in a slot, and gives that free. Meanwhile and afterwards it sends what the
// item prints.
func (a *agent) command(t *task, cmd *each.Command, dir string) report {
	ctx := t.ctx
	if t.job.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, t.job.Timeout, batch.ErrTimeout)
		defer cancel()
	}
	var out batch.Streams
	defer out.Close()
	ended, sent := make(chan struct{}), make(chan error, 1)
	go func() { sent <- a.pump(t.id, &out, ended) }()
	o := process.Run(ctx, cmd, dir, &out)
	<-a.slots
	close(ended)
	r := reportOf(o)
	if err := <-sent; err != nil && r.Err == "" {
		r.Err = err.Error()
	}
	return r
}

// pumpEvery is how soon what an item prints is on its way. Arbitrary: soon enough for a user who
// looks on, seldom enough to cost nothing.
const pumpEvery = 100 * time.Millisecond

// pump sends what an item prints, until it has ended and all is sent.
func (a *agent) pump(id uint32, out *batch.Streams, ended <-chan struct{}) error {
	tick := time.NewTicker(pumpEvery)
	defer tick.Stop()
	var atOut, atErr int64
	for last := false; !last; {
		select {
		case <-tick.C:
		case <-ended:
			last = true
		}
		if err := errors.Join(a.copy(stdout, id, &out.Out, &atOut), a.copy(stderr, id, &out.Err, &atErr)); err != nil {
			return err
		}
	}
	return nil
}

// copy sends what a spool has got since at, and forgets it.
func (a *agent) copy(k kind, id uint32, s *batch.Spool, at *int64) error {
	for size := s.Size(); *at < size; {
		buf := make([]byte, min(size-*at, chunk))
		n, err := s.ReadAt(buf, *at)
		if n == 0 && err != nil {
			return err
		}
		*at += int64(n)
		if err := a.link.send(k, id, buf[:n]); err != nil {
			return err
		}
	}
	return s.Drain(*at)
}

// results sends what the item made or changed.
func (a *agent) results(t *task, box *files.Sandbox, r *report) {
	changes, err := box.Changed()
	for _, ref := range changes.Files {
		if err != nil {
			break
		}
		err = a.result(t, box, ref)
	}
	if err != nil && r.Err == "" {
		r.Err = err.Error()
	}
	r.Left = changes.Explain()
}

func (a *agent) result(t *task, box *files.Sandbox, ref files.Ref) error {
	f, err := box.Open(ref)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := a.link.send(result, t.id, ref); err != nil {
		return err
	}
	for n := int64(0); n < ref.Size; {
		buf := make([]byte, min(ref.Size-n, chunk))
		m, err := io.ReadFull(f, buf)
		if err != nil {
			return errors.New(ref.Path + " changed after the command had ended")
		}
		n += int64(m)
		if err := a.link.send(data, t.id, buf); err != nil {
			return err
		}
	}
	return a.link.send(end, t.id, nil)
}
