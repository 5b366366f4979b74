package sim

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skua-go/skua/lab/internal/rule"
	"github.com/skua-go/skua/par"
)

// maxProcessors keeps a processor's number in 31 bits, and memory in reason.
const maxProcessors = 1 << 24

// rules is a LoadConfig, checked and with names resolved.
type rules struct {
	LoadConfig
	balance rule.Balance
	one     bool // Amount is one
	victim  rule.Victim
	reach   int64 // what can be taken at once is one in reach
	birth   birth
}

func newLoads(c LoadConfig, o []par.Option) (*loads, error) {
	r, err := c.check()
	if err != nil {
		return nil, fmt.Errorf("sim: load: %w", err)
	}
	s := &loads{
		c:      r,
		crew:   crew{r.Processors, o},
		load:   make([]int64, r.Processors),
		next:   make([]int64, r.Processors),
		sum:    make([]int64, r.Processors),
		memory: make([]rule.Memory, r.Processors),
		target: make([]int32, r.Processors),
		claim:  make([]claim, r.Processors),
	}
	s.tally = make([]loadTally, s.crew.blocks())
	if r.Async {
		s.initAsync()
	} else {
		s.chosen = make([]int32, r.Processors)
		s.won = make([]bool, r.Processors)
	}
	s.fill()
	return s, nil
}

// fill gives out the tasks of the start.
func (s *loads) fill() {
	on := cmp.Or(s.c.InitialOn, s.c.Processors)
	s.total = int64(s.c.Initial) * int64(s.c.Processors)
	for p := range s.load {
		s.memory[p].Found = none
		if p < on {
			s.load[p] = s.total / int64(on)
			if int64(p) < s.total%int64(on) {
				s.load[p]++
			}
		}
	}
}

// check fills in the defaults and refuses what makes no sense.
func (c LoadConfig) check() (r rules, err error) {
	c.Moments = cmp.Or(c.Moments, 16)
	c.Unit = cmp.Or(c.Unit, 1)
	c.Rate = cmp.Or(c.Rate, 0.5)
	c.Samples = cmp.Or(c.Samples, 100)
	errs := first(
		within("Processors", c.Processors, 1, maxProcessors),
		within("Steps", c.Steps, 1, 1<<30),
		within("Moments", c.Moments, 1, 1<<12),
		within("Unit", c.Unit, 1, 1<<20),
		within("Initial", c.Initial, 0, 1<<30),
		within("InitialOn", c.InitialOn, 0, c.Processors),
		within("Hot", c.Hot, 0, c.Processors),
		within("Period", c.Period, 0, 1<<30),
		within("Warm", c.Warm, 0, c.Steps-1),
		within("Samples", c.Samples, -1, 1<<20),
	)
	if errs != nil {
		return r, errs
	}
	if c.Async && c.Symmetric {
		return r, fmt.Errorf("no Async with Symmetric: at separate moments a processor can only take")
	}
	r = rules{LoadConfig: c}
	return r, first(
		parse(&r.balance, rule.ParseBalance, c.Balance, "chance"),
		parse(&r.one, parseOne, c.Amount, "half"),
		parse(&r.victim, rule.ParseVictim, c.Victim, "random"),
		parse(&r.reach, parseReach, c.Reach, "half"),
		parse(&r.birth, parseBirth, c.Generate, "walk"),
		r.generation(),
	)
}

// generation checks what depends on how tasks are generated.
func (r *rules) generation() error {
	most := 1.0
	switch r.birth {
	case birthHot:
		r.Hot = cmp.Or(r.Hot, (r.Processors+1)/2)
	case birthArrivals:
		r.Hot = cmp.Or(r.Hot, 1)
		most = 1 << 20
	}
	if !(r.Rate >= 0 && r.Rate <= most) {
		return fmt.Errorf("no Rate of %v for %q: want 0 to %v", r.Rate, birthNames[r.birth], most)
	}
	return nil
}

func parseOne(name string) (bool, error) {
	i, err := pick("amount", name, []string{"half", "one"})
	return i == 1, err
}

func parseReach(name string) (int64, error) {
	i, err := pick("reach", name, []string{"half", "eighth"})
	return []int64{2, 8}[i], err
}

// parse sets *to to what text, or if it is empty the default, stands for.
func parse[T any](to *T, with func(string) (T, error), text, absent string) (err error) {
	*to, err = with(cmp.Or(text, absent))
	return err
}

// pick returns the index of name in names, or 0 and an error that lists them.
func pick(what, name string, names []string) (int, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("%s %q is none of %q", what, name, names)
	}
	return i, nil
}

func within(name string, v, low, high int) error {
	if v < low || v > high {
		return fmt.Errorf("%s %d: want %d to %d", name, v, low, high)
	}
	return nil
}

// first returns the first error.
func first(errs ...error) error { return cmp.Or(errs...) }
