//go:build invariants

package loop

import (
	"fmt"
	"strings"
	"testing"
)

// TestInvariants_parts takes steps that leave a part as it must not be, and wants each to
// panic with the number of the invariant that it breaks.
func TestInvariants_parts(t *testing.T) {
	for _, c := range []struct {
		name, want string
		step       func(on *Loops, l *Loop)
	}{
		{"a loop that was seen is used again", "(P2)", func(on *Loops, l *Loop) {
			l.seen.Store(true)
			l.checkUnknown()
		}},
		{"a loop is used again before a thief has ended it", "(L3)", func(on *Loops, l *Loop) { on.freeLoop(l) }},
		{"a part around the one that thieves see is hidden", "(P3)", func(on *Loops, l *Loop) {
			l.first.show()
			l.first.outer = &on.newLoop(LoopConfig{To: 1}).first
			l.first.show()
		}},
		{"a part comes to be seen that is hidden", "(P3)", func(on *Loops, l *Loop) {
			l.first.show()
			l.first.outer = &on.newLoop(LoopConfig{To: 1}).first
			l.first.cursor.Drop()
			l.first.leave()
		}},
		{"a part is left with indices", "(P4)", func(on *Loops, l *Loop) { l.first.leave() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.Contains(text, c.want) {
					t.Errorf("recovered %q, want a panic that names %s", text, c.want)
				}
			}()
			on := Of(looper().w)
			c.step(on, on.newLoop(LoopConfig{To: 9, Grain: 1}))
		})
	}
}
