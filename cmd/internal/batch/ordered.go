package batch

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// ended is an item that waits for its turn to be shown, and what to log then. Nothing of
// the item itself is kept.
type ended struct {
	inputs    int
	line, tag int64 // how long these parts of the piece are
	out, err  int64
	piece     piece // the four parts; empty if the item is logged
}

// skip notes that an item need not run.
func (p *printer) skip(it *Item) error {
	if !p.Ordered {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if it.First > p.next {
		p.waiting[it.First] = &ended{inputs: it.Inputs}
	} else {
		p.advance(it)
	}
	return p.err
}

// wait keeps what an item has printed until its turn, or logs it if that is nothing.
func (p *printer) wait(j *job, o *Outcome, out, err int64) error {
	e := &ended{inputs: j.it.Inputs, out: out, err: err}
	p.waiting[j.it.First] = e
	switch {
	case p.err != nil:
	case out+err == 0:
		p.err = p.Joblog.add(j.it, o)
	default:
		line, tag := appendLine(nil, j.it, o), []byte(j.it.Tag)
		e.line, e.tag = int64(len(line)), int64(len(tag))
		var err error
		e.piece, err = p.store.keep(part{bytesAt(line), e.line}, part{bytesAt(tag), e.tag},
			part{&j.streams.Out, e.out}, part{&j.streams.Err, e.err})
		p.keepError(err, j.it)
	}
	return p.err
}

// keepError notes the first error of keeping what an item printed, or some: then it is nil.
func (p *printer) keepError(err error, it *Item) {
	if err == nil || p.err != nil {
		return
	}
	of := "the " + p.What
	if it != nil {
		of = fmt.Sprintf("%.200q", it.Label) // a command can be longer than what anybody reads
	}
	p.err = fmt.Errorf("what %s printed cannot be kept: %w", of, err)
}

// advance goes on after an item that was shown, with those that wait.
func (p *printer) advance(it *Item) {
	p.next = max(p.next, it.First+it.Inputs)
	for {
		e, ok := p.waiting[p.next]
		if !ok {
			return
		}
		delete(p.waiting, p.next)
		p.next += max(e.inputs, 1)
		p.showEnded(e)
	}
}

// showEnded shows an item that has waited, and logs it.
func (p *printer) showEnded(e *ended) {
	if e.piece.n == 0 || p.err != nil {
		return
	}
	r := p.store.reader(e.piece)
	head := make([]byte, e.line+e.tag)
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		p.keepError(err, nil)
		return
	}
	tag, from := string(head[e.line:]), e.line+e.tag
	var out, err shown
	p.copy(p.Stdout, io.NewSectionReader(r, from, e.out), &out, e.out, tag, false)
	p.copy(p.Stderr, io.NewSectionReader(r, from+e.out, e.err), &err, e.err, tag, false)
	p.keepError(p.store.drop(e.piece), nil)
	if p.err == nil && p.Joblog != nil {
		p.err = p.Joblog.write(head[:e.line])
	}
}

// finish shows and logs what still waits, in order, although inputs before it were not
// shown: items that were killed, or not run. Nothing runs any more.
func (p *printer) finish() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, first := range slices.Sorted(maps.Keys(p.waiting)) {
		p.showEnded(p.waiting[first])
		delete(p.waiting, first)
	}
	p.keepError(p.store.close(), nil)
	return p.err
}
