package main

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/crew"
)

// program is one random program: one to four callers that each run a tree of nodes
// in one pool, with a second pool beside it. The seed and the mode determine all
// of it but the schedule.
type program struct {
	seed     uint64
	mode     string
	limits   limits
	config   crew.Config
	procs    int
	features feature
	callers  []caller
	nodes    []*node
	closeAt  int64 // Close when that many nodes have begun; 0: at the end
	resizer  []int // sizes that another goroutine sets meanwhile
	steps    []int // instead of trees: the sizes of a measured program

	main, other *skua.Pool
	a           *skua.Func[step, uint64]
	b           *skua.Func[int32, uint64]
	gauge       gauge
	begun       atomic.Int64
	events      events
	blocked     atomic.Int64 // calls of Blocking so far
	entered     atomic.Int64 // calls from other goroutines so far
	closing     atomic.Bool
	background  sync.WaitGroup // goroutines for which the program itself does not wait
	failures    atomic.Bool    // a loop has failed
	failed      sync.Map       // goroutine to the loop in which it failed last
	faults      faults
	stage       atomic.Pointer[string]
}

// caller is a call from outside: its root is one of the entries.
type caller struct {
	root     *node
	cancelAt int64 // its run is cancelled when that many nodes have begun; 0: not
}

// entries are the ops that a goroutine outside all pools can run, first those that
// make it a worker before there is any work.
var entries = []string{"run", "callJoin", "callOn", "callLoop", "callScope"}

// strict reports whether at most Workers may ever run at a time.
func (p *program) strict() bool { return p.features&(guests|blocks|resizes|lined) == 0 }

// String describes the program, and how far it is.
func (p *program) String() string {
	var b strings.Builder
	c := p.config
	fmt.Fprintf(&b, "seed %d, mode %s, %d procs, %d workers, %d guests, expose %v, keep %v\n", p.seed, p.mode, p.procs, c.Workers, c.Guests, c.Expose, c.Keep)
	if p.closeAt > 0 {
		fmt.Fprintf(&b, "Close after %d nodes\n", p.closeAt)
	}
	if p.resizer != nil {
		fmt.Fprintf(&b, "Resize: %v\n", p.resizer)
	}
	if p.steps != nil {
		fmt.Fprintf(&b, "measured Resize: %v\n", p.steps)
	}
	for _, c := range p.callers {
		if c.cancelAt > 0 {
			fmt.Fprintf(&b, "cancelled after %d nodes: ", c.cancelAt)
		}
		c.root.tree(&b)
		b.WriteByte('\n')
	}
	return b.String()
}

// command runs the program again, until it fails.
func (p *program) command() string {
	s := fmt.Sprintf("go run ./verify/stress -seed %d -mode %s -n 1 -repeat 1000 -for 10m", p.seed, p.mode)
	if p.limits.size > 0 {
		s += fmt.Sprintf(" -size %d", p.limits.size)
	}
	if p.limits.workers > 0 {
		s += fmt.Sprintf(" -workers %d", p.limits.workers)
	}
	if p.limits.without != "" {
		s += " -without " + p.limits.without
	}
	return s
}
