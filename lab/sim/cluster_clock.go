package sim

import (
	"cmp"
	"container/heap"
	"time"
)

// A clock holds what will happen, and makes it happen: earlier before later, and of
// what is due at the same time first what was put in first.
type clock struct {
	now    time.Duration
	events events
	put    int
}

// after has f happen when d has passed.
func (c *clock) after(d time.Duration, f func()) {
	c.put++
	heap.Push(&c.events, event{c.now + d, c.put, f})
}

// step makes the next event happen. There must be one.
func (c *clock) step() {
	e := heap.Pop(&c.events).(event)
	c.now = e.at
	e.happen()
}

type event struct {
	at     time.Duration
	nth    int
	happen func()
}

// events is a heap for container/heap.
type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e events) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(e[i].at, e[j].at), cmp.Compare(e[i].nth, e[j].nth)) < 0
}
func (e *events) Push(x any) { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
