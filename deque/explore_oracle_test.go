//go:build explore

package deque

import (
	"errors"
	"fmt"
	"strings"

	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/explore"
)

// event is one call on a deque and its answer.
type event struct {
	kind      byte  // P push, p pop, s steal, o poll, e expose
	call, ret int64 // steps of its first and last access
	item      int   // pushed or got
	outcome   Outcome
	n         int // items made public
	excused   bool
}

func (e event) String() string {
	switch e.kind {
	case 'P':
		return fmt.Sprintf("push(%d)=%v@%d-%d", e.item, e.outcome == Got, e.call, e.ret)
	case 'o', 'e':
		return fmt.Sprintf("%c=%d@%d-%d", e.kind, e.n, e.call, e.ret)
	}
	return fmt.Sprintf("%c=%v %d@%d-%d", e.kind, e.outcome, e.item, e.call, e.ret)
}

func (e event) removes() bool { return (e.kind == 'p' || e.kind == 's') && e.outcome == Got }

// history is what each thread did, the owner first.
type history [][]event

func (h history) String() string {
	var b strings.Builder
	for id, events := range h {
		fmt.Fprintf(&b, "\n  thread %d: %v", id, events)
	}
	return b.String()
}

// record runs one call of the thread and notes it.
func (h history) record(x *explore.X, thread int, e event, call func(e *event)) {
	e.call, e.ret = x.Interval(func() { call(&e) })
	h[thread] = append(h[thread], e)
}

// conserved wants every item that was pushed to come out exactly once, and no
// other. It is implied by linear, and says more plainly what went wrong.
func (h history) conserved() error {
	in, out := map[int]int{}, map[int]int{}
	for _, events := range h {
		for _, e := range events {
			if e.kind == 'P' && e.outcome == Got {
				in[e.item]++
			}
			if e.removes() {
				out[e.item]++
			}
		}
	}
	for item, n := range out {
		switch {
		case in[item] == 0:
			return fmt.Errorf("item %d came from nowhere%v", item, h)
		case n > 1:
			return fmt.Errorf("item %d was taken %d times%v", item, n, h)
		}
	}
	for item := range in {
		if out[item] == 0 {
			return fmt.Errorf("item %d was lost%v", item, h)
		}
	}
	return nil
}

// excuse marks every Lost during which another thread removed an item. One
// without has to be explained by an empty deque, as Empty has: the owner may
// move top once more after its last item is gone.
func (h history) excuse() {
	for id, events := range h {
		for k := range events {
			e := &events[k]
			for other, fs := range h {
				for _, f := range fs {
					if e.outcome == Lost && other != id && f.removes() && f.call <= e.ret && e.call <= f.ret {
						e.excused = true
					}
				}
			}
		}
	}
}

// contents is an abstract deque: items[:n] from the oldest on, of which the
// first public can be stolen. Unless split, all can.
type contents struct {
	items  [16]int
	n      int
	public int
	split  bool
	asked  bool // an Empty since the last exposure
	slots  int  // of a block, if it has blocks
	blocks expect.Blocks
}

// apply does e to the contents, and reports whether it may answer as it did.
func (c *contents) apply(e event) bool {
	switch e.kind {
	case 'P':
		if e.outcome == Got {
			c.items[c.n] = e.item
			c.n++
			if c.slots > 0 {
				c.blocks = c.blocks.Push(c.slots)
			}
		}
	case 'p':
		if e.outcome != Got {
			return e.outcome == Empty && c.n == 0
		}
		if c.n == 0 || c.items[c.n-1] != e.item {
			return false
		}
		c.n--
		c.public = min(c.public, c.n)
		c.blocks = c.blocks.Pop()
	case 's':
		switch {
		case e.excused:
			return true
		case e.outcome != Got:
			c.asked = c.asked || e.outcome == Empty
			return c.public == 0
		case c.public == 0 || c.items[0] != e.item:
			return false
		}
		copy(c.items[:], c.items[1:c.n])
		c.n--
		c.public--
		if c.slots > 0 {
			c.blocks = c.blocks.Steal()
		}
	case 'o', 'e':
		if c.slots > 0 && e.kind == 'o' && c.blocks.Private == 0 {
			c.asked = c.asked && e.n == 0 // e.n were granted by a Push when the poll began
			return true
		}
		if e.n > c.n-c.public {
			return false
		}
		c.public += e.n
		if c.slots > 0 {
			c.blocks = c.blocks.Expose(e.n)
		}
		c.asked = c.asked && (e.kind == 'e' || e.n == 0 && c.public == 0)
	}
	switch {
	case c.slots > 0:
		c.public = c.blocks.Public()
	case !c.split:
		c.public = c.n
	}
	return true
}

var errNotLinear = errors.New("no order of the calls explains the answers")

// linear looks for one order of all calls, each within its interval, in which a
// sequential deque answers the same. ends is what must hold of the last state.
func (h history) linear(start contents, ends func(contents) bool) error {
	h.excuse()
	if !h.order(make([]int, len(h)), start, ends) {
		return fmt.Errorf("%w%v", errNotLinear, h)
	}
	return nil
}

func (h history) order(at []int, c contents, ends func(contents) bool) bool {
	done := true
	for id, events := range h {
		if at[id] == len(events) {
			continue
		}
		done = false
		e := events[at[id]]
		if !h.first(at, e) {
			continue
		}
		next := c
		if next.apply(e) {
			at[id]++
			if h.order(at, next, ends) {
				return true
			}
			at[id]--
		}
	}
	return done && ends(c)
}

// first reports whether no call that is left ended before e began.
func (h history) first(at []int, e event) bool {
	for id, events := range h {
		if at[id] < len(events) && events[at[id]].ret < e.call {
			return false
		}
	}
	return true
}
