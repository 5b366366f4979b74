package crew

// Block runs f, which may wait, while another worker takes the place of w, which is the
// innermost one of its pool that runs here and has a token, and of those around it.
func (w *Worker) Block(f func()) {
	c := w.Crew
	w.Publish() // those around it did when it entered
	w.block(true)
	extra := c.lend()
	defer func() {
		w.block(false)
		c.Sleep.AddTokens(-extra)
		if c.Sleep.TakeToken() {
			c.Owe(1 + extra)
		}
	}()
	f()
}

// block notes of w and those around it, which have one token together, that it is given
// away, or theirs again: meanwhile a call into the pool needs one of its own.
func (w *Worker) block(away bool) {
	for ; w != nil; w = w.Outer {
		w.blocked = away
	}
}

// lend gives the token to a worker that can use it, and returns how many tokens the pool has
// more until Block ends. If the token only pays a debt, then no worker takes this one's place:
// so the pool gets another. The debt may be that of workers which wait for f, or for which f
// waits.
func (c *Crew) lend() (extra int) {
	if c.YieldToken() {
		extra = 1
	}
	c.Sleep.AddTokens(extra)
	return extra
}
