package spawn

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/sleep"
)

// spawnCrew returns a crew of n that starts nobody.
func spawnCrew(n int) *crew.Crew {
	no := func() bool { return false }
	c := new(crew.Crew)
	c.Init(nil, crew.Config{}, n)
	c.Sleep = sleep.New(n, no, no, no)
	return c
}
