package sched

import "slices"

// Block runs f, which may wait, while another worker takes the place of this one
// and of those around it on the same goroutine. Inside another Block of the same
// goroutine there is no token to give any more: then it only calls f.
func (w *Worker) Block(f func()) {
	p, here := w.pool, w.pool.Here()
	if w.blocked && len(here) == 0 {
		f()
		return
	}
	was := w.blocked
	w.publish()
	p.block(here)
	w.blocked = true
	w.yieldToken()
	if p.sleep.Free() <= 0 {
		p.attend()
	}
	defer func() {
		p.unblock(here)
		w.blocked = was
	}()
	f()
}

// block notes that the calling goroutine, which runs these workers, gives its token
// away: a call into the pool needs one.
func (p *Pool) block(here []*Worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blocked++
	for _, w := range here {
		p.unbind(w)
		w.blocked = true
	}
}

// unblock takes a token again, and one back that was lent meanwhile.
func (p *Pool) unblock(here []*Worker) {
	p.mu.Lock()
	p.blocked--
	back := min(p.lent, 1)
	p.lent -= back
	for _, w := range slices.Backward(here) {
		w.blocked = false
		p.bind(w)
	}
	p.mu.Unlock()
	p.sleep.Grow(-back)
	if p.sleep.Enter() {
		p.owe(1 + back)
	}
}

// lend lends the pool a token for one that was given away in Block, if work waits. The
// one given away may have paid a debt only that those made who wait for the function
// in Block, or for what it waits for: then nobody else is left to do that.
func (p *Pool) lend() {
	if p.waiting() == 0 {
		return
	}
	p.mu.Lock()
	more := p.lent < p.blocked
	if more {
		p.lent++
	}
	p.mu.Unlock()
	if more {
		p.sleep.Grow(1)
	}
}
