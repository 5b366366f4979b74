package sched

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/stuck"
)

// watchdog reports, once per standstill, that a pool makes no progress although calls are
// inside. It looks once in a while. A pool that steals, runs spawned tasks, parks, exposes or
// lets a call in from the line between two looks makes progress. Where none of that happens it looks at the
// stacks: a pool also makes progress if one of its goroutines runs, or could, so a task
// may compute for as long as it likes. Answered requests do not count: a task that
// polls and sleeps until another has run answers for ever.
//
// It cannot tell a task that computes from one that spins until another has run, be it
// with Poll: while both hold tokens, that another waits for one is in order. If work
// waits and tokens are free, no worker takes the work, and that is
// reported whatever the goroutines do.
type watchdog struct {
	park.Lookout
	said   bool              // this standstill
	last   uint64            // progress at the last look
	still  int               // looks in a row without any
	idle   int               // of these, looks at which work waited although tokens were free
	rest   int               // looks for which the stacks are left alone, after a goroutine ran
	naps   int               // how many that were the last time
	before map[uint64]string // the stacks at the last look, if no goroutine ran
	say    func(string)      // nil: to stderr
}

// maxNaps bounds for how many looks in a row the stacks are left alone: a look at them
// stops the world. Arbitrary.
const maxNaps = 16

// guard arms the watchdog if there is one.
func (p *Pool) guard() {
	if p.Config.Watchdog > 0 {
		p.dog.Start((*guarded)(p))
	}
}

// guarded is a pool with a watchdog.
type guarded Pool

func (g *guarded) Begin() time.Duration {
	g.dog.moved()
	return g.Config.Watchdog
}

// Look is one look. It asks every owner, so that those that get anywhere have
// something to show until the next.
func (g *guarded) Look() time.Duration {
	if !g.Lasts() {
		return 0
	}
	(*Pool)(g).look()
	g.Ask()
	return g.Config.Watchdog
}

// Lasts reports whether a call is inside.
func (g *guarded) Lasts() bool { return (*Pool)(g).occupied() }

// moved begins the count of looks anew.
func (d *watchdog) moved() {
	d.said, d.still, d.idle, d.rest, d.naps, d.before = false, 0, 0, 0, 0, nil
}

// look reports if the pool got nowhere since the last look but one.
func (p *Pool) look() {
	d := &p.dog
	if now := p.progress(); now != d.last {
		d.moved()
		d.last = now
		return
	}
	if d.still++; d.said {
		return
	}
	if d.idle++; p.untaken() == 0 {
		d.idle = 0
	}
	why, stacks := p.cause()
	if why != nil {
		d.checkTwice()
		d.said = true
		p.report(why, stacks)
	}
}

// cause says why the pool gets nowhere, with the stacks that show it; nil if it may get
// somewhere, or if the look before this one did not show the same.
func (p *Pool) cause() (why *stuck.Cause, stacks []stuck.Goroutine) {
	d := &p.dog
	if d.idle >= 2 {
		mine, _ := p.goroutines()
		return &stuck.Untaken, mine
	}
	if d.rest > 0 {
		d.rest--
		return nil, nil
	}
	mine, others := p.goroutines()
	before := d.before
	d.before = nil
	if stuck.Run(mine) {
		d.naps = min(2*d.naps+1, maxNaps)
		d.rest = d.naps
		return nil, nil
	}
	d.before = make(map[uint64]string)
	for _, g := range mine {
		d.before[g.ID] = g.Calls
	}
	if before == nil {
		return nil, nil
	}
	if why, stacks = stuck.Judge(mine, others, before); why == nil && p.Counts().Waiting > 0 {
		return &stuck.Lined, mine
	}
	return why, stacks
}

// goroutines returns those that are in calls and tasks of the pool, and of other pools.
func (p *Pool) goroutines() (mine, others []stuck.Goroutine) {
	ours := make(map[uint64]bool)
	for w := range p.All.Each {
		ours[w.Goroutine.Load()] = true
	}
	return stuck.Goroutines(ours)
}

// works reports whether anything is public and not stolen.
func (p *Pool) works() bool {
	if p.board.Any() {
		return true
	}
	for w := range p.All.Each {
		if n, _ := w.Waiting(); n > 0 {
			return true
		}
	}
	return false
}

// waiting counts what is public and not stolen: frames, spawned tasks and
// grains of loops.
func (p *Pool) waiting() int {
	n := p.board.Waiting()
	for w := range p.All.Each {
		more, _ := w.Waiting()
		n += more
	}
	return n
}

// untaken counts the tasks that are public although a token is free to run them.
// Loops do not count: they may keep workers out.
func (p *Pool) untaken() int {
	if !p.Sleep.TokenUnused() || !p.room() {
		return 0
	}
	n := p.board.Waiting()
	for w := range p.All.Each {
		_, free := w.Waiting()
		n += free
	}
	return n
}

// progress counts what tells the watchdog that the pool gets somewhere: what moves, and also
// forks that become public and callers in line that got a seat.
func (p *Pool) progress() uint64 {
	c := p.Counts()
	m := p.Moves()
	return m.Tasks + m.Others + c.Lab.Exposures + c.Waited
}

// report says the cause, then numbers, then the stacks.
func (p *Pool) report(why *stuck.Cause, stacks []stuck.Goroutine) {
	var out strings.Builder
	fmt.Fprintf(&out, "skua: %s\n", why.Sentence)
	fmt.Fprintf(&out, "skua: nothing moved for %v or longer; %d tasks wait where others can take them\n",
		time.Duration(p.dog.still)*p.Config.Watchdog, p.waiting())
	fmt.Fprintf(&out, "skua: %+v\n", p.Counts())
	fmt.Fprintf(&out, "skua: %d goroutines in tasks:\n\n", len(stacks))
	for _, g := range stacks {
		out.WriteString(g.Text)
		out.WriteString("\n\n")
	}
	if p.dog.say != nil {
		p.dog.say(out.String())
		return
	}
	os.Stderr.WriteString(out.String())
}
