package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/cmd/internal/batch"
	"github.com/skua-go/skua/cmd/internal/files"
)

// A Host is another machine as a batch.Host, for items whose payload is an *each.Command. Dial
// makes it.
//
// Three goroutines serve the connection: read, link.write and watch; and one each, while they last,
// for contents on their way (supply). Calls end only in read: when their report arrives, or when
// read itself ends. So nothing writes to the streams of a call after its end.
type Host struct {
	config Config
	name   string
	slots  int
	link   *link

	process *exec.Cmd
	chatter *chatter
	in      io.Closer // of the process
	hangUp  func()    // makes read end; any number of times

	mu      sync.Mutex
	calls   map[uint32]*call
	last    uint32             // number of the last call
	sources map[string]*source // by SHA-256: files of items that are under way
	inputs  int                // of those items
	lost    error
	ending  error     // why the connection is being ended, if that was our decision
	pace    pace      // how many items to hold ahead
	wants   []wanting // contents to send
	sending bool

	ahead atomic.Int64
	ended chan struct{} // closed when read has ended
}

func newHost(d *dialing, l *link, yours hello) *Host {
	h := &Host{
		config: d.config, name: d.spec.Name, slots: d.spec.Slots, link: l,
		process: d.process, chatter: &d.chatter, in: d.in,
		calls: map[uint32]*call{}, sources: map[string]*source{}, ended: make(chan struct{}),
	}
	cpus := max(1, min(yours.CPUs, maxSlots))
	if h.slots == 0 && d.config.Slots != nil {
		h.slots = max(1, min(d.config.Slots(cpus), maxSlots))
	} else if h.slots == 0 {
		h.slots = cpus
	}
	h.hangUp = sync.OnceFunc(func() {
		d.kill()
		d.in.Close()
	})
	h.ahead.Store(1)
	return h
}

// begin starts the goroutines.
func (h *Host) begin() {
	h.link.post(width, 0, quantity{h.slots})
	go func() {
		h.link.write()
		h.in.Close()
	}()
	go h.read()
	go h.watch()
}

// Name is what the user calls the host.
func (h *Host) Name() string { return h.name }

// Slots is how many items the host runs at a time.
func (h *Host) Slots() int { return h.slots }

// Ahead is how many items more the host holds, so that it has the next one, with its files, when
// one ends: as many as end in the time that an item takes to get there and back, and at least 1.
func (h *Host) Ahead() int { return int(h.ahead.Load()) }

// Lost is why the connection is gone, or nil. It does not come back.
func (h *Host) Lost() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lost
}

// GiveBack asks the host for n items that have not started. It does not block.
func (h *Host) GiveBack(n int) {
	if n > 0 {
		h.link.post(giveBack, 0, quantity{n})
	}
}

// Close ends the agent on the host, which removes what it made for items, and waits for the end of
// ssh; not for long, if the host does not answer.
func (h *Host) Close() error {
	closed := errors.New("the host was closed")
	h.mu.Lock()
	if h.ending == nil {
		h.ending = closed
	}
	h.mu.Unlock()
	h.link.finish(closed) // then begin's goroutine closes the agent's standard input
	late := time.AfterFunc(goodbye, h.hangUp)
	defer late.Stop()
	<-h.ended
	return nil
}

// goodbye is how long Close waits for the host to tidy up. Arbitrary: as long as a user who waits
// for the prompt bears it.
const goodbye = 3 * time.Second

// end ends the connection because of err. The items there are lost when read has noticed.
func (h *Host) end(err error) {
	h.mu.Lock()
	if h.ending == nil {
		h.ending = err
	}
	h.mu.Unlock()
	h.link.fail(err)
	h.hangUp()
}

// read handles the host's frames until the connection ends, and then ends all calls.
func (h *Host) read() {
	defer close(h.ended)
	var buf []byte
	var err error
	for err == nil {
		var f frame
		if f, err = h.link.receive(&buf); err == nil {
			err = h.handle(f)
		}
	}
	h.hangUp()
	h.link.fail(err)
	status := h.process.Wait()
	h.mu.Lock()
	switch {
	case h.ending != nil:
		err = h.ending
	case errors.Is(err, io.EOF) && status != nil:
		err = errors.New("the connection was lost")
		if said := h.chatter.lastLine(); said != "" {
			err = fmt.Errorf("the connection was lost: %s", said)
		}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the connection was lost")
	}
	h.lost = err
	calls := h.calls
	h.calls = nil
	h.mu.Unlock()
	for _, c := range calls {
		c.abort()
		c.ended <- batch.Outcome{State: batch.HostLost, Host: h.name, Err: h.lost, Sent: c.sent.Load()}
	}
}

// handle deals with one frame. An error is the end of the host: it does not speak the protocol, or
// cannot go on.
func (h *Host) handle(f frame) error {
	switch f.kind {
	case beat:
		return nil
	case fatal:
		why, err := decode[string](f)
		if err == nil {
			err = errors.New(printable(why))
		}
		return err
	}
	h.mu.Lock()
	c := h.calls[f.id]
	h.mu.Unlock()
	if c == nil {
		return fmt.Errorf("it spoke of an item that it does not have (kind %d, number %d)", f.kind, f.id)
	}
	switch f.kind {
	case want:
		ref, err := decode[files.Ref](f)
		if err != nil {
			return err
		}
		return h.want(c, ref)
	case stdout:
		c.print(&c.out.Out, f.payload)
	case stderr:
		c.print(&c.out.Err, f.payload)
	case result:
		return c.open(f)
	case data:
		return c.write(f.payload)
	case end:
		return c.close()
	case done:
		r, err := decode[report](f)
		if err == nil && (r.State < batch.Ended || r.State > batch.Interrupted) {
			err = fmt.Errorf("it reported the state %d", r.State)
		}
		if err != nil {
			return err
		}
		h.finish(f.id, c, &r)
	default:
		return fmt.Errorf("it sent a frame of kind %d", f.kind)
	}
	return nil
}

// Run sends an item to the host, with what files that lacks, and blocks until it has
// ended and all of its results are here. It is HostLost if the connection ends before that, and
// GivenBack at once if that has ended already.
func (h *Host) Run(ctx context.Context, it *batch.Item, slot int, out *batch.Streams) batch.Outcome {
	c, j, err := h.prepare(it, out)
	if err != nil {
		return batch.Outcome{Host: h.name, Start: time.Now(), Exit: 1, Err: err}
	}
	id, err := h.enter(c)
	if err != nil {
		return batch.Outcome{State: batch.GivenBack, Host: h.name, Err: err} // it was never sent
	}
	h.link.post(item, id, j)
	select {
	case o := <-c.ended:
		return o
	case <-ctx.Done():
	}
	h.link.post(cancel, id, nil)
	o := <-c.ended
	if o.State == batch.Interrupted && errors.Is(context.Cause(ctx), batch.ErrTimeout) {
		o.State, o.TimedOut = batch.Ended, true
	}
	return o
}

// A pace learns how many items a host should hold ahead.
type pace struct {
	took, extra float64 // seconds of an item, and of its way there and back; moving averages
	known       bool
}

// learn adds an item: how long its command took, and its way there and back without the wait for a
// slot. It returns how many items end while one is on its way. They can be given back, so a few too
// many do no harm; more than a slot has is no use, except that 4 hide the way of very short ones.
func (p *pace) learn(took, extra time.Duration, slots int) int64 {
	const share = 0.2 // of the newest in the average; arbitrary
	if !p.known {
		p.took, p.extra, p.known = took.Seconds(), extra.Seconds(), true
	}
	p.took += share * (took.Seconds() - p.took)
	p.extra += share * (extra.Seconds() - p.extra)
	n := math.Ceil(float64(slots) * p.extra / max(p.took, 1e-4))
	return int64(max(1, min(n, float64(max(4, slots)))))
}
