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

// checkUnknown panics if l, whose maker is going to use it again, may be known to other workers still: to
// thieves that have seen it, or to one that it was dealt to and that has yet to say that it is over.
func (l *Loop) checkUnknown() {
	switch {
	case !invariant.Enabled:
	case l.seen.Load():
		invariant.Fail("skua/loop: a loop is used again that thieves may have seen (P2)")
	case !l.over && l.state.Load() != crew.Done:
		invariant.Fail("skua/loop: a loop is used again that another worker has yet to end (L3)")
	}
}

// checkShown panics if a part is hidden from p, which thieves see from now on, outward.
// p may be nil.
func (p *Part) checkShown() {
	if !invariant.Enabled {
		return
	}
	for q := p; q != nil; q = q.outer {
		if q.hidden || q.cursor.Alone {
			invariant.Fail("skua/loop: thieves see a part inside a hidden one (P3)")
		}
	}
}

// checkEmpty panics if p, which its owner leaves, holds indices: nobody would run them.
func (p *Part) checkEmpty() {
	if invariant.Enabled && !p.cursor.Empty() {
		invariant.Fail(fmt.Sprintf("skua/loop: a part is left with %d units (P4)", p.cursor.Len()))
	}
}
