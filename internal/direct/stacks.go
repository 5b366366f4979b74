package direct

import (
	"strings"

	"github.com/skua-go/skua/internal/self"
)

// goroutine is what a stack says of one.
type goroutine struct {
	waits     bool   // for another goroutine
	sleeps    bool   // it waits for a time, or for the system, and goes on by itself
	watch     bool   // it is a director's own
	mine      bool   // it has asked
	coroutine bool   // of iter.Pull
	text      string // all of the stack
	calls     string // but for the first line
}

// runs reports whether it runs, or could. One of which stacks say nothing has just begun, or ended.
func (g goroutine) runs() bool { return g.text != "" && !g.waits && !g.sleeps }

// waits are the states of a goroutine that waits for another, as the runtime names them, or how their names
// begin.
var waits = []string{"chan ", "select", "semacquire", "sync.", "coroutine", "synctest."}

// sleeps are those of one that goes on by itself.
var sleeps = []string{"sleep", "IO wait", "syscall"}

// goroutines returns what all goroutines do, by their numbers. It stops the world.
func goroutines() map[uint64]goroutine {
	all := make(map[uint64]goroutine)
	for text := range strings.SplitSeq(self.Stacks(), "\n\n") {
		head, calls, _ := strings.Cut(text, "\n")
		if id, state, ok := self.ParseHead(head); ok {
			comes := strings.Contains(calls, "direct.(*Director).lock(") // it waits for another that is in this package
			all[id] = goroutine{
				waits: begins(state, waits) && !comes, sleeps: begins(state, sleeps), mine: len(all) == 0,
				watch:     strings.Contains(calls, "direct.(*Director).watch("),
				coroutine: strings.Contains(calls, "created by iter.Pull"), text: text, calls: calls,
			}
		}
	}
	return all
}

func begins(state string, with []string) bool {
	for _, w := range with {
		if strings.HasPrefix(state, w) {
			return true
		}
	}
	return false
}
