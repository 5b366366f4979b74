package account

import (
	"testing"

	"github.com/skua-go/skua/internal/account/pieces"
	"github.com/skua-go/skua/internal/event"
)

// What idles is blamed on who runs, or on nobody; the first moment in which work was ready is apart.
func TestGauge_advance(t *testing.T) {
	g := gauge{places: 4, handover: 50}
	g.advance(10) // nothing runs
	if g.nobody.none != 40 || g.blame.sum() != 0 {
		t.Errorf("while nothing ran: %+v, blamed %+v", g.nobody, g.blame)
	}
	g.running, g.ready = 2, 1
	g.advance(30)
	g.advance(30)
	if g.blame != (clocks{none: 30, near: 25, had: 5}) {
		t.Errorf("while work was ready: %+v", g.blame)
	}
	g.ready = 0
	g.advance(1)
	g.ready = 1
	g.advance(50)
	if g.blame.had != 5 || g.blame.near != 50 {
		t.Errorf("when work was ready again: %+v", g.blame)
	}
	g.running, g.paused = 3, 3
	g.advance(100)
	if g.overdrawn != 200 || g.held != 300 || g.episode != 0 {
		t.Errorf("overdrawn %v, held %v", g.overdrawn, g.held)
	}
	if sum := g.ran + g.held + g.idle - g.overdrawn; sum != g.capacity {
		t.Errorf("what ran, was held and idled is %v, the capacity is %v", sum, g.capacity)
	}
}

// Work is alone if the recorder holds the others, and not when one works for it, nor if that changed.
func TestGauge_level(t *testing.T) {
	g := gauge{places: 2}
	g.change(event.Away, event.Work)
	g.change(event.Away, event.Work)
	two := g.version
	if g.level(two) != pieces.Crowded {
		t.Error("two of two run, and it is not crowded")
	}
	g.change(event.Work, event.Paused)
	if g.level(two) != pieces.Mixed || g.level(g.version) != pieces.Alone {
		t.Error("one of two is held: what began before is not mixed, or what begins now not alone")
	}
	if g.reading = 1; g.level(g.version) != pieces.Mixed {
		t.Error("alone while another works for the recorder")
	}
	g.reading, g.paused = 0, 0
	if g.level(g.version) != pieces.Mixed {
		t.Error("alone while nobody is held")
	}
}
