package bound

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/invariant"
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
	slots  [slots]slot[W]
	shards [shards]shard[W]
}

func (t *Table[W]) slot(name uintptr) *slot[W] { return &t.slots[(name>>7^name>>15)%slots] }

// shard returns the shard for a name: the address of a goroutine's descriptor, which
// is some hundred bytes long.
func (t *Table[W]) shard(name uintptr) *shard[W] { return &t.shards[(name>>9^name>>15)%shards] }

// me is the name of the calling goroutine.
func me() uintptr { return self.Goroutine() }

// Innermost returns the worker that the calling goroutine runs now, or nil. It takes no lock as a rule.
func (t *Table[W]) Innermost() (w *W) {
	name := me()
	apart.Hide()
	if e := t.find(name); e != nil {
		w = e.worker
	}
	apart.Show()
	return w
}

// find returns the innermost note of that name, the caller's, or nil.
//
//go:norace
func (t *Table[W]) find(name uintptr) *Note[W] {
	if e := t.slot(name).of(name); e != nil {
		return e
	}
	s := t.shard(name)
	if s.n.Load() == 0 {
		return nil // what most calls from outside find; a goroutine sees what it has noted
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.first(name)
}

// Bind notes that the calling goroutine runs w, whose note is e. It returns the worker as which it ran
// until now, or nil.
func (t *Table[W]) Bind(w *W, e *Note[W]) (around *W) {
	apart.Hide()
	around = t.bind(me(), w, e)
	apart.Show()
	return around
}

//go:norace
func (t *Table[W]) bind(name uintptr, w *W, e *Note[W]) (around *W) {
	if outer := t.find(name); outer != nil {
		around = outer.worker
	}
	e.worker, e.name = w, name
	e.Self.Store(name) // ORDER: only the goroutine of that name acts on it
	if !t.slot(name).push(e) {
		t.shard(name).add(e)
	}
	return around
}

// Unbind takes back what Bind noted, if it is noted still. Only the goroutine that runs the worker calls it.
func (t *Table[W]) Unbind(e *Note[W]) {
	name := e.Self.Load()
	if name == 0 {
		return
	}
	if invariant.Enabled && name != me() {
		invariant.Fail("skua/bound: a goroutine takes back what another has noted (G3)")
	}
	apart.Hide()
	t.unbind(name, e)
	apart.Show()
}

//go:norace
func (t *Table[W]) unbind(name uintptr, e *Note[W]) {
	if !t.slot(name).pop(e) {
		t.shard(name).remove(e)
	}
	e.Self.Store(0) // ORDER: only the goroutine that leaves would act on its name
	e.name, e.next = 0, nil
}

// Size returns how many workers are noted, and whether the table is as small as when it was made. For tests.
func (t *Table[W]) Size() (n int, small bool) {
	small = true
	for k := range t.slots {
		for e := t.slots[k].innermost.Load(); e != nil; e = e.next {
			n++
		}
	}
	for k := range t.shards {
		s := &t.shards[k]
		n += int(s.n.Load())
		small = small && len(s.lists) <= fewLists
	}
	return n, small
}
