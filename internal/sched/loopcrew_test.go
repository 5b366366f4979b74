package sched

import (
	"github.com/skua-go/skua/internal/sleep"
)

// loopCrew returns a crew of n that starts nobody.
func loopCrew(config Config, n int) *Crew {
	no := func() bool { return false }
	c := new(Crew)
	c.init(nil, config, n)
	c.sleep = sleep.New(n, no, no, no)
	return c
}
