package cluster

import "time"

// hostRank is the rank of pullers of a host's tasks.
const hostRank = 1

// rankOf is 0 for urgent tasks, 1 for those of a host, 2 for all others.
func rankOf(p Priority, class string) int {
	switch {
	case p == Interactive:
		return 0
	case ofHost(class):
		return hostRank
	}
	return 2
}

// yieldFor is how long a request lets more urgent ones go first at least.
const yieldFor = 50 * time.Millisecond

// yield lets the requests of pullers before this one go first, while the server is
// known to have tasks for them and there is room; else a task that can wait could get
// the slot. It returns whether to ask again what is wanted. Other nodes may have got
// those tasks meanwhile: it does not wait long, however often it is woken.
func (p *puller) yield() bool {
	p.n.mu.Lock()
	first, pending := p.before()
	if p.turn() {
		first = nil
	}
	patience := max(p.n.config.patience, yieldFor+8*time.Duration(p.n.trip))
	p.n.mu.Unlock()
	if first == nil {
		return false
	}
	over := time.NewTimer(patience)
	defer over.Stop()
	for {
		select {
		case <-p.wake: // NOT: wait anew. A node that lives by stealing is woken with each task, and would never ask.
			p.n.mu.Lock()
			still, left := p.before()
			turn := p.turn()
			p.n.mu.Unlock()
			if turn || still != first || left != pending {
				return true
			}
		case <-over.C:
			p.n.mu.Lock()
			defer p.n.mu.Unlock()
			if first.pending == pending {
				first.pending = 0
			}
			return true
		case <-p.n.life.Done():
			return true
		}
	}
}

// before returns a puller before this one that is about to get tasks, and how many the server
// has for it, or nil. n.mu is held.
func (p *puller) before() (first *puller, pending uint64) {
	for _, first := range p.n.pullers {
		if first.rank < p.rank && first.pending > 0 && p.n.room(first.prio) > 0 {
			return first, first.pending
		}
	}
	return nil, 0
}

// turn reports whether the puller brings tasks of Batch, one is to start next, and the node has none: then
// it asks for one, if there is room or not. n.mu is held.
func (p *puller) turn() bool {
	return p.prio == Batch && p.n.due() && len(p.n.waiting.of[Batch]) == 0
}
