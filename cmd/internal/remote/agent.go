package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"time"
)

// An agent is the process on a host: it runs the items of one submitter.
type agent struct {
	link  *link
	slots chan struct{} // has an element for each command that runs; set before the first item
	space lazySpace
	fetch *fetcher
	stop  context.CancelCauseFunc
	all   sync.WaitGroup // of jobs

	mu   sync.Mutex
	jobs map[uint32]*task
}

// A task is an item on the host.
type task struct {
	id      uint32
	job     *job
	ctx     context.Context
	cancel  context.CancelFunc
	started bool // it cannot be given back any more
	givenUp bool // it was given back
}

// Agent is what "skua each-agent" does: it serves the submitter whose frames come from in, and
// blocks until in ends, the submitter is silent for too long, or ctx ends. Then no command that it
// started lives, and its sandboxes are gone.
func Agent(ctx context.Context, in io.Reader, out io.Writer) error {
	defer catchPipe()()
	l := newLink(bufio.NewReaderSize(in, chunk), out, maxToHost)
	var buf []byte
	f, err := l.receive(&buf)
	if err != nil || f.kind != greet {
		return errors.New("each-agent is started on other machines by skua each --on, and not by hand")
	}
	h, err := decode[hello](f)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a := &agent{link: l, stop: stop, jobs: map[uint32]*task{}}
	a.fetch = &fetcher{link: l, fail: a.fatal, pending: map[string]*pending{}}
	a.space.limit = h.Limit
	mine := hello{Protocol: protocol, CPUs: runtime.NumCPU()}
	if err := writeFrame(out, frame{kind: greet, payload: encode(mine)}); err != nil {
		return err
	}
	return a.serve(ctx, h.Silence)
}

// serve runs until ctx ends, which the reader does when the submitter is gone.
func (a *agent) serve(ctx context.Context, silent time.Duration) error {
	written := make(chan error, 1)
	go func() { written <- a.link.write() }()
	go func() { a.stop(a.read(ctx)) }()
	go a.watch(ctx, silent)
	tidyPrograms()
	<-ctx.Done()
	a.link.finish(context.Cause(ctx))
	select {
	case <-written:
	case <-time.After(time.Second): // there is no reader
	}
	a.link.fail(context.Cause(ctx))
	a.all.Wait()
	err := a.space.remove()
	if cause := context.Cause(ctx); !errors.Is(cause, io.EOF) {
		err = errors.Join(err, cause)
	}
	return err
}

// fatal tells the submitter that this host can run nothing any more, and ends the agent.
func (a *agent) fatal(err error) {
	a.link.post(fatal, 0, err.Error())
	a.stop(err)
}

func (a *agent) watch(ctx context.Context, silent time.Duration) {
	const ticks = 10
	tick := time.NewTicker(max(silent/ticks, time.Millisecond))
	defer tick.Stop()
	s := silence{limit: ticks}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if s.tick(a.link) {
			a.stop(fmt.Errorf("the submitter has been silent for %v", silent))
		}
	}
}

// read handles the submitter's frames; its error is why it ended.
func (a *agent) read(ctx context.Context) error {
	var buf []byte
	for {
		f, err := a.link.receive(&buf)
		if err == nil {
			err = a.handle(ctx, f)
		}
		if err != nil {
			return err
		}
	}
}

func (a *agent) handle(ctx context.Context, f frame) error {
	switch f.kind {
	case beat:
		a.link.post(beat, 0, nil)
	case width:
		q, err := decode[quantity](f)
		if err != nil || a.slots != nil || q.N < 1 || q.N > maxSlots {
			return fmt.Errorf("a width of %d: %v", q.N, err)
		}
		a.slots = make(chan struct{}, q.N)
	case item:
		j, err := decode[*job](f)
		if err != nil {
			return err
		}
		a.begin(ctx, f.id, j)
	case cancel:
		a.mu.Lock()
		if t := a.jobs[f.id]; t != nil {
			t.cancel()
		}
		a.mu.Unlock()
	case giveBack:
		q, err := decode[quantity](f)
		if err != nil {
			return err
		}
		a.giveBack(q.N)
	case content, data, end, missing:
		return a.fetch.handle(f)
	default:
		return fmt.Errorf("a frame of kind %d from the submitter", f.kind)
	}
	return nil
}

// begin starts a goroutine for an item. There are never more than the submitter's Slots and Ahead.
func (a *agent) begin(ctx context.Context, id uint32, j *job) {
	t := &task{id: id, job: j}
	t.ctx, t.cancel = context.WithCancel(ctx)
	a.mu.Lock()
	a.jobs[id] = t
	a.mu.Unlock()
	a.all.Go(func() {
		defer t.cancel()
		a.run(t)
	})
}

// giveBack gives up n items that have not started: those that came last.
func (a *agent) giveBack(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var waiting []*task
	for _, t := range a.jobs {
		if !t.started && !t.givenUp {
			waiting = append(waiting, t)
		}
	}
	slices.SortFunc(waiting, func(a, b *task) int { return int(int32(b.id - a.id)) }) // numbers may wrap
	for _, t := range waiting[:max(0, min(n, len(waiting)))] {
		t.givenUp = true
		t.cancel()
	}
}

// claim decides a race with giveBack: the item may start, or it was given back.
func (a *agent) claim(t *task) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	t.started = !t.givenUp
	return t.started
}
