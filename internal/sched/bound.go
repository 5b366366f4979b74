package sched

import "github.com/skua-go/skua/internal/self"

// A goroutine has one token, whatever number of the pool's workers it runs, one
// inside the other (docs/decisions/0006-one-token-per-goroutine.md). So the pool
// notes which goroutine is bound to which worker. Only a goroutine itself notes
// and takes back its own name, and it asks for no other: so what it finds is what
// it has noted. A name must be taken back before its goroutine ends, since the
// next goroutine may get it.

// name returns the calling goroutine's, or 0 where goroutines cannot be told apart.
func name() uintptr {
	name := self.Goroutine()
	return name
}

// manyBound is how many goroutines at a time make the map of them too large to keep.
// Arbitrary.
const manyBound = 1024

// bind notes that the calling goroutine runs w and has a token. It reports whether
// it had one before. Under mu.
func (p *Pool) bind(w *Worker) (inner bool) {
	name := name()
	if name == 0 {
		return false
	}
	w.self, w.around = name, p.bound[name]
	p.bound[name] = w
	p.boundMost = max(p.boundMost, len(p.bound))
	return w.around != nil
}

// unbind takes back what the calling goroutine's last bind noted, which was for w.
// Under mu.
func (p *Pool) unbind(w *Worker) {
	switch {
	case w.self == 0:
	case w.around != nil:
		p.bound[w.self] = w.around
	default:
		delete(p.bound, w.self)
	}
	w.self, w.around = 0, nil
	if len(p.bound) == 0 && p.boundMost > manyBound { // a map keeps the room it once had
		p.bound, p.boundMost = map[uintptr]*Worker{}, 0
	}
}

// Bind is bind for a caller that does not hold mu.
func (p *Pool) Bind(w *Worker) {
	p.mu.Lock()
	p.bind(w)
	p.mu.Unlock()
}

// Unbind is unbind for a caller that does not hold mu.
func (p *Pool) Unbind(w *Worker) {
	p.mu.Lock()
	p.unbind(w)
	p.mu.Unlock()
}

// Here returns the workers that the calling goroutine runs and has a token for, the
// innermost first; none where goroutines cannot be told apart.
func (p *Pool) Here() (workers []*Worker) {
	name := name()
	p.mu.Lock()
	defer p.mu.Unlock()
	for w := p.bound[name]; w != nil; w = w.around {
		workers = append(workers, w)
	}
	return workers
}
