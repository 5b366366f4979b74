package sched

import (
	"fmt"
	"time"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/stuck"
)

// watchdog looks at a pool as long as a call is inside.
type watchdog struct {
	park.Lookout
	stuck.Watchdog
}

// guard arms the watchdog if there is one.
func (p *Pool) guard() {
	if p.Config.Watchdog > 0 {
		p.dog.Start((*guarded)(p))
	}
}

// guarded is a pool with a watchdog.
type guarded Pool

func (g *guarded) Begin() time.Duration {
	g.dog.Begin()
	return g.Config.Watchdog
}

// Look is one look. It asks every owner, so that those that get anywhere have
// something to show until the next.
func (g *guarded) Look() time.Duration {
	if !g.Lasts() {
		return 0
	}
	g.dog.Look(g, g.Config.Watchdog)
	g.Ask()
	return g.Config.Watchdog
}

// Lasts reports whether a call is inside.
func (g *guarded) Lasts() bool { return (*Pool)(g).occupied() }

// Progress counts what moves, and also forks that become public and callers in line that got a seat.
func (g *guarded) Progress() uint64 {
	c := g.Counts()
	m := g.Moves()
	return m.Tasks + m.Others + c.Lab.Exposures + c.Waited
}

// Waiting counts frames, spawned tasks and grains of loops; untaken without loops, which may keep
// workers out.
func (g *guarded) Waiting() (all, untaken int) {
	free := g.Sleep.TokenUnused() && (*Pool)(g).room()
	all = g.board.Waiting()
	untaken = all
	for w := range g.All.Each {
		n, anyone := w.Waiting()
		all += n
		untaken += anyone
	}
	if !free {
		untaken = 0
	}
	return all, untaken
}

func (g *guarded) Goroutines() map[uint64]bool {
	ours := make(map[uint64]bool)
	for w := range g.All.Each {
		ours[w.Goroutine.Load()] = true
	}
	return ours
}

func (g *guarded) Lined() bool { return g.Counts().Waiting > 0 }

func (g *guarded) Numbers() string { return fmt.Sprintf("%+v", g.Counts()) }
