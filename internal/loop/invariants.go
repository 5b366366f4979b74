package loop

import (
	"fmt"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
)

// checkLeft panics if more indices are over than the loop had, or if all are and the part
// of the worker that ended the loop has some.
func (l *Loop) checkLeft(left int64, p *Part) {
	if !invariant.Enabled || left > 0 {
		return
	}
	if left < 0 {
		invariant.Fail(fmt.Sprintf("skua/loop: %d indices too many are over (L2)", -left))
	}
	if n := p.cursor.Len() + l.first.cursor.Len(); n > 0 {
		invariant.Fail(fmt.Sprintf("skua/loop: all indices are over, and %d units can be stolen (L1)", n))
	}
}

// checkLive panics if [lo, hi) was stolen of a loop in which fewer indices are left: it
// has ended, or they come twice.
func (l *Loop) checkLive(lo, hi int) {
	if !invariant.Enabled {
		return
	}
	if left := l.left.Load(); left < int64(hi-lo) {
		invariant.Fail(fmt.Sprintf("skua/loop: [%d, %d) was stolen of a loop that has %d indices left (L3)", lo, hi, left))
	}
	if lo < l.From || hi > l.To {
		invariant.Fail(fmt.Sprintf("skua/loop: [%d, %d) was stolen of a loop over [%d, %d) (L3)", lo, hi, l.From, l.To))
	}
}

// checkOnce panics if the loop, whose state was was, had ended before.
func (l *Loop) checkOnce(was uint32) {
	if invariant.Enabled && was == crew.Done {
		invariant.Fail("skua/loop: a loop has ended twice (L2)")
	}
}

// checkLoop panics if p, a part into which indices are filled that were stolen from q, is
// of another loop.
func (p *Part) checkLoop(q *Part) {
	if invariant.Enabled && p.loop != q.loop {
		invariant.Fail("skua/loop: indices of one loop go into a part of another (L3)")
	}
}
