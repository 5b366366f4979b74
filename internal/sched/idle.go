package sched

import "github.com/skua-go/skua/internal/park"

// rounds is how often a worker searches before it announces to sleep.
const rounds = 32 // as Rayon has it; not measured here

// askEvery is in how many of these rounds one asks for private work: at once, then
// about once in a microsecond. Who asks in every round makes calls that are shorter
// than a steal pay for one each (docs/decisions/0010-short-calls.md).
const askEvery = 8

// find returns work for a searcher, which is busy then. It sleeps while there
// is none, and returns false when the worker is to end: its token is gone then.
func (w *Worker) find() (Loot, bool) {
	for {
		for k := range rounds {
			if k > 0 {
				park.Yield()
			}
			if w.pool.stopped.Load() {
				w.pool.sleep.ExitAndWakeNext()
				return Loot{}, false
			}
			if l, ok := w.search(k%askEvery == 0); ok {
				return w.found(l), true
			}
		}
		if l, found, awake := w.sleep(); found || !awake {
			return l, found
		}
	}
}

// sleep is the way into sleep, as internal/sleep has it: announce, ask every
// owner for its private work, search everything once more, lie down. A worker that
// is not awake after that is to end.
func (w *Worker) sleep() (l Loot, found, awake bool) {
	announced := w.pool.sleep.AnnounceSleep()
	w.pool.ask()
	if l, found = w.search(true); found {
		return w.found(l), true, true
	}
	if w.pool.stopped.Load() {
		return Loot{}, false, true
	}
	w.tidy()
	w.count.sleeps.Add(1)
	if w.pool.spare() {
		return Loot{}, false, !w.pool.sleep.Withdraw(announced)
	}
	w.pool.sleep.FallAsleep(w.id, announced)
	return Loot{}, false, true
}

// found makes a searcher busy.
func (w *Worker) found(l Loot) Loot {
	if w.pool.sleep.EndSearch() {
		w.pool.ask()
	}
	if w.pool.injector.size.Load() > 0 && !w.pool.sleep.Wanted() {
		w.pool.attend() // in the stead of this searcher, to whom an inbox may have been left
	}
	return l
}
