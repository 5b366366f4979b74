package sched

import "github.com/skua-go/skua/internal/self"

// bound finds the workers that a goroutine runs and has a token for. A goroutine has
// one token, whatever number of the pool's workers it runs, one inside the other
// (docs/decisions/0006-one-token-per-goroutine.md). It is a table of lists by the
// goroutine's name, in which the innermost worker comes before those around it.
// All of it is under the pool's lock.
//
// Only a goroutine itself notes and takes back its own name, and it asks for no
// other: so what it finds is what it has noted. A name must be taken back before its
// goroutine ends, since the next goroutine may get it.
type bound struct {
	lists []*Worker // linked by next; a power of two of them
	n     int       // workers
}

// fewLists is the size of the smallest table: arbitrary.
const fewLists = 16

// list returns the list for a name: the address of a goroutine's descriptor, which is
// some hundred bytes long.
func (b *bound) list(name uintptr) **Worker {
	return &b.lists[(name>>7^name>>16)&uintptr(len(b.lists)-1)]
}

// named returns the first worker of that name in the list that begins with w, or nil.
func (w *Worker) named(name uintptr) *Worker {
	for w != nil && w.self != name {
		w = w.next
	}
	return w
}

// add notes that the goroutine of that name runs w, and returns the worker around it,
// if there is one.
func (b *bound) add(w *Worker, name uintptr) (outer *Worker) {
	if b.n >= len(b.lists) {
		b.resize(max(fewLists, 2*len(b.lists)))
	}
	first := b.list(name)
	outer = (*first).named(name)
	w.self, w.next = name, *first
	*first = w
	b.n++
	return outer
}

// remove takes back what add noted.
func (b *bound) remove(w *Worker) {
	at := b.list(w.self)
	for *at != w {
		at = &(*at).next
	}
	*at = w.next
	w.self, w.next = 0, nil
	b.n--
	if len(b.lists) > fewLists && 8*b.n < len(b.lists) {
		b.resize(max(fewLists, len(b.lists)/4))
	}
}

// resize gives the table another size; the order in which workers of one name come
// stays.
func (b *bound) resize(n int) {
	old := b.lists
	b.lists = make([]*Worker, n)
	for _, w := range old {
		for w != nil {
			end := b.list(w.self)
			for *end != nil {
				end = &(*end).next
			}
			*end, w, w.next = w, w.next, nil
		}
	}
}

// bind notes that the calling goroutine runs w and has a token. It returns the worker
// as which it had the token before, or nil. Under mu.
func (p *Pool) bind(w *Worker) (outer *Worker) {
	return p.bound.add(w, self.Goroutine())
}

// unbind takes back what bind noted. Under mu.
func (p *Pool) unbind(w *Worker) {
	if w.self != 0 {
		p.bound.remove(w)
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
// innermost first.
func (p *Pool) Here() (workers []*Worker) {
	name := self.Goroutine()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bound.n == 0 {
		return nil
	}
	for w := (*p.bound.list(name)).named(name); w != nil; w = w.next.named(name) {
		workers = append(workers, w)
	}
	return workers
}
