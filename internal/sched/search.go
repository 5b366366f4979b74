package sched

import "github.com/skua-go/skua/internal/crew"

// lookAround looks at the other workers' work, beginning at a random one, then at the injector. In
// a crowd it leaves some out (internal/policy), but not before a sleep. again reports
// whether another try may find some. If it asks, every stack that has nothing public is requested
// to give something: by one of those that search, whoever that is, and not by each.
//
// NOT: a fixed number of workers for each look, before one that is about to sleep looks at all. In the
// virtual machine room (docs/machine-room.md), on 64 workers, no program was faster, and uts was slower.
func (p *Pool) lookAround(w *crew.Worker, ask bool) (l crew.Loot, ok, again bool) {
	all := p.All.Entries()
	first := int(w.Random.Next() >> 33 % uint64(len(all)))
	for k := range all {
		at := (first + k) % len(all)
		v := all[at].Load()
		if v == nil || v == w {
			continue
		}
		w.Count.Tried++
		l, ok, more := w.StealFrom(v, ask && !w.Crowd.RefrainsFromAsking(&w.Random))
		if ok {
			w.Count.Stole()
			w.Dealt = false
			w.Watch.Stole(&v.Watch)
			return l, true, false
		}
		again = again || more
	}
	if l, ok = w.Own.Injected(); ok {
		w.Watch.Stole(nil)
		again = false
	}
	return l, ok, again
}
