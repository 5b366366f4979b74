package sched

// begin is a resident's first step: it was started with a token and a search.
func (p *Pool) begin(w *Worker) {
	w.settleIn()
	if l, ok := p.find(w); ok {
		l.run(w)
		p.Resume(w)
		return
	}
	p.end(w)
}

// Resume is a resident's life between two tasks.
func (p *Pool) Resume(w *Worker) {
	for {
		l, ok := spawnedOf(w).next()
		if !ok {
			if !p.startSearch(w) {
				break
			}
			if l, ok = p.find(w); !ok {
				break
			}
		}
		l.run(w)
	}
	p.end(w)
}

// startSearch turns w into a searcher with a token. False means that w ends, without one.
func (p *Pool) startSearch(w *Worker) bool {
	if !w.tokenless && !p.excess() {
		p.sleep.StartSearch()
		return true
	}
	w.tidy()
	if p.spare() {
		return false
	}
	p.sleep.Rest(w.id)
	w.tokenless = false
	return true
}
