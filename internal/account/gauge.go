package account

import (
	"github.com/skua-go/skua/internal/account/pieces"
	"github.com/skua-go/skua/internal/event"
)

// clocks advance by the time that places idle, divided by the number that run.
type clocks struct{ none, near, had float64 }

func (c clocks) minus(d clocks) clocks {
	return clocks{c.none - d.none, c.near - d.near, c.had - d.had}
}

func (c *clocks) plus(d clocks) {
	c.none += d.none
	c.near += d.near
	c.had += d.had
}

func (c clocks) times(n int64) clocks {
	x := float64(n)
	return clocks{x * c.none, x * c.near, x * c.had}
}

func (c clocks) sum() float64 { return c.none + c.near + c.had }

// gauge integrates how many places run, are held, and idle. Times are nanoseconds.
type gauge struct {
	places, running, paused, ready int
	reading                        int    // of paused, those that work for the recorder
	version                        uint64 // changes with running
	handover                       float64
	episode                        float64 // how long places have idled although work was ready

	capacity, ran, held, idle float64 // integrals
	blame                     clocks
	frozen                    bool    // while nothing runs, time does not count: the recorder has the program
	overdrawn                 float64 // integral of what ran beyond the places
	nobody                    clocks  // idle time while nothing ran
}

// advance integrates dt nanoseconds of the present state.
func (g *gauge) advance(dt int64) {
	t := float64(dt)
	g.capacity += float64(g.places) * t
	g.overdrawn += float64(max(0, g.running+g.paused-g.places)) * t
	g.ran += float64(g.running) * t
	g.held += float64(g.paused) * t
	idle := g.places - g.running - g.paused
	if idle <= 0 {
		g.episode = 0
		return
	}
	g.idle += float64(idle) * t
	could := min(idle, max(g.ready, 0))
	d := clocks{none: float64(idle-could) * t}
	if could > 0 {
		near := min(t, max(0, g.handover-g.episode))
		g.episode += t
		d.near, d.had = float64(could)*near, float64(could)*(t-near)
	} else {
		g.episode = 0
	}
	if g.running == 0 {
		g.nobody.plus(d)
		return
	}
	r := float64(g.running)
	g.blame.plus(clocks{d.none / r, d.near / r, d.had / r})
}

// change counts a line that goes from one mode to another.
func (g *gauge) change(from, to event.Mode) {
	was, is := runs(from), runs(to)
	if was != is {
		g.running += is - was
		g.version++
	}
	if from == event.Paused {
		g.paused--
	}
	if to == event.Paused {
		g.paused++
	}
}

func runs(m event.Mode) int {
	if m == event.Work || m == event.Over {
		return 1
	}
	return 0
}

// level returns how many ran beside a piece of work that began at that version of the gauge.
func (g *gauge) level(version uint64) pieces.Level {
	switch {
	case version != g.version:
		return pieces.Mixed
	case g.running == 1 && g.reading == 0 && g.paused > 0: // not what runs alone by itself: that is other work
		return pieces.Alone
	case g.running == g.places:
		return pieces.Crowded
	}
	return pieces.Mixed
}
