package sched

import (
	"github.com/skua-go/skua/internal/sleep"
)

// forkCrew returns a crew of n that starts nobody.
func forkCrew(config Config, n int) *Crew {
	no := func() bool { return false }
	c := new(Crew)
	c.init(nil, config, n)
	c.sleep = sleep.New(n, no, no, no)
	return c
}
