package walk

import (
	"slices"

	"github.com/skua-go/skua"
)

// enter opens d, unless there is nothing to share, and calls a walker to help.
func (w *walk) enter(on *skua.Worker, d *dir) {
	if w.scope == nil || len(d.entries) < 2 {
		return
	}
	w.mu.Lock()
	w.open = append(w.open, d)
	call := w.calls()
	w.mu.Unlock()
	if call {
		on.Go(w.scope, w.task)
	}
}

// leave closes d, whose last entry is claimed.
func (w *walk) leave(d *dir) {
	if w.scope == nil || len(d.entries) < 2 {
		return // it was not opened
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := slices.Index(w.open, d); i >= 0 {
		w.open = slices.Delete(w.open, i, i+1)
	}
}

// oldest returns the oldest open directory. If there is none it returns nil, and the walker ends:
// whoever opens another one sees, under mu, that it has gone, and calls a new one.
func (w *walk) oldest() *dir {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.open) > 0 && !w.ended.Load() {
		if d := w.open[0]; d.next.Load() < int64(len(d.entries)) {
			return d
		}
		w.open = slices.Delete(w.open, 0, 1) // who has claimed its last entry has not left it yet
	}
	w.walkers--
	return nil
}

// begin counts a walker that was called and has got a worker, and calls the next one.
func (w *walk) begin(on *skua.Worker) {
	w.mu.Lock()
	w.coming = false
	call := w.calls()
	w.mu.Unlock()
	if call {
		on.Go(w.scope, w.task)
	}
}

// calls reports whether a walker is to be called, and counts it then. Under mu.
func (w *walk) calls() bool {
	if w.coming || len(w.open) == 0 || w.walkers >= w.limit || w.ended.Load() {
		return false
	}
	w.coming = true
	w.walkers++
	return true
}
