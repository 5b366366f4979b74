package walk

import (
	"io/fs"

	"github.com/skua-go/skua"
)

// root visits the root and all that is below it.
func (w *walk) root(on *skua.Worker, name string) {
	info, err := w.Stat(name)
	if err != nil {
		w.answer(nil, 0, w.visit(name, nil, err))
		return
	}
	w.entry(on, nil, 0, name, fs.FileInfoToDirEntry(info))
}

// entries visits the entries of d that nobody has claimed.
func (w *walk) entries(on *skua.Worker, d *dir) {
	for {
		// ORDER: each Add is one step of next, so no two walkers claim one entry; what d holds was
		// written before mu was let go in enter, and another walker finds d under mu.
		i := int(d.next.Add(1)) - 1
		if i >= len(d.entries) {
			return
		}
		if i == len(d.entries)-1 {
			w.leave(d)
		}
		if !w.goesOn(on) {
			return
		}
		e := d.entries[i]
		w.entry(on, d, i, w.Join(d.name, e.Name()), e)
	}
}

// goesOn reports whether the next entry may be visited, and unwinds the task if its run was cancelled.
func (w *walk) goesOn(on *skua.Worker) bool {
	if on != nil {
		on.Poll()
	}
	if w.ended.Load() {
		return false
	}
	if w.ctx.Err() == nil {
		return true
	}
	w.cutShort()
	return false
}

// entry visits e, entry i of up, and all that is below it.
func (w *walk) entry(on *skua.Worker, up *dir, i int, name string, e fs.DirEntry) {
	if err := w.visit(name, e, nil); err != nil || !e.IsDir() {
		if err != fs.SkipDir || !e.IsDir() {
			w.answer(up, i, err)
		}
		return
	}
	entries, err := w.Read(name)
	if err != nil {
		if err = w.visit(name, e, err); err != nil {
			if err != fs.SkipDir || !e.IsDir() {
				w.answer(up, i, err)
			}
			return
		}
	}
	d := &dir{name: name, entries: entries, up: up, at: i}
	if w.raced(on, d) {
		return
	}
	w.enter(on, d)
	w.entries(on, d)
}

// answer does what the user's function wants by err, for entry i of up.
func (w *walk) answer(up *dir, i int, err error) {
	switch {
	case err == nil:
	case err == fs.SkipDir && up != nil && up.skip != nil:
		up.skipFrom(i)
	case err == fs.SkipDir && up != nil:
		up.next.Store(int64(len(up.entries))) // ORDER: entries before i were claimed before it
		w.leave(up)
	case err == fs.SkipDir:
	default:
		w.fail(up, i, err)
	}
}
