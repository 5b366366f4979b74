package stuck

import (
	"slices"
	"strings"

	"github.com/skua-go/skua/internal/self"
)

// goroutine is one goroutine's stack, as runtime.Stack has it.
type goroutine struct {
	id    uint64
	state string
	text  string   // all of it
	calls string   // but for the first line
	names []string // of its functions, the innermost first
	doing doing
}

// doing is what a goroutine does.
type doing int

const (
	running  doing = iota // it runs, or could, or does something that is not known to be a wait
	idle                  // it looks for work, or rests
	joining               // it is parked in a join, a loop or a scope
	closing               // it waits for the end of a pool
	blocking              // it waits inside Blocking
	waiting               // it waits for something else in a task
)

// goroutines returns those with the numbers of ours, and those in calls and tasks of other pools.
func goroutines(ours map[uint64]bool) (mine, others []goroutine) {
	for text := range strings.SplitSeq(self.Stacks(), "\n\n") {
		g, ok := parse(text)
		switch {
		case !ok:
		case ours[g.id]:
			mine = append(mine, g)
		case inTask(g.text):
			others = append(others, g)
		}
	}
	return mine, others
}

func parse(text string) (g goroutine, ok bool) {
	g.text = text
	head, calls, _ := strings.Cut(text, "\n")
	g.calls = calls
	g.id, g.state, ok = self.ParseHead(head)
	for line := range strings.Lines(calls) {
		end := strings.LastIndexByte(line, '(')
		if end > 0 && !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "created by ") {
			g.names = append(g.names, line[:end])
		}
	}
	g.doing = g.does()
	return g, ok
}

// waits are the states of a goroutine that waits for another, as the runtime names them,
// or how their names begin. In any other state it may get somewhere: a system call may be
// one of C code that computes, and a goroutine that waits for a coroutine waits for what that does.
var waits = []string{"chan ", "select", "semacquire", "sync.", "sleep", "IO wait"}

// does says what a goroutine does that is in a call of a pool.
func (g *goroutine) does() doing {
	for _, w := range waits {
		if strings.HasPrefix(g.state, w) {
			return g.waitsIn()
		}
	}
	return running
}

// waitsIn says in what a goroutine waits.
func (g *goroutine) waitsIn() doing {
	for k, name := range g.names {
		if k+1 < len(g.names) && strings.Contains(name, "park.(*Parker).Park") { // or ParkFor
			switch by := g.names[k+1]; {
			case strings.HasSuffix(by, "sched.(*Pool).Close"):
				return closing
			case strings.Contains(by, "crew.(*Worker)."): // for others of the pool; who rests does so in internal/sleep
				return joining
			}
			return idle
		}
	}
	if g.has("crew.(*Worker).Block") > 0 {
		return blocking
	}
	return waiting
}

// has counts the functions of that name.
func (g *goroutine) has(name string) (n int) {
	for _, have := range g.names {
		if strings.HasSuffix(have, name) {
			n++
		}
	}
	return n
}

// below returns the functions that called the innermost one of that name.
func (g *goroutine) below(name string) *goroutine {
	for k, have := range g.names {
		if strings.HasSuffix(have, name) {
			return &goroutine{names: g.names[k+1:]}
		}
	}
	return &goroutine{}
}

// inTask reports whether a goroutine is in a task or a call of a pool.
func inTask(text string) bool {
	return slices.ContainsFunc(tasks, func(name string) bool { return strings.Contains(text, name) })
}

// tasks are what the stacks of goroutines in tasks and calls have, at least one of each: what
// residents run below their tasks, what callers run below theirs, and waits.
var tasks = []string{
	"sched.(*resident).live(",
	"skua.(*Pool)", "skua.(*Loop).Run(", "spawn.(*Spawned).runInline(",
	"crew.(*Worker)",
}

func count(all []goroutine, what doing) (n int) {
	for _, g := range all {
		if g.doing == what {
			n++
		}
	}
	return n
}
