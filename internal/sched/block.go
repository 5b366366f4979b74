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
	for _, v := range here[:min(1, len(here))] {
		v.publish() // of the whole goroutine
	}
	w.publish()
	p.block(here)
	w.blocked = true
	extra := p.lend()
	defer func() {
		p.unblock(here, extra)
		w.blocked = was
	}()
	f()
}

// lend gives the token to whoever can use it, and returns how many there are more for
// the time. If the one given away pays a debt only, then nobody takes this one's place:
// so the pool gets another. The debt may be of those who wait for f, or whom f waits
// for.
func (p *Pool) lend() (extra int) {
	if p.yieldToken() {
		extra = 1
	}
	p.sleep.Grow(extra)
	return extra
}

// block notes that the calling goroutine, which runs these workers, gives its token
// away: a call into the pool needs one.
func (p *Pool) block(here []*Worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range here {
		p.unbind(w)
		w.blocked = true
	}
}

// unblock takes a token again, and takes back what was lent.
func (p *Pool) unblock(here []*Worker, extra int) {
	p.mu.Lock()
	for _, w := range slices.Backward(here) {
		w.blocked = false
		p.bind(w)
	}
	p.mu.Unlock()
	p.sleep.Grow(-extra)
	if p.sleep.Enter() {
		p.owe(1 + extra)
	}
}
