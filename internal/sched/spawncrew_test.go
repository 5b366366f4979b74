package sched

import (
	"github.com/skua-go/skua/internal/sleep"
)

// spawnCrew returns a crew of n that starts nobody.
func spawnCrew(config Config, n int) *Crew {
	no := func() bool { return false }
	c := new(Crew)
	c.init(nil, config, n)
	c.sleep = sleep.New(n, no, no, no)
	return c
}
