package batch

import (
	"sync"
	"sync/atomic"
)

// A printer shows what items print, whole and never mixed, and writes the joblog's line
// of an item when all that it printed has been shown. In order it does so for one input
// after the other: an item that ends before its turn waits in the store, and is not in the
// joblog yet, so that after a kill it runs again and is shown. Only what printed nothing
// is logged at once.
//
// After a write that failed every call returns its error. Safe for concurrent use.
type printer struct {
	Config
	hide func() // takes the line of progress away; under mu

	mu      sync.Mutex
	next    int            // first input that was not shown, if in order
	waiting map[int]*ended // items that wait for their turn, by First
	running map[int]*job   // by First; only what may be shown while it runs
	store   store
	buf     []byte
	tagged  []byte
	midLine bool // what was written last does not end a line
	err     error
}

// A job is an item with its streams while it runs. A slot has one for all its items.
type job struct {
	it       *Item
	named    atomic.Pointer[Item] // it, for drain
	streams  Streams
	out, err shown
	listed   bool // among the printer's running
}

// shown is how far a stream was shown.
type shown struct {
	off  atomic.Int64 // drain may read an old one, and then keeps what it could drop
	last byte         // the last byte that was shown, 0 at the beginning

	searched int64 // how far the end of a line was looked for; what is behind off and before it has none
}

func (s *shown) reset() {
	s.off.Store(0)
	s.last, s.searched = 0, 0
}

func newPrinter(c Config) *printer {
	return &printer{
		Config: c, buf: make([]byte, memoryBound),
		waiting: map[int]*ended{}, running: map[int]*job{},
	}
}

// begin readies a slot's job for an item. What is listed may be shown while it runs.
func (p *printer) begin(j *job, it *Item, listed bool) {
	j.it, j.listed = it, listed && !p.Ungroup
	j.named.Store(it)
	j.out.reset()
	j.err.reset()
	if p.Ungroup {
		j.streams.Out.direct, j.streams.Err.direct = asFile(p.Stdout), asFile(p.Stderr)
	}
	if j.listed {
		p.mu.Lock()
		p.running[it.First] = j
		p.mu.Unlock()
	}
}

// end shows what is left to show of an item that has ended, now or at its turn, and logs it.
func (p *printer) end(j *job, o *Outcome) error {
	out, err := j.streams.Out.Size(), j.streams.Err.Size()
	o.Received += out
	defer p.close(j)
	if out+err == 0 && !p.Ordered {
		p.unlist(j)
		return p.Joblog.add(j.it, o)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if j.listed {
		delete(p.running, j.it.First)
	}
	if p.Ordered && j.it.First > p.next {
		return p.wait(j, o, out, err)
	}
	p.show(j, false)
	if p.err == nil {
		p.err = p.Joblog.add(j.it, o)
	}
	if p.Ordered {
		p.advance(j.it)
	}
	return p.err
}

// drop forgets an item that did not run to its end, or will run again.
func (p *printer) drop(j *job) {
	p.unlist(j)
	p.close(j)
}

func (p *printer) unlist(j *job) {
	if j.listed {
		p.mu.Lock()
		delete(p.running, j.it.First)
		p.mu.Unlock()
	}
}

// close forgets what the streams hold.
func (p *printer) close(j *job) {
	j.it = nil
	j.streams.Close()
}

// drain moves what a running item has written from memory to disk. It is safe
// while the slot goes from one item to the next: a spool has its own mutex, and begin sets
// how far it was shown to 0 before anything is written.
func (p *printer) drain(j *job) error {
	it := j.named.Load()
	err := j.streams.Out.Drain(j.out.off.Load())
	if err == nil {
		err = j.streams.Err.Drain(j.err.off.Load())
	}
	if err == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keepError(err, it)
	return p.err
}
