package bound

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/self"
)

// Note is what the table has of one worker.
type Note[W any] struct {
	Self   atomic.Uintptr // the goroutine that runs it, or 0; anyone may look
	worker *W
	name   uintptr // as Self
	next   *Note[W]
}

// Table notes which goroutine runs which workers, of type W.
type Table[W any] struct {
	shards [shards]shard[W]
	seen   [seen]sighting[W]
}

// shard returns the shard for a name: the address of a goroutine's descriptor, which
// is some hundred bytes long.
func (t *Table[W]) shard(name uintptr) *shard[W] { return &t.shards[(name>>9^name>>15)%shards] }

func (t *Table[W]) sighting(name uintptr) *sighting[W] { return &t.seen[(name>>7^name>>15)%seen] }

// me is the name of the calling goroutine.
func me() uintptr { return self.Goroutine() }

// Innermost returns the worker that the calling goroutine runs now, or nil. It takes no lock as a rule.
func (t *Table[W]) Innermost() (w *W) {
	name := me()
	apart.Hide()
	e, known := t.sighting(name).of(name)
	if !known {
		e = t.lookUp(name)
	}
	if e != nil {
		w = e.worker
	}
	apart.Show()
	return w
}

func (t *Table[W]) lookUp(name uintptr) *Note[W] {
	s := t.shard(name)
	if s.n.Load() == 0 {
		return nil // what most calls from outside find; a goroutine sees what it has noted
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.first(name)
	t.sighting(name).note(name, e)
	return e
}

// Bind notes that the calling goroutine runs w, whose note is e. It returns the worker as which it ran
// until now, or nil.
func (t *Table[W]) Bind(w *W, e *Note[W]) (around *W) {
	apart.Hide()
	around = t.bind(w, e)
	apart.Show()
	return around
}

func (t *Table[W]) bind(w *W, e *Note[W]) (around *W) {
	name := me()
	s := t.shard(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if outer := s.first(name); outer != nil {
		around = outer.worker
	}
	e.worker = w
	s.add(e, name)
	t.sighting(name).begin(name)
	return around
}

// Unbind takes back what Bind noted, if it is noted still. Only the goroutine that runs the worker calls it.
func (t *Table[W]) Unbind(e *Note[W]) {
	apart.Hide()
	t.unbind(e)
	apart.Show()
}

func (t *Table[W]) unbind(e *Note[W]) {
	name := e.Self.Load()
	if name == 0 {
		return
	}
	s := t.shard(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.remove(e)
	t.sighting(name).lose(e)
}

// Size returns how many workers are noted, and whether the table is as small as when it was made. For tests.
func (t *Table[W]) Size() (n int, small bool) {
	small = true
	for k := range t.shards {
		s := &t.shards[k]
		n += int(s.n.Load())
		small = small && len(s.lists) <= fewLists
	}
	return n, small
}
