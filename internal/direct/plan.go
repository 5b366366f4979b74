package direct

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/skua-go/skua/internal/rng"
)

// A plan makes the choices of a schedule.
type plan interface {
	// at says who goes on at a point of me: me, or one of ready, of which there is at least one.
	at(at At, me *runner, ready []*runner) *runner
	// next says which of ready goes on when the runner with the baton cannot.
	next(ready []*runner) *runner
	// chunk says how many units each chunk of a loop has.
	chunk() int
	// rank is a new runner's.
	rank() int64
}

// The names of schedules that have no seed.
const (
	Serial = "serial" // nothing is stolen, unless nothing else can go on
	Right  = "right"  // all that can be stolen is, at once, and the thief goes on
	Left   = "left"   // all that can be stolen is, at once, and its owner goes on before the thief begins
)

// Random and Few are the names of schedules with a seed, which follows.
const (
	Random = "random-" // at each point another runner goes on with some probability
	Few    = "few-"    // runners have ranks, and few points change them
)

// Once is the name, which a number follows, of the serial schedule but for one choice: where the serial
// runner could hand the baton on for the time of that number, from 0 on, it does.
const Once = "switch-"

// parse returns the plan of a schedule.
func parse(name string) (plan, error) {
	switch name {
	case Serial:
		return serial{}, nil
	case Right:
		return steal{}, nil
	case Left:
		return steal{left: true}, nil
	}
	for _, kind := range []string{Random, Few, Once} {
		if seed, err := strconv.ParseUint(strings.TrimPrefix(name, kind), 10, 64); strings.HasPrefix(name, kind) && err == nil {
			return seeded(kind, seed), nil
		}
	}
	return nil, fmt.Errorf("no schedule is called %q: the names are %s, %s, %s, and %s, %s and %s with a number behind",
		name, Serial, Right, Left, Random, Few, Once)
}

func seeded(kind string, seed uint64) plan {
	if kind == Once {
		return &once{left: seed}
	}
	dice := rng.New(seed + 1)
	for range 4 { // the first numbers of seeds that are near each other are, too
		dice.Next()
	}
	size := []int{1, 1, 1, 2, 3, 7}[dice.Below(6)]
	if kind == Few {
		return &few{dice: dice, size: size, one: 2 << dice.Below(6)}
	}
	return &random{dice: dice, size: size, one: 1 + dice.Below(3)}
}

// manyPolls is after how many polls in a row a runner seems to wait for another. Arbitrary.
const manyPolls = 100

// serial goes on as long as it can.
type serial struct{}

func (serial) at(at At, me *runner, ready []*runner) *runner {
	if me.polls >= manyPolls {
		me.polls = 0
		return ready[0]
	}
	return me
}

func (serial) next(ready []*runner) *runner { return ready[busy(ready, 0, 1)] }
func (serial) chunk() int                   { return 1 }
func (serial) rank() int64                  { return 0 }

// busy returns the place of the first runner that has work, from first on in steps; first if none has.
func busy(ready []*runner, first, step int) int {
	for k := first; k >= 0 && k < len(ready); k += step {
		if !ready[k].thief {
			return k
		}
	}
	return first
}

// once is serial but for one choice.
type once struct {
	serial
	left uint64
}

func (o *once) at(at At, me *runner, ready []*runner) *runner {
	if o.left--; o.left == ^uint64(0) {
		return ready[len(ready)-1]
	}
	return o.serial.at(at, me, ready)
}

// steal lets a thief take all that it can.
type steal struct {
	serial
	left bool
}

func (s steal) at(at At, me *runner, ready []*runner) *runner {
	switch at {
	case Fork, Step, Spawn:
		for _, r := range ready {
			if r.thief {
				return r
			}
		}
	case Begin:
		if last := ready[busy(ready, len(ready)-1, -1)]; s.left && !last.thief {
			return last
		}
	}
	return s.serial.at(at, me, ready)
}

func (steal) next(ready []*runner) *runner { return ready[busy(ready, len(ready)-1, -1)] }

// random switches at each point with probability 1/one.
type random struct {
	dice rng.Rand
	size int
	one  int
}

func (p *random) at(_ At, me *runner, ready []*runner) *runner {
	if p.dice.Below(p.one) > 0 && me.polls < manyPolls {
		return me
	}
	if k := p.dice.Below(len(ready) + 1); k < len(ready) {
		return ready[k]
	}
	return me
}

func (p *random) next(ready []*runner) *runner { return ready[p.dice.Below(len(ready))] }
func (p *random) chunk() int                   { return p.size }
func (p *random) rank() int64                  { return 0 }

// few lets the runner with the highest rank go on, and at a point gives the one that runs the lowest, with
// probability 1/one.
type few struct {
	dice   rng.Rand
	size   int
	one    int
	lowest int64
}

func (p *few) at(_ At, me *runner, ready []*runner) *runner {
	if p.dice.Below(p.one) == 0 || me.polls >= manyPolls {
		p.lowest--
		me.rank, me.polls = p.lowest, 0
	}
	if r := p.next(ready); r.rank > me.rank {
		return r
	}
	return me
}

func (p *few) next(ready []*runner) *runner {
	first := ready[0]
	for _, r := range ready[1:] {
		if r.rank > first.rank {
			first = r
		}
	}
	return first
}

func (p *few) chunk() int  { return p.size }
func (p *few) rank() int64 { return int64(p.dice.Below(1 << 30)) }

// Check says what is wrong with the name of a schedule.
func Check(name string) error {
	_, err := parse(name)
	return err
}
