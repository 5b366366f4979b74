package dashboard

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skua-go/skua/trace"
)

const (
	mostBytes   = 16 << 10 // of a frame
	mostColumns = 96
	someColumns = 48
	fewColumns  = 12 // below these a time line says little: rather leave out lines
)

// fit returns the frame as JSON, with as many columns of time as there is room for. If that is not
// enough, nodes and call sites are left out, then columns, then workers.
func fit(f *Frame, r *trace.Report) []byte {
	f.shorten()
	columns, thinned := mostColumns, false
	for {
		if r != nil {
			f.columns(r, columns)
		}
		data := encode(f)
		switch {
		case len(data) <= mostBytes:
			return data
		case columns > someColumns && !thinned || columns > fewColumns && thinned:
			columns = columns * 3 / 4
		case !thinned:
			thinned = true
			f.leaveOut()
		default:
			f.leaveOut()
			f.leaveOutLines()
		}
	}
}

// leaveOut leaves out half of the nodes, the jobs and the call sites.
func (f *Frame) leaveOut() {
	n := len(f.Sites) / 2
	f.MoreSites += len(f.Sites) - n
	f.Sites = f.Sites[:n]
	for i := range f.Lines {
		if f.Lines[i].Site >= n {
			f.Lines[i].Site = -1
		}
	}
	if f.Cluster != nil {
		f.Cluster.Nodes = f.Cluster.Nodes[:len(f.Cluster.Nodes)/2]
		f.Cluster.Jobs = f.Cluster.Jobs[:len(f.Cluster.Jobs)/2]
	}
}

// leaveOutLines leaves out half of the workers.
func (f *Frame) leaveOutLines() {
	n := len(f.Lines) / 2
	f.MoreLines += len(f.Lines) - n
	f.Lines = f.Lines[:n]
}

func encode(f *Frame) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		// Numbers that are none come from a cluster's or a program's own functions.
		return []byte(`{"title":"a frame that is no JSON","workers":0}`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// shorten bounds all text and lists.
func (f *Frame) shorten() {
	f.Title, f.Machine = short(f.Title, 160), short(f.Machine, 120)
	f.Verdict.Sentence = short(f.Verdict.Sentence, 1200)
	f.Progress.What = short(f.Progress.What, 40)
	for i := range f.Lines {
		f.Lines[i].Name = short(f.Lines[i].Name, 24)
	}
	for i := range f.Sites {
		f.Sites[i].Name, f.Sites[i].Function = short(f.Sites[i].Name, 48), shortEnd(f.Sites[i].Function, 64)
	}
	for i := range f.Panics {
		p := &f.Panics[i]
		p.Worker, p.Site, p.Text = short(p.Worker, 24), short(p.Site, 48), short(p.Text, 240)
	}
	if f.Cluster != nil {
		f.Cluster = f.Cluster.shortened()
	}
}

// shortened is a copy with bounded text and lists.
func (c *Cluster) shortened() *Cluster {
	out := *c
	out.Error = short(out.Error, 240)
	out.Nodes = append([]Node{}, c.Nodes[:min(len(c.Nodes), mostNodes)]...)
	out.Jobs = append([]Job{}, c.Jobs[max(0, len(c.Jobs)-mostJobs):]...)
	for i := range out.Nodes {
		n := &out.Nodes[i]
		n.Name, n.Host, n.State = short(n.Name, 40), short(n.Host, 40), short(n.State, 60)
		n.Age = round(n.Age, 1)
	}
	for i := range out.Jobs {
		j := &out.Jobs[i]
		j.ID, j.Handler, j.State = short(j.ID, 40), short(j.Handler, 40), short(j.State, 20)
	}
	out.Age = round(out.Age, 1)
	return &out
}

// short is text in one line of at most n bytes.
func short(text string, n int) string {
	const dots = "…"
	text = line(text)
	if len(text) <= n {
		return text
	}
	cut := n - len(dots)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + dots
}

// shortEnd is short, but keeps the end: that of a function's name says more than its package.
func shortEnd(text string, n int) string {
	const dots = "…"
	text = line(text)
	if len(text) <= n {
		return text
	}
	cut := len(text) - n + len(dots)
	for cut < len(text) && !utf8.RuneStart(text[cut]) {
		cut++
	}
	return dots + text[cut:]
}

// line makes white space and what a browser or a terminal would obey a space.
func line(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}
