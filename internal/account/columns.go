package account

import (
	"slices"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

const (
	maxColumns = 512
	firstWidth = 50_000 // nanoseconds of a column at first; it doubles when the columns are full
)

// What columns have beside modes: a worker was ready, and on no processor; it gave that back itself.
const offMode, gaveMode = event.Mode(event.Modes), event.Mode(event.Modes) + 1

type modes [gaveMode + 1]int64

// top is the site with most work in a column, and by how much it leads.
type top struct {
	site int32
	lead int64
}

// columns has the same as lines in columns of time. A line has its own of them, up to the last
// one in which it did something.
type columns struct {
	width int64
	end   int64               // of the last column there may be
	queue [maxColumns]float64 // ready pieces, times nanoseconds
	lines []*line
}

func (c *columns) init() { c.width, c.end = firstWidth, maxColumns*firstWidth }

func (c *columns) add(l *line) {
	if !slices.Contains(c.lines, l) {
		c.lines = append(c.lines, l)
	}
}

// fit doubles the width of all columns until the time at is in one.
func (c *columns) fit(at int64) {
	for ; at >= c.end; c.end *= 2 {
		for k := range maxColumns / 2 {
			c.queue[k] = c.queue[2*k] + c.queue[2*k+1]
		}
		clear(c.queue[maxColumns/2:])
		for _, l := range c.lines {
			l.halve()
		}
		c.width *= 2
	}
}

// halve makes two columns of a line one.
func (l *line) halve() {
	n := (len(l.cols) + 1) / 2
	for k := range n {
		m, t := l.cols[2*k], l.tops[2*k]
		if 2*k+1 < len(l.cols) {
			for i, v := range l.cols[2*k+1] {
				m[i] += v
			}
			if u := l.tops[2*k+1]; u.lead > t.lead {
				t = u
			}
		}
		l.cols[k], l.tops[k] = m, t
	}
	l.cols, l.tops = l.cols[:n], l.tops[:n]
}

// first returns the column that the time from is in, and how much of [from, to) is there.
func (c *columns) first(from, to int64) (k int, dt int64) {
	if to >= c.end {
		c.fit(to)
	}
	at := from / c.width
	return int(at), min(to, (at+1)*c.width) - from
}

func (c *columns) ready(from, to int64, n int) {
	for n > 0 && from < to {
		k, dt := c.first(from, to)
		c.queue[k] += float64(n) * float64(dt)
		from += dt
	}
}

// book adds a strand of l.
func (c *columns) book(l *line, from, to int64) {
	for from < to {
		k, dt := c.first(from, to)
		l.bookColumn(k, dt)
		from += dt
	}
}

func (l *line) bookColumn(k int, dt int64) {
	for len(l.cols) <= k {
		l.cols = append(l.cols, modes{})
		l.tops = append(l.tops, top{site: -1})
	}
	l.cols[k][l.mode] += dt
	if l.mode != event.Work {
		return
	}
	t := &l.tops[k]
	switch site := int32(l.strand.site); {
	case t.site == site:
		t.lead += dt
	case t.lead < dt:
		*t = top{site, dt - t.lead}
	default:
		t.lead -= dt
	}
}

// move books ns of the strand of l that ends now in another mode.
func (c *columns) move(l *line, now, ns int64, to event.Mode) {
	for at := l.since; ns > 0 && at < now; {
		k, dt := c.first(at, now)
		x := int64(float64(ns) / float64(now-l.since) * float64(dt))
		l.cols[k][l.mode] -= x
		l.cols[k][to] += x
		at += dt
	}
}

// count is how many columns have begun at now.
func (c *columns) count(now int64) int { return int(now/c.width) + 1 }

func (c *columns) report(now int64) (trace.Columns, []float64) {
	n := c.count(now)
	ready := make([]float64, n)
	for k := range ready {
		ready[k] = c.queue[k] / float64(min(c.width, max(1, now-int64(k)*c.width)))
	}
	return trace.Columns{Width: seconds(c.width), Count: n}, ready
}

// report has what was given back to wait, of which waits is the share, as blocked, and the rest as ready.
func (m *modes) report(waits float64) trace.ModeSeconds {
	gave := seconds(m[gaveMode])
	return trace.ModeSeconds{
		Work: seconds(m[event.Work]), Over: seconds(m[event.Over]), Search: seconds(m[event.Search]),
		Sleep: seconds(m[event.Asleep]), Wait: seconds(m[event.Wait]), Block: seconds(m[event.Blocking]) + waits*gave,
		Pause: seconds(m[event.Paused]), Away: seconds(m[event.Away]),
		Off: seconds(m[offMode]) + (1-waits)*gave,
	}
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }
