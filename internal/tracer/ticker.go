package tracer

import (
	"time"

	"github.com/skua-go/skua/internal/park"
)

// tick is how often the ticker makes a round: a report while the program runs is not much older,
// and what a few rare events have filled is merged. Arbitrary.
const tick = 100 * time.Millisecond

// nudge is how often owners are asked for their private work, so that the next fork of each is slow:
// then it sees whether a recording has missed too many. Arbitrary.
const nudge = 4 * time.Millisecond

// ticker makes rounds, opens windows and nudges by the clock, on a goroutine of its own.
type ticker struct {
	quit, gone chan struct{}
}

func (k *ticker) start(t *Tracer) {
	k.quit, k.gone = make(chan struct{}), make(chan struct{})
	park.Go(func() {
		defer close(k.gone)
		rounds := time.NewTicker(tick)
		defer rounds.Stop()
		window := time.NewTimer(t.solo.first())
		defer window.Stop()
		nudges := time.NewTicker(nudge)
		defer nudges.Stop()
		for {
			select {
			case <-k.quit:
				return
			case <-rounds.C:
				t.Advance()
			case <-nudges.C:
				if t.config.Nudge != nil {
					t.config.Nudge()
				}
			case <-window.C:
				window.Reset(t.solo.step())
			}
		}
	})
}

// stop ends the goroutine.
func (k *ticker) stop() {
	close(k.quit)
	<-k.gone
}
