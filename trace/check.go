package trace

import "fmt"

// check says what is wrong with the shape of a report, if anything is.
func (r *Report) check() error {
	c := checker{r: r}
	c.sums()
	c.losses()
	c.lines()
	c.steals()
	c.moments()
	for i, p := range r.Panics {
		c.line(p.Line, "panics[%d].line", i)
		c.site(p.Site, "panics[%d].site", i)
	}
	if r.Dag != nil {
		for i, op := range r.Dag.Ops {
			c.site(op.Site, "dag.ops[%d].site", i)
		}
	}
	return c.err
}

// checker keeps the first thing that it found wrong.
type checker struct {
	r   *Report
	err error
}

// want notes that a field is wrong, unless it is right.
func (c *checker) want(right bool, format string, args ...any) {
	if !right && c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// site wants i to be the index of a call site, or -1.
func (c *checker) site(i int, format string, args ...any) {
	if i < -1 || i >= len(c.r.Sites) {
		c.want(false, "%s is %d, but there are %d sites", fmt.Sprintf(format, args...), i, len(c.r.Sites))
	}
}

// line wants i to be the index of a worker, or -1.
func (c *checker) line(i int, format string, args ...any) {
	if i < -1 || i >= len(c.r.Lines) {
		c.want(false, "%s is %d, but there are %d lines", fmt.Sprintf(format, args...), i, len(c.r.Lines))
	}
}

func (c *checker) sums() {
	r := c.r
	c.want(r.Version == Version, "version is %d, want %d", r.Version, Version)
	c.want(r.Workers >= 0, "workers is %d", r.Workers)
	c.want(r.Seconds >= 0, "seconds is %v", r.Seconds)
	for i, s := range r.Resized {
		c.want(s.At >= 0 && s.At <= r.Seconds && (i == 0 || s.At >= r.Resized[i-1].At), "resized[%d].at is %v", i, s.At)
	}
	c.want(r.Columns.Count == len(r.Ready), "columns.count is %d, but ready has %d", r.Columns.Count, len(r.Ready))
	c.want(r.Columns.Count == 0 || r.Columns.Width > 0, "columns.width is %v", r.Columns.Width)
}

func (c *checker) losses() {
	for i, l := range c.r.Account.Losses {
		for j, s := range l.Sites {
			c.site(s.Site, "account.losses[%d].sites[%d].site", i, j)
		}
	}
}

func (c *checker) lines() {
	for i, l := range c.r.Lines {
		c.want(len(l.Columns) <= c.r.Columns.Count, "lines[%d].columns has %d, but columns.count is %d", i, len(l.Columns), c.r.Columns.Count)
		c.want(len(l.Sites) == len(l.Columns), "lines[%d].sites has %d, but its columns are %d", i, len(l.Sites), len(l.Columns))
		for k, s := range l.Sites {
			c.site(s, "lines[%d].sites[%d]", i, k)
		}
	}
}

func (c *checker) steals() {
	n := len(c.r.Lines)
	c.want(len(c.r.Steals) == n, "steals has %d rows, but there are %d lines", len(c.r.Steals), n)
	for i, row := range c.r.Steals {
		c.want(len(row) == n, "steals[%d] has %d, but there are %d lines", i, len(row), n)
	}
}

func (c *checker) moments() {
	for i, m := range c.r.Moments {
		c.want(m.From <= m.To, "moments[%d] ends at %v, before it begins", i, m.To)
		for k, e := range m.Events {
			c.line(e.Line, "moments[%d].events[%d].line", i, k)
			c.site(e.Site, "moments[%d].events[%d].site", i, k)
			c.want(k == 0 || m.Events[k-1].At <= e.At, "moments[%d].events[%d].at is before that of the event before it", i, k)
		}
	}
}
