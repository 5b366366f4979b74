package nodes

import (
	"context"
	"errors"
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/cluster"
	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/each"
	"github.com/skua-go/skua/cmd/internal/files"
	"github.com/skua-go/skua/cmd/internal/process"
)

// command has a command run by some node that allows its program, with the files that its inputs
// name, and takes what it printed and the files that it made.
func (h *Host) command(ctx context.Context, it *batch.Item, c *each.Command, out *batch.Streams, o *batch.Outcome) error {
	words := c.Argv
	if c.Script != "" {
		words = []string{c.Script}
	}
	plan, err := h.planner.Plan(words, c.Files)
	if err != nil {
		return &inputError{err}
	}
	j, err := h.job(ctx, handlerOf(program(c)))
	if errors.Is(err, cluster.ErrUnknownHandler) {
		return fmt.Errorf("no node allows the command %q (skua worker --allow): %w", program(c), err)
	}
	if err != nil {
		return err
	}
	a, in, err := j.do(ctx, commandTask{*c, plan, it.Timeout}, plan.Inputs, o)
	if err != nil {
		for _, ref := range plan.Inputs { // it may have changed
			h.planner.Forget(ref.Path)
		}
		return err
	}
	defer in.close(context.WithoutCancel(ctx))
	if err := in.take(ctx, a, plan, out); err != nil {
		return err
	}
	(*ending)(o).ended(a)
	o.Received = in.bytes
	return nil
}

// take reads what a command has printed and made.
func (i *inbox) take(ctx context.Context, a *answer, plan *files.Plan, out *batch.Streams) error {
	if err := i.write(ctx, a.Out, &out.Out); err != nil {
		return err
	}
	if err := i.write(ctx, a.Err, &out.Err); err != nil {
		return err
	}
	landing := files.NewLanding(plan)
	defer landing.Abort()
	for _, f := range a.Files {
		arrival, err := landing.Create(f.Ref)
		if err != nil {
			return &inputError{err}
		}
		if err := i.write(ctx, f.Data, arrival); err != nil {
			arrival.Abort()
			return err
		}
		if err := arrival.Close(); err != nil {
			return &inputError{err}
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := landing.Commit(); err != nil {
		return &inputError{err}
	}
	return nil
}

// command is the handler: it runs a command in a sandbox of its own.
func (w *Worker) command(ctx context.Context, t *cluster.Task) (result []byte, err error) {
	var task commandTask
	if _, err := unpack(t.Payload, &task); err != nil || task.Plan == nil {
		return nil, cluster.Fatal(fmt.Errorf("not a command: %v", err))
	}
	if _, err := w.programs.resolve(task.Command); err != nil {
		return nil, cluster.Fatal(err)
	}
	skua.Blocking(skua.Here(), func() { result, err = w.run(ctx, t, &task) })
	return result, err
}

// run gets the files, runs the command, and collects what it printed and made.
func (w *Worker) run(ctx context.Context, t *cluster.Task, task *commandTask) ([]byte, error) {
	a := answer{}
	if err := w.gather(ctx, t, task.Plan, &a); err != nil {
		return nil, err
	}
	if len(a.Need) > 0 {
		return pack(answer{Need: a.Need}, nil), nil
	}
	sandbox, err := files.NewSandbox(w.boxes, task.Plan)
	if err != nil {
		return nil, err
	}
	defer sandbox.Remove()
	store, err := w.contents()
	if err != nil {
		return nil, err
	}
	for _, ref := range task.Plan.Inputs {
		if err := sandbox.Add(store, ref); err != nil {
			return nil, err // the directory of contents is too small: another node, or another time
		}
	}
	task.Command.Argv, task.Command.Script = mapped(sandbox, task.Command)
	c, err := w.programs.resolve(task.Command)
	if err != nil {
		return nil, cluster.Fatal(err)
	}
	var out batch.Streams
	defer out.Close()
	limited, cancel := withTimeout(ctx, task.Timeout)
	defer cancel()
	ended := process.Run(limited, c, sandbox.Dir(), &out)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	a.Exit, a.Signal, a.TimedOut, a.MaxRSS, a.Took = ended.Exit, ended.Signal, ended.TimedOut, ended.MaxRSS, ended.Took
	if ended.Err != nil {
		a.Error = ended.Err.Error()
	}
	return collect(ctx, t, sandbox, &out, &a)
}

// mapped are the words of a command as they mean the same in the sandbox. The program is not
// mapped: it is the worker's.
func mapped(s *files.Sandbox, c each.Command) (argv []string, script string) {
	if c.Script != "" {
		return c.Argv, s.Script(c.Script)
	}
	argv = s.Words(c.Argv)
	argv[0] = c.Argv[0]
	return argv, ""
}

// gather brings the contents of a plan's inputs into the node's own directory, or lists in a those
// that the submitter must store.
func (w *Worker) gather(ctx context.Context, t *cluster.Task, plan *files.Plan, a *answer) error {
	store, err := w.contents()
	if err != nil {
		return err
	}
	for _, ref := range plan.Inputs {
		if store.Has(ref) {
			continue
		}
		if from := w.inPlace(ref); from != nil {
			err := store.Put(ref, from)
			from.Close()
			if err == nil {
				a.InPlace = true
				continue
			}
		}
		f, err := w.open(ctx, t, ref)
		switch {
		case errors.Is(err, cluster.ErrNoContent):
			a.Need = append(a.Need, ref.Sum)
		case err != nil:
			return err
		default:
			f.Close()
		}
	}
	return nil
}

// collect packs the answer of a command that has ended.
func collect(ctx context.Context, t *cluster.Task, s *files.Sandbox, out *batch.Streams, a *answer) (_ []byte, err error) {
	o := outbox{task: t}
	if a.Out, err = o.spool(ctx, &out.Out); err != nil {
		return nil, err
	}
	if a.Err, err = o.spool(ctx, &out.Err); err != nil {
		return nil, err
	}
	changes, err := s.Changed()
	if err != nil {
		return nil, err
	}
	a.Note = changes.Explain()
	for _, ref := range changes.Files {
		f, err := s.Open(ref)
		if err != nil {
			return nil, err
		}
		data, err := o.add(ctx, ref.Size, f)
		f.Close()
		if err != nil {
			return nil, err
		}
		a.Files = append(a.Files, madeFile{ref, data})
	}
	return pack(a, o.body), nil
}
