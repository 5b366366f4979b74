package cluster

import (
	"fmt"
	"time"

	"github.com/skua-go/skua/cluster/internal/idle"
)

// A Guest is how a node behaves on a machine whose owner works there, too. Join
// gives the whole process the lowest priority, which cannot be taken back. On Linux
// the node rests when the owner's load rises: it takes no tasks, within a second
// gives back those that it has not started, and lets those that run end. It resumes
// when the machine has been quiet for a while.
//
// The owner's load is what the machine computes at ordinary priority; what has a
// nice value above 0 does not count, so guests do not drive each other away. Keyboard and mouse are
// not watched. Elsewhere than on Linux only the priority is lowered, and Config.Log says so.
type Guest struct {
	// RestAbove is the owner's load, in processors, from which on the node rests.
	// Default: 0.5.
	RestAbove float64

	// Quiet is how long the load must have been below half of RestAbove before
	// the node resumes. Default: 10 s.
	Quiet time.Duration

	meter idle.Meter // of tests; default: the machine's
}

// Arbitrary: half a processor is more than what a desktop spends on an owner who
// reads and types, and ten seconds are longer than the pauses of a build.
const (
	defaultRestAbove = 0.5
	defaultQuiet     = 10 * time.Second
)

func (g Guest) complete() (Guest, error) {
	setDefault(&g.RestAbove, defaultRestAbove)
	setDefault(&g.Quiet, defaultQuiet)
	if !(g.RestAbove > 0) {
		return g, fmt.Errorf("cluster: Config.Guest.RestAbove is %v: want a number of processors above 0", g.RestAbove)
	}
	if g.Quiet < 0 {
		return g, fmt.Errorf("cluster: Config.Guest.Quiet is %v: want a duration", g.Quiet)
	}
	return g, nil
}

// visit makes the process of n a guest, until n is closed. It returns at once.
func (g Guest) visit(n *Node) {
	note, err := idle.Lower()
	if err != nil {
		note = err.Error()
	}
	n.log("guest: %s", note)
	n.spawn(func() { g.watch(n) })
}

// watch lets n rest and resume as the owner needs it, until n is closed.
func (g Guest) watch(n *Node) {
	meter := g.meter
	if meter == nil {
		var err error
		if meter, err = idle.NewMeter(); err != nil {
			n.log("guest: %v", err)
			return
		}
	}
	rest := func(why string) {
		n.log("guest: rests, because %s", why)
		n.rest(why)
	}
	resume := func() {
		n.log("guest: resumes")
		n.resume()
	}
	if err := idle.Watch(n.life, meter, idle.Rule{RestAbove: g.RestAbove, Quiet: g.Quiet}, rest, resume); err != nil {
		n.log("guest: %v; only the priority is low from now on", err)
		n.resume()
	}
}
