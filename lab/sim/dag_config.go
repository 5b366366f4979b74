package sim

import (
	"fmt"

	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/lab/internal/rule"
	"github.com/skua-go/skua/par"
)

// dagRules is a DagConfig, checked and with names resolved.
type dagRules struct {
	DagConfig
	family  *family
	classic bool // all is public
	static  bool // no steals
	expose  policy.Expose
	keep    policy.Keep
	victim  rule.Victim
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
	}
	s.tally = make([]dagTally, s.crew.blocks())
	for p := range s.procs {
		s.procs[p].memory.Found = none
		if r.Processors > 1 { // a single processor is never asked
			s.procs[p].demand = policy.DemandOf(r.keep)
		}
	}
	if r.Timeline {
		s.timeline = make([][]Interval, r.Processors)
	}
	s.assign(0, r.Size)
	for p, share := range r.Shares {
		s.assign(p, share)
	}
	return s, nil
}

// assign gives a processor the root of a dag of that size; 0 is no dag.
func (s *execution) assign(p, size int) {
	if size > 0 {
		s.procs[p].assigned = node{depth: 1, size: int64(size), key: mix(s.c.Shape)}
		s.procs[p].busy = true
		s.ready++
	}
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
		return r, fmt.Errorf("no Stall of %v: want 0 to below 1", c.Stall)
	}
	if err := c.checkShares(); err != nil {
		return r, err
	}
	scheduler := 0
	err = first(
		within("Chain", c.Chain, 1, 1<<30),
		within("Processors", c.Processors, 1, maxProcessors),
		parse(&scheduler, parseScheduler, c.Scheduler, "lcws"),
		parse(&r.expose, parseExpose, c.Expose, "one"),
		parse(&r.keep, parseKeep, c.Keep, "never"),
		parse(&r.victim, rule.ParseVictim, c.Victim, "random"),
	)
	r.classic, r.static = scheduler == 1, scheduler == 2
	return r, err
}

func parseScheduler(name string) (int, error) {
	return pick("scheduler", name, []string{"lcws", "classic", "static"})
}

func parseExpose(name string) (policy.Expose, error) {
	i, err := pick("expose", name, []string{"one", "half"})
	return policy.Exposes[i], err
}

func parseKeep(name string) (policy.Keep, error) {
	i, err := pick("keep", name, []string{"hungry", "always", "never"})
	return policy.Keeps[i], err
}

// checkShares checks what a run begins with.
func (c DagConfig) checkShares() error {
	f, err := findFamily(c.Family)
	if err != nil || len(c.Shares) == 0 {
		return first(err, within("Size of "+c.Family, c.Size, 1, f.most))
	}
	if c.Family != "loop" || c.Size != 0 || len(c.Shares) > c.Processors {
		return fmt.Errorf("no Shares of %d processors: want family loop, Size 0 and at most %d", len(c.Shares), c.Processors)
	}
	for i, n := range c.Shares {
		err = first(err, within(fmt.Sprintf("Shares[%d]", i), n, 0, f.most))
	}
	return err
}
