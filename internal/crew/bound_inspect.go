package crew

// This file looks into the table of which goroutine runs which worker, for tests only.

// BindAlone gives the crew a table of its own.
func (c *Crew) BindAlone() { c.Bound = new(bound) }

// Bindings returns how many workers are noted in the table, and whether it is as small as
// when it was made.
func (c *Crew) Bindings() (n int, small bool) {
	small = true
	for k := range c.Bound.shards {
		s := &c.Bound.shards[k]
		n += int(s.n.Load())
		small = small && len(s.lists) <= fewLists
	}
	return n, small
}
