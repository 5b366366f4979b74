package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/spawn"
)

// begin is a resident's first step: it was started with a token and a search.
func (p *Pool) begin(w *crew.Worker) {
	w.SettleIn()
	if l, ok := p.find(w); ok {
		l.Run(w)
		p.Resume(w)
		return
	}
	p.end(w)
}

// Resume is a resident's life between two tasks.
func (p *Pool) Resume(w *crew.Worker) {
	for {
		l, ok := spawn.Of(w).Next()
		if !ok {
			if !p.startSearch(w) {
				break
			}
			if l, ok = p.find(w); !ok {
				break
			}
		}
		l.Run(w)
	}
	p.end(w)
}

// startSearch turns w into a searcher with a token. False means that w ends, without one.
func (p *Pool) startSearch(w *crew.Worker) bool {
	if !w.Tokenless && !p.Excess() {
		p.Sleep.StartSearch()
		return true
	}
	w.Tidy()
	if p.enough() {
		return false
	}
	p.Sleep.Rest(w.ID)
	w.Tokenless = false
	return true
}
