package sim

import (
	"fmt"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/par"
)

// dagRules is a DagConfig, checked and with names resolved.
type dagRules struct {
	DagConfig
	family  *family
	classic bool
	expose  policy.Expose
	keep    policy.Keep
	victim  policy.Victim
	stall   uint64 // below it a random number stalls a processor
}

func newExecution(c DagConfig, o []par.Option) (*execution, error) {
	r, err := c.check()
	if err != nil {
		return nil, fmt.Errorf("sim: dag: %w", err)
	}
	s := &execution{
		c:     r,
		crew:  crew{r.Processors, o},
		procs: make([]processor, r.Processors),
		claim: make([]claim, r.Processors),
		fresh: make([]flag, r.Processors),
		ready: 1,
	}
	s.tally = make([]dagTally, s.crew.blocks())
	for p := range s.procs {
		s.procs[p].memory.Found = none
		if r.Processors > 1 { // alone nobody asks
			s.procs[p].credit = r.keep.Start()
		}
	}
	s.procs[0].assigned = node{depth: 1, size: int64(r.Size), key: mix(r.Shape)}
	s.procs[0].busy = true
	return s, nil
}

// check fills in the defaults and refuses what makes no sense.
func (c DagConfig) check() (r dagRules, err error) {
	if c.Chain == 0 {
		c.Chain = 1
	}
	r = dagRules{DagConfig: c, stall: chance(c.Stall)}
	if r.family, err = findFamily(c.Family); err != nil {
		return r, err
	}
	if !(c.Stall >= 0 && c.Stall < 1) {
		return r, fmt.Errorf("Stall %v: want 0 to below 1", c.Stall)
	}
	scheduler := func(name string) (bool, error) {
		i, err := pick("scheduler", name, []string{"lcws", "classic"})
		return i == 1, err
	}
	return r, first(
		within("Size of "+c.Family, c.Size, 1, r.family.most),
		within("Chain", c.Chain, 1, 1<<30),
		within("Processors", c.Processors, 1, maxProcessors),
		parse(&r.classic, scheduler, c.Scheduler, "lcws"),
		parse(&r.expose, policy.ParseExpose, c.Expose, "one"),
		parse(&r.keep, policy.ParseKeep, c.Keep, "never"),
		parse(&r.victim, policy.ParseVictim, c.Victim, "random"),
	)
}
