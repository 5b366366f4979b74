package why

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/skua-go/skua/trace"
)

const mostRows = 8 // of a picture: the page has all

// A mode is what a worker can do, in the words and, as near as 256 colours come, in the dark theme's colours
// of the page (trace/page).
type mode struct {
	words string
	color int // 0: none
	of    func(m *trace.ModeSeconds) float64
}

const ready = 2 // index in modes

var modes = [...]mode{ // asleep is the last one
	{"work", 36, func(m *trace.ModeSeconds) float64 { return m.Work }},
	{"overhead", 173, func(m *trace.ModeSeconds) float64 { return m.Over }},
	{"ready, no processor", 66, func(m *trace.ModeSeconds) float64 { return m.Off }},
	{"waits for a join", 140, func(m *trace.ModeSeconds) float64 { return m.Wait }},
	{"blocked", 168, func(m *trace.ModeSeconds) float64 { return m.Block }},
	{"searches", 179, func(m *trace.ModeSeconds) float64 { return m.Search }},
	{"paused to measure", 247, func(m *trace.ModeSeconds) float64 { return m.Pause }},
	{"asleep", 0, func(m *trace.ModeSeconds) float64 { return m.Sleep }},
}

// A picture is the timeline of the page, in characters: the height of a block is the share of its time in
// which the worker worked, and the colour behind it what it did most in the rest.
type picture struct {
	r      *trace.Report
	lines  []int // that are shown
	cells  int
	colors bool
	used   [len(modes)]bool // modes whose colour is shown
	style  string           // of the last cell
}

// draw writes the picture, if there is something to see.
func (d *document) draw(b *bytes.Buffer, width int, colors bool) {
	p := picture{r: d.Report, colors: colors, style: "\x1b[0m"}
	name, more := 0, 0
	for i, l := range p.r.Lines {
		if p.r.Columns.Count == 0 || l.Seconds.Away > 0.99*p.r.Seconds {
			continue
		}
		if len(p.lines) == mostRows {
			more++
			continue
		}
		p.lines = append(p.lines, i)
		name = max(name, utf8.RuneCountInString(l.Name))
	}
	if p.cells = min(width-name-2, 4*p.r.Columns.Count); len(p.lines) < 2 || p.cells < 8 {
		return
	}
	b.WriteByte('\n')
	for _, i := range p.lines {
		fmt.Fprintf(b, "%-*s  ", name, p.r.Lines[i].Name)
		for k := range p.cells {
			p.cell(b, p.sum(&p.r.Lines[i], k))
		}
		p.restyle(b, "\x1b[0m")
		b.WriteByte('\n')
	}
	if from, to, lost := p.worst(); lost > 0 {
		fmt.Fprintf(b, "%-*s  %s%s\n", name, "", strings.Repeat(" ", from), strings.Repeat("▔", to-from))
		fmt.Fprintf(b, "%-*s  Most was lost from %s to %s: %s of the workers' time%s.\n", name, "", span(p.at(from)), span(p.at(to)), span(lost), p.meanwhile(from, to))
	}
	p.legend(b, name, more)
}

// at is when a cell begins.
func (p *picture) at(k int) float64 {
	c := p.r.Columns
	return c.From + float64(k)/float64(p.cells)*(min(c.From+c.Width*float64(c.Count), p.r.Seconds)-c.From)
}

// each calls f for each column of a line that is in the cell k, with the part of it that is.
func (p *picture) each(l *trace.Line, k int, f func(column int, share float64)) {
	c := p.r.Columns
	from, to := (p.at(k)-c.From)/c.Width, (p.at(k+1)-c.From)/c.Width
	for i := int(from); i < len(l.Columns) && float64(i) < to; i++ {
		if share := min(to, float64(i+1)) - max(from, float64(i)); share > 0 {
			f(i, share)
		}
	}
}

// sum is what a line did in the cell k, in seconds of each mode.
func (p *picture) sum(l *trace.Line, k int) (s [len(modes)]float64) {
	p.each(l, k, func(i int, share float64) {
		for m := range modes {
			s[m] += share * modes[m].of(&l.Columns[i])
		}
	})
	return s
}

// cell draws what a worker did in one.
func (p *picture) cell(b *bytes.Buffer, s [len(modes)]float64) {
	height, other := int(math.Round(8*s[0]/(p.at(1)-p.at(0)))), len(modes)-1
	for m := 1; m < len(modes); m++ {
		if s[m] > s[other] {
			other = m
		}
	}
	block := string([]rune(" ▁▂▃▄▅▆▇█")[min(height, 8)])
	style := "\x1b[0m"
	if height > 0 {
		p.used[0] = true
		style += paint(38, modes[0])
	}
	if height < 8 && modes[other].color > 0 {
		p.used[other] = true
		style += paint(48, modes[other])
	}
	p.restyle(b, style)
	b.WriteString(block)
}

// restyle writes the escape codes of a style, if it is another one than before.
func (p *picture) restyle(b *bytes.Buffer, style string) {
	if p.colors && style != p.style {
		b.WriteString(style)
		p.style = style
	}
}

// paint makes a mode's colour that of the characters, or of what is behind them.
func paint(what int, m mode) string { return fmt.Sprintf("\x1b[%d;5;%dm", what, m.color) }

// worst returns the stretch of cells in which most more was lost than on average, and how much was lost
// in it: 0 if no stretch stands out. What other programs took is not counted.
func (p *picture) worst() (from, to int, lost float64) {
	seconds := p.at(1) - p.at(0)
	idle, mean := make([]float64, p.cells), 0.0
	for k := range idle {
		idle[k] = float64(p.r.Workers) * seconds
		for i := range p.r.Lines {
			s := p.sum(&p.r.Lines[i], k)
			idle[k] -= s[0] + s[ready]
		}
		idle[k] = max(0, idle[k])
		mean += idle[k] / float64(p.cells)
	}
	best, sum, begin := 0.0, 0.0, 0
	for k := range idle { // the largest sum of neighbours
		if sum += idle[k] - mean; sum <= 0 {
			sum, begin = 0, k+1
		} else if sum > best {
			best, from, to = sum, begin, k+1
		}
	}
	if best < 0.025*p.r.Account.Capacity { // as a cause is not named below that
		return 0, 0, 0
	}
	for _, x := range idle[from:to] {
		lost += x
	}
	return from, to, lost
}

// meanwhile says which call site ran from one cell to another, if one did most.
func (p *picture) meanwhile(from, to int) string {
	work, all, most := make([]float64, len(p.r.Sites)), 0.0, 0
	for i := range p.r.Lines {
		l := &p.r.Lines[i]
		for k := from; k < to; k++ {
			p.each(l, k, func(i int, share float64) {
				if s := l.Sites[i]; s >= 0 {
					work[s] += share * l.Columns[i].Work
					all += share * l.Columns[i].Work
				}
			})
		}
	}
	for i := range work {
		if work[i] > work[most] {
			most = i
		}
	}
	switch {
	case all < 0.1*(p.at(to)-p.at(from)):
		return ", while no call ran"
	case work[most] < all/2:
		return ""
	}
	return ", while " + p.r.Sites[most].Name + " ran"
}

// legend says what is to be seen.
func (p *picture) legend(b *bytes.Buffer, name, more int) {
	said := []string{"height: share in work"}
	for m, used := range p.used {
		if used && p.colors {
			said = append(said, paint(38, modes[m])+"█\x1b[0m "+modes[m].words)
		}
	}
	if more > 0 {
		said = append(said, fmt.Sprintf("%d more workers", more))
	}
	fmt.Fprintf(b, "%-*s  %s\n", name, "", strings.Join(said, "  "))
}
