package cluster

import (
	"strconv"
	"strings"
)

// A cursor goes through the tasks of a job in order: each task, then those that
// it spawned, then the next: 0, 0.0, 0.0.0, 0.1, 1, …
type cursor struct {
	path []level // from the root down; empty at the end
}

// level is a task among its siblings.
type level struct {
	at, of int // of is -1 while the number of siblings is not known
}

// newCursor begins at the first of roots tasks; -1 says that their number is not known.
func newCursor(roots int) *cursor {
	c := &cursor{path: []level{{0, roots}}}
	c.climb()
	return c
}

// ended reports whether all tasks are passed.
func (c *cursor) ended() bool { return len(c.path) == 0 }

// setRoots says how many roots there are.
func (c *cursor) setRoots(n int) {
	if len(c.path) > 0 {
		c.path[0].of = n
		c.climb()
	}
}

// climb leaves levels that are passed.
func (c *cursor) climb() {
	for n := len(c.path) - 1; n >= 0; n = len(c.path) - 1 {
		if l := c.path[n]; l.of < 0 || l.at < l.of {
			return
		}
		if c.path = c.path[:n]; n > 0 {
			c.path[n-1].at++
		}
	}
}

// id is the task's.
func (c *cursor) id() string {
	var b strings.Builder
	for i, l := range c.path {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(l.at))
	}
	return b.String()
}

// next goes on from a task that spawned a number of tasks.
func (c *cursor) next(spawned int) {
	if spawned > 0 {
		c.path = append(c.path, level{0, spawned})
		return
	}
	c.path[len(c.path)-1].at++
	c.climb()
}
