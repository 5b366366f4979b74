package stuck

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/skua-go/skua/internal/invariant"
)

// Watchdog reports, once per standstill, that a pool makes no progress although calls are
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
//
//	D1  Looks come one after the other: one timer at a time makes them.
//	D2  What the looks remember is the timer's own. The stacks of a look are dropped when
//	    something moves, or some goroutine runs.
//	D3  Nothing is reported before two looks in a row have found that nothing moved. Causes
//	    that stacks show are the same in both; that callers wait in line is asked once.
//
// The zero Watchdog is ready.
type Watchdog struct {
	Say    func(report string) // nil: to stderr
	said   bool                // this standstill
	last   uint64              // progress at the last look
	still  int                 // looks in a row without any
	idle   int                 // of these, looks at which work waited although tokens were free
	rest   int                 // looks for which the stacks are left alone, after a goroutine ran
	naps   int                 // how many that were the last time
	before map[uint64]string   // the stacks at the last look, if no goroutine ran
}

// A Pool is what a Watchdog looks at.
type Pool interface {
	// Progress counts what tells that the pool gets somewhere.
	Progress() uint64
	// Waiting counts what is public and not stolen, and the tasks of that for which a token is free.
	Waiting() (all, untaken int)
	// Goroutines has the numbers of those that are in its calls and tasks.
	Goroutines() map[uint64]bool
	// Lined reports whether callers wait in line.
	Lined() bool
	// Numbers are the pool's, for the report.
	Numbers() string
}

// MaxNaps bounds for how many looks in a row the stacks are left alone: a look at them
// stops the world. Arbitrary.
const MaxNaps = 16

// Begin begins the count of looks anew.
func (d *Watchdog) Begin() { *d = Watchdog{Say: d.Say, last: d.last} }

// Look reports if the pool got nowhere since the last look but one. period is the time between looks.
func (d *Watchdog) Look(p Pool, period time.Duration) {
	if now := p.Progress(); now != d.last {
		d.Begin()
		d.last = now
		return
	}
	if d.still++; d.said {
		return
	}
	waiting, untaken := p.Waiting()
	if d.idle++; untaken == 0 {
		d.idle = 0
	}
	why, stacks := d.cause(p)
	if why == nil {
		return
	}
	if invariant.Enabled && d.still < 2 {
		invariant.Fail(fmt.Sprintf("skua/stuck: a watchdog reports after %d looks (D3)", d.still))
	}
	d.said = true
	var out strings.Builder
	fmt.Fprintf(&out, "skua: %s\n", why.Sentence)
	fmt.Fprintf(&out, "skua: nothing moved for %v or longer; %d tasks wait where others can take them\n",
		time.Duration(d.still)*period, waiting)
	fmt.Fprintf(&out, "skua: %s\n", p.Numbers())
	fmt.Fprintf(&out, "skua: %d goroutines in tasks:\n\n", len(stacks))
	for _, g := range stacks {
		out.WriteString(g.text)
		out.WriteString("\n\n")
	}
	if d.Say != nil {
		d.Say(out.String())
		return
	}
	os.Stderr.WriteString(out.String())
}

// cause says why the pool gets nowhere, with the stacks that show it; nil if it may get
// somewhere, or if the look before this one did not show the same.
func (d *Watchdog) cause(p Pool) (why *Cause, stacks []goroutine) {
	if d.idle >= 2 {
		mine, _ := goroutines(p.Goroutines())
		return &Untaken, mine
	}
	if d.rest > 0 {
		d.rest--
		return nil, nil
	}
	mine, others := goroutines(p.Goroutines())
	before := d.before
	d.before = nil
	if count(mine, running) > 0 {
		d.naps = min(2*d.naps+1, MaxNaps)
		d.rest = d.naps
		return nil, nil
	}
	d.before = make(map[uint64]string)
	for _, g := range mine {
		d.before[g.id] = g.calls
	}
	if before == nil {
		return nil, nil
	}
	if why, stacks = judge(mine, others, before); why == nil && p.Lined() {
		return &Lined, mine
	}
	return why, stacks
}
