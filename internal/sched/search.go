package sched

// lookAround looks once at everything: the other workers' work, beginning
// where the policy says, and the injector. If it asks, every stack that has
// nothing public is requested to give something.
func (p *Pool) lookAround(w *Worker, ask bool) (Loot, bool) {
	for again := true; again; {
		again = false
		all := p.all.places()
		first := p.config.Victim.First(&w.memory, w.random.Next(), len(all), spawnedOf(w).lengths)
		for k := range all {
			at := (first + k) % len(all)
			v := all[at].Load()
			if v == nil || v == w {
				continue
			}
			w.count.tried++
			l, ok, lost := w.rob(v, ask)
			if ok {
				w.memory.Found = at
				w.count.stole()
				return l, true
			}
			again = again || lost
		}
	}
	w.memory.Found = -1
	if t := spawnedOf(w).injected(); t != nil {
		return Loot{work: t}, true
	}
	return Loot{}, false
}
