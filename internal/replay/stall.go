package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/self"
)

// Where tasks take a lock, or wait for each other, in another order than in the recorded run, a
// worker can wait for a take that waits for the worker. Nobody can see that from takes. So while
// takes are to come and some have not ended, a timer looks whether anything moves. If nothing is
// handed over, begun or ended for some time, and no goroutine of the program could run at any look,
// then nothing will come, unless from a timer, or from outside of the program: so goroutines that
// sleep or wait for that get six times as long. The times are arbitrary.

// StallAfter is for how long nothing moves before that is reported. A variable for tests.
var StallAfter = 10 * time.Second

const (
	looks   = 40 // in that time
	outside = 6  // times as long, where something may come from outside
)

// watch begins to look, unless somebody does. Under mu.
func (p *player) watch() {
	if p.watched || p.released.Load() {
		return
	}
	p.watched = true
	last, still := p.moves, 0
	each := StallAfter / looks
	park.Later(each, func() (next time.Duration) {
		p.mu.Lock()
		now := p.moves
		p.watched = p.waiting() && !p.released.Load()
		again := p.watched
		p.mu.Unlock()
		if !again {
			return 0
		}
		if now != last {
			last, still = now, 0
			return each
		}
		runs, waits := goroutines(self.Stacks())
		if still++; runs {
			still = 0
		}
		if still >= looks*outside || still >= looks && !waits {
			p.stuck()
			return 0
		}
		return each
	})
}

// waiting reports whether somebody may wait for what the recording says: for takes that are to come, for one
// that it has not, or for a turn. Under mu.
func (p *player) waiting() bool {
	return p.open > 0 && p.file.left > 0 || p.adrift > 0 || p.late > 0 || len(p.turning) > 0
}

// stuck reports that nothing moves, and releases all.
func (p *player) stuck() {
	first := p.firstLeft(nil)
	if first == nil {
		if t := p.firstTurning(); t != nil {
			p.diverge(t, fmt.Sprintf("it waits until %d others of its scope or loop have ended, and nothing else moves", t.After))
			return
		}
		p.finish() // nobody waits for what was spawned after its end, or what waits for that does not end
		return
	}
	p.diverge(first, "that does not come, and nothing else moves: tasks may wait for each other, through a lock or a "+
		"channel, in another order than in the recorded run")
}

// firstLeft returns the take of the pool, or of any if that is nil, that has not come and is the first in the
// file, or nil.
func (p *player) firstLeft(of *Pool) (first *Take) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.notes {
		if of != nil && n.pool != of {
			continue
		}
		if t := n.peek(); t != nil && (first == nil || t.line < first.line) {
			first = t
		}
	}
	return first
}

// firstTurning returns a take that waits for its turn, or nil.
func (p *player) firstTurning() *Take {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.turning) == 0 {
		return nil
	}
	return slices.MinFunc(p.turning, func(a, b *Take) int { return cmp.Compare(a.line, b.line) })
}

// ours reports whether a goroutine, of which text is the stack, is one that park.Later makes. It is the
// library's, and not the program's: on a busy machine the looks of two players else took each other for a
// program that runs. Where Later is inlined its name is another one, but not its file.
func ours(text string) bool {
	return strings.Contains(text, "created by time.goFunc") && strings.Contains(text, "/internal/park/park.go:")
}

// goroutines reports whether any of the program's goroutines, of which these are the stacks, runs or could
// run, and whether any sleeps or may be woken from outside.
func goroutines(stacks string) (run, waits bool) {
	for _, text := range strings.Split(stacks, "\n\n") {
		if ours(text) {
			continue
		}
		_, state, _ := self.ParseHead(text)
		switch state {
		case "running", "runnable":
			run = true
		case "syscall", "sleep", "IO wait":
			waits = true
		}
	}
	return run, waits
}
