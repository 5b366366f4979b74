package batch

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Run runs all items of a batch and blocks until they have ended.
//
// It returns an error if the batch could not be run to its end: the cause of ctx if
// that has ended; that no host is left; that the joblog or standard output cannot be
// written. Items that failed are not an error: the Summary counts them, also beside an
// error. What was not run, or was killed, is not in the joblog.
//
// Run returns when all that it started on the hosts has ended. Only if ctx has ended and
// standard output takes no more for a second, it leaves a goroutine behind that writes.
func Run(ctx context.Context, c Config) (Summary, error) {
	if err := c.check(); err != nil {
		return Summary{}, err
	}
	d := newDispatcher(ctx, c)
	defer context.AfterFunc(ctx, d.stop)()
	d.progress.begin()
	endHelp := d.help()
	d.lookAtHosts()
	d.patiently(ctx, d.ended)
	d.patiently(ctx, endHelp)
	if ctx.Err() == nil {
		d.fail(d.printer.finish())
		d.tellLost()
	}
	d.progress.end()
	return d.result(ctx)
}

// A dispatcher gives the items of a source to the slots of hosts. Each slot is a
// goroutine that takes an item, runs it on its host, and sees to what came of it. Nothing
// goes through another goroutine: of an item that costs nothing the dispatcher's share is
// a microsecond, 3 with a line in a joblog, and 18 with two files for a child's output.
//
// # When a batch is over
//
// Items come back to the source: for another attempt, or because their host gave them
// back or was lost. So a slot that finds the source empty cannot end while another slot
// has an item. It waits, and must be woken when one comes back, or when none can come any
// more.
//
//	busy    slots that are in Next or have an item
//	looks   how often there was a reason to look into the source (again); at first 1
//	empty   the greatest number of looks at which a slot began a Next that found nothing
//
// A slot that asks for an item adds itself to busy and reads looks, in one critical
// section, and calls Next. If Next finds an item the slot remains in busy until the item
// has ended or was returned. If Next finds nothing, the slot, in one critical section,
// leaves busy, raises empty to what it had read, and waits until looks has changed or the
// batch is over. A slot that returns an item first gives it to the source, and then, in
// one critical section, adds 1 to looks, wakes all slots that wait, and leaves busy.
//
// No wake-up is lost. Let the Next of slot A find nothing while slot B returns an item. If
// the item was in the source before A's Next looked there, a third slot has taken it, and
// is in busy. Otherwise B adds to looks after A has read it, because A reads it before its Next
// begins and B adds to it after the item is in the source. So A does not begin to wait, or
// is woken.
//
// The batch is over when busy = 0 and empty = looks. That is not too early: a Next that
// began after the last return has found nothing. What was in the source after that return
// was therefore taken by slots that were in busy from before they took it; as busy is 0
// they have left it, and nothing was returned since. It is not too late either: busy,
// empty and looks change only in the critical sections above, each of which ends by asking
// whether the batch is over, and then wakes all. A slot that has returned an item asks the
// source again by itself, unless its host has become smaller or is lost; then the slots
// that wait, or that begin later, ask.
type dispatcher struct {
	Config
	ctx      context.Context // ends when what runs is to be killed
	kill     context.CancelCauseFunc
	taking   context.Context // ends when nothing more is to be started
	noMore   context.CancelFunc
	forget   func() bool // the caller's context
	began    time.Time
	printer  *printer
	progress *progress
	hosts    []*host
	slots    sync.WaitGroup
	pace     pace
	starting sync.Mutex    // of ready
	patience time.Duration // what is left of it; Run's

	mu      sync.Mutex
	changed sync.Cond // looks, free, stopped, over, or the slots of a host
	busy    int
	looks   uint64
	empty   uint64
	free    int // slots that could run an item at once, and have none
	stopped bool
	err     error
	running int    // executions
	numbers []bool // of the slots of all hosts that are in use
	told    int    // of sum.Lost
	median  median
	tally
}

func newDispatcher(ctx context.Context, c Config) *dispatcher {
	d := &dispatcher{Config: c, looks: 1, began: time.Now(), patience: patience}
	d.ctx, d.kill = context.WithCancelCause(context.WithoutCancel(ctx))
	d.taking, d.noMore = context.WithCancel(context.WithoutCancel(ctx))
	d.forget = context.AfterFunc(ctx, func() { d.end(context.Cause(ctx)) })
	d.changed.L = &d.mu
	d.sum.Hosts, d.sum.Notes = map[string]int{}, map[string]int{}
	d.printer = newPrinter(c)
	d.progress = newProgress(d)
	d.printer.hide = d.progress.hide
	for _, h := range c.Hosts {
		taking, noMore := context.WithCancel(d.taking)
		d.hosts = append(d.hosts, &host{Host: h, taking: taking, noMore: noMore})
	}
	return d
}

// end kills what runs, after it has let nothing more be started: so an item that finds itself killed
// is known to be. NOT: ctx's children d.ctx and d.taking, which end with it in no certain order.
func (d *dispatcher) end(cause error) {
	d.noMore()
	d.kill(cause)
}

// stop lets nothing more be started.
func (d *dispatcher) stop() {
	d.noMore()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
	d.changed.Broadcast()
}

// errEnded is the cause of the end of items' contexts when the batch ends early by itself.
var errEnded = errors.New("the batch ends early")

// fail ends the batch by an error, unless that is nil: what runs is killed. The first
// error counts.
func (d *dispatcher) fail(err error) {
	if err == nil {
		return
	}
	d.mu.Lock()
	if d.err == nil {
		d.err = err
	}
	d.mu.Unlock()
	d.end(errEnded)
	d.stop()
}

// over tells whether nothing is left to do. The caller holds mu.
func (d *dispatcher) over() bool { return d.busy == 0 && d.empty == d.looks }

// ended returns when all slots have.
func (d *dispatcher) ended() {
	d.mu.Lock()
	for !d.stopped && !d.over() { // NOT: only slots.Wait; while no host has slots there is nothing to wait for
		d.changed.Wait()
	}
	d.stopped = true // from here on no slot begins
	d.mu.Unlock()
	d.slots.Wait()
}

// patience is how long what was interrupted may write to a standard output that takes
// no more. It is arbitrary: a reader that lives reads within it.
const patience = time.Second

// patiently returns when f has. When ctx has ended and nothing runs on the hosts, it
// loses patience: then it leaves f behind, and has none left for another.
func (d *dispatcher) patiently(ctx context.Context, f func()) {
	ended := make(chan struct{})
	go func() {
		f()
		close(ended)
	}()
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	const step = patience / 20
	for d.patience > 0 {
		select {
		case <-ended:
			return
		case <-time.After(step):
			d.patience -= step
		}
		d.mu.Lock()
		if d.running > 0 {
			d.patience = patience
		}
		d.mu.Unlock()
	}
}

// result returns what Run does.
func (d *dispatcher) result(ctx context.Context) (Summary, error) {
	d.forget()
	d.end(errEnded)
	d.mu.Lock()
	defer d.mu.Unlock()
	sum := d.summary()
	if ctx.Err() != nil {
		return sum, context.Cause(ctx)
	}
	return sum, d.err
}
