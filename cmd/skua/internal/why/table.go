package why

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/skua-go/skua/cmd/internal/cli/display"
	"github.com/skua-go/skua/cmd/internal/cli/output"
	"github.com/skua-go/skua/trace"
)

const mostSites = 8 // of a table; --json has all

// table prints for people: the sentence first.
func (d *document) table(w io.Writer) error {
	var b bytes.Buffer
	fmt.Fprintln(&b, d.Verdict)
	if d.Serial != nil && d.Serial.Aside != "" {
		fmt.Fprintf(&b, "Set aside: %s.\n", d.Serial.Aside)
	}
	if d.Verdict.Refusal == "" {
		d.draw(&b, display.Width(w), display.CanRedraw(w))
		d.base(&b)
		d.causes(&b)
		d.sites(&b)
		d.forecasts(&b)
		d.next(&b)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// causes has a line for each cause that took anything.
func (d *document) causes(b *bytes.Buffer) {
	r := d.Report
	t := heading(b, "CAUSE", "LOST", "TIME", "WHERE")
	for _, l := range r.Account.Losses {
		x := l.Seconds / r.Seconds
		if x < 0.005 && x > -0.005 {
			continue
		}
		where := []string{}
		for _, s := range l.Sites {
			if s.Site >= 0 && s.Site < len(r.Sites) && s.Seconds >= 0.05*l.Seconds {
				where = append(where, fmt.Sprintf("%s %.0f %%", r.Sites[s.Site].Name, 100*s.Seconds/l.Seconds))
			}
		}
		fmt.Fprintf(t, "%s\t%.2f×\t%s\t%s\n", causeNames[l.Cause], x, span(l.Seconds), strings.Join(where, ", "))
	}
	t.Flush()
}

// causeNames are what people call the causes.
var causeNames = map[trace.Cause]string{
	trace.Parallelism: "too little to do",
	trace.Waiting:     "waited",
	trace.Fine:        "cut too fine",
	trace.Memory:      "memory or clock",
	trace.Collector:   "garbage collector",
	trace.Others:      "other programs",
	trace.Limited:     "container's limit",
	trace.Scheduler:   "no worker yet",
	trace.Measuring:   "measuring",
}

// helps are what to do about the causes.
var helps = map[trace.Cause]string{
	trace.Parallelism: "make that part parallel, split the long piece, or start it first",
	trace.Waiting:     "shorten what is under the lock, or wait in Blocking",
	trace.Fine:        "larger pieces, or one loop around the small ones",
	trace.Memory:      "touch less memory, in order",
	trace.Collector:   "allocate less, reuse, or raise GOGC",
	trace.Others:      "record it again when the machine is idle, or with fewer workers",
	trace.Limited:     "GOMAXPROCS, or a higher limit",
	trace.Scheduler:   "Poll in the long piece, if one is named",
	trace.Measuring:   "coarser work",
}

// next says what to do next: about the first cause that is named, or to find out more.
func (d *document) next(b *bytes.Buffer) {
	switch v := d.Verdict; {
	case len(v.Causes) > 0:
		fmt.Fprintf(b, "\nNext: %s. More: cmd/docs/why.md.\n", helps[v.Causes[0].Cause])
	case v.AtMost && d.Serial == nil:
		b.WriteString("\nNext: --serial tells slow memory from work. More: cmd/docs/why.md.\n")
	}
}

// sites has a line for each of the call sites that matter most.
func (d *document) sites(b *bytes.Buffer) {
	r, faster := d.Report, map[int]string{}
	for _, h := range d.WhatIf.Halved {
		faster[h.Site] = h.Bounds.String()
	}
	if len(r.Sites) == 0 {
		return
	}
	t := heading(b, "CALL SITE", "KIND", "COUNT", "WORK", "ONE PIECE", "LONGEST", "OTHERS IDLE", "TWICE AS FAST")
	for i, s := range r.Sites[:min(mostSites, len(r.Sites))] {
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\n", s.Name, s.Kind, s.Count, span(s.Work), span(s.Unit),
			span(s.Longest), span(s.NoWork+s.HadWork), faster[i])
	}
	t.Flush()
	if more := len(r.Sites) - mostSites; more > 0 {
		fmt.Fprintf(b, "and %d more\n", more)
	}
}

// heading begins a table.
func heading(b *bytes.Buffer, columns ...string) *tabwriter.Writer {
	fmt.Fprintln(b)
	t := output.NewTable(b)
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	return t
}

// forecasts says what other numbers of workers could give.
func (d *document) forecasts(b *bytes.Buffer) {
	s, f := d.Report.Span, d.WhatIf
	if s.Span <= 0 {
		return
	}
	least := ""
	if s.AtLeast {
		least = " at least"
	}
	fmt.Fprintf(b, "\nWork %s, span %s: parallelism %.1f%s.\n", span(s.Work), span(s.Span), s.Parallelism, least)
	said := []string{}
	for _, w := range f.Workers {
		if w.Workers == d.Report.Workers || len(said) > 0 && len(said) < 3 || w.Workers > d.Report.Workers && len(said) == 0 {
			said = append(said, w.words())
		}
	}
	if len(said) > 0 {
		fmt.Fprintf(b, "Alone on a machine: %s.\n", strings.Join(said, "; "))
	}
	if f.Stops != nil {
		at := ""
		if f.Stops.At != "" {
			at = " because of " + f.Stops.At
		}
		fmt.Fprintf(b, "It stops scaling at %d workers%s, with %.1f×.\n", f.Stops.Workers, at, f.Stops.SpeedUp)
	}
	if c := f.Coarser; c != nil {
		fmt.Fprintf(b, "In pieces of %s at %s: %.1f×.\n", span(c.Seconds), c.At, c.SpeedUp)
	}
	if f.Replay != "" {
		fmt.Fprintf(b, "Replay: %s.\n", f.Replay)
	}
}

// words says what a number of workers could give.
func (w *replayed) words() string {
	if w.SpeedUp > 0 {
		return fmt.Sprintf("%d workers %.1f× (bounds %s)", w.Workers, w.SpeedUp, w.Bounds)
	}
	return fmt.Sprintf("%d workers %s", w.Workers, w.Bounds)
}

// base says what was lost since an earlier recording.
func (d *document) base(b *bytes.Buffer) {
	c := d.Base
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nSince the base: %.2f×, and it was %.2f×", c.SpeedUp, c.SpeedUpWas)
	if c.WorkersWas != d.Report.Workers {
		fmt.Fprintf(b, " of %d", c.WorkersWas)
	}
	b.WriteString(". ")
	if c.same() {
		b.WriteString("No cause, call site or work grew.\n")
		return
	}
	var said []string
	for _, x := range c.Causes {
		said = append(said, fmt.Sprintf("%.2f more to %s", x.by(), causeNames[trace.Cause(x.Name)]))
	}
	for _, x := range c.Sites {
		said = append(said, fmt.Sprintf("%.2f more at %s", x.by(), x.Name))
	}
	if c.worked() {
		said = append(said, fmt.Sprintf("work grew from %s to %s", span(c.WorkWas), span(c.Work)))
	}
	for _, x := range c.Slower {
		said = append(said, fmt.Sprintf("that of %s from %s to %s", x.Name, span(x.Was), span(x.Is)))
	}
	if len(said) == 0 {
		said = append(said, "no cause grew by much")
	}
	text := strings.Join(said, "; ")
	fmt.Fprintf(b, "%s.\n", strings.ToUpper(text[:1])+text[1:])
}

// span writes seconds with three digits or so.
func span(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}
