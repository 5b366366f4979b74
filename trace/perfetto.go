package trace

import (
	"cmp"
	"encoding/json"
	"io"
	"math"
	"slices"
)

// WritePerfetto writes the report in the trace-event format, which https://ui.perfetto.dev and
// chrome://tracing show: a thread for each worker; what it did in each column of time, and in the
// Moments each single change and an arrow for each steal; and how many tasks were ready.
func (r *Report) WritePerfetto(w io.Writer) error {
	p := perfetto{r: r}
	p.names()
	p.columns()
	p.moments()
	slices.SortStableFunc(p.events, func(a, b traceEvent) int { return cmp.Compare(a.Ts, b.Ts) })
	return json.NewEncoder(w).Encode(traceFile{
		TraceEvents: p.events, DisplayTimeUnit: "ns",
		OtherData: map[string]string{"program": r.Program, "verdict": r.Verdict().Sentence},
	})
}

type traceFile struct {
	TraceEvents     []traceEvent      `json:"traceEvents"`
	DisplayTimeUnit string            `json:"displayTimeUnit"`
	OtherData       map[string]string `json:"otherData"`
}

// traceEvent is one event of the format, as "Trace Event Format" of Chromium's catapult project has
// it. Times are in microseconds.
type traceEvent struct {
	Name string         `json:"name"`
	Cat  string         `json:"cat,omitempty"`
	Ph   string         `json:"ph"`
	Ts   float64        `json:"ts"`
	Dur  *float64       `json:"dur,omitempty"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid"`
	ID   int            `json:"id,omitempty"`
	Bp   string         `json:"bp,omitempty"`
	Args map[string]any `json:"args,omitempty"`
}

// The processes of the trace, which are groups of threads: what each worker did in columns, and
// in the Moments. A slice that overlaps another one of its thread would be drawn inside it.
const (
	inColumns = 1
	inMoments = 2
)

type perfetto struct {
	r      *Report
	events []traceEvent
	steals int
}

// micros are microseconds with three decimals: a nanosecond is the finest that was recorded.
func micros(seconds float64) float64 { return math.Round(seconds*1e9) / 1e3 }

func (p *perfetto) names() {
	p.name(inColumns, 0, "process_name", "workers")
	if len(p.r.Moments) > 0 {
		p.name(inMoments, 0, "process_name", "moments, every change")
	}
	for i, l := range p.r.Lines {
		p.name(inColumns, i+1, "thread_name", l.Name)
		if len(p.r.Moments) > 0 {
			p.name(inMoments, i+1, "thread_name", l.Name)
		}
	}
}

func (p *perfetto) name(pid, tid int, what, name string) {
	p.events = append(p.events, traceEvent{Name: what, Ph: "M", Pid: pid, Tid: tid, Args: map[string]any{"name": name}})
}

// slice appends what a thread did between two times, in seconds.
func (p *perfetto) slice(pid, tid int, from, to float64, name, cat string, args map[string]any) {
	begin := micros(from)
	dur := math.Round((micros(to)-begin)*1e3) / 1e3
	if dur > 0 {
		p.events = append(p.events, traceEvent{Name: name, Cat: cat, Ph: "X", Ts: begin, Dur: &dur, Pid: pid, Tid: tid, Args: args})
	}
}

// columns makes one slice of columns that follow each other and in which a worker mostly did the
// same, and counts the ready tasks.
func (p *perfetto) columns() {
	c := p.r.Columns
	at := func(k int) float64 { return min(c.From+float64(k)*c.Width, p.r.Seconds) }
	for i, l := range p.r.Lines {
		for k := 0; k < len(l.Columns); {
			mode, site := l.Columns[k].most(), l.Sites[k]
			from := k
			var sum ModeSeconds
			for ; k < len(l.Columns) && l.Columns[k].most() == mode && (mode != "work" || l.Sites[k] == site); k++ {
				sum.plus(&l.Columns[k])
			}
			if mode != "" && mode != "away" {
				p.slice(inColumns, i+1, at(from), at(k), p.title(mode, site), mode, sum.args())
			}
		}
	}
	for k, n := range p.r.Ready {
		p.events = append(p.events, traceEvent{
			Name: "ready tasks", Ph: "C", Ts: micros(at(k)), Pid: inColumns, Args: map[string]any{"ready": n},
		})
	}
}

// title is the name of a slice: the call site, if it is work of one.
func (p *perfetto) title(mode string, site int) string {
	if mode == "work" && site >= 0 {
		return p.r.Sites[site].Name
	}
	for _, m := range new(ModeSeconds).list() {
		if m.name == mode {
			return m.words
		}
	}
	return mode
}

// moments makes a slice of what follows each event up to the next one of its worker.
func (p *perfetto) moments() {
	for _, m := range p.r.Moments {
		last := make([]*Raw, len(p.r.Lines))
		for i := range m.Events {
			e := &m.Events[i]
			if e.Line < 0 {
				continue
			}
			p.change(last[e.Line], e.At)
			if e.Kind == "stole" && e.N >= 0 && int(e.N) < len(p.r.Lines) {
				p.arrow(e)
			}
			last[e.Line] = e
		}
		if n := len(m.Events); n > 0 {
			for _, e := range last {
				p.change(e, m.Events[n-1].At)
			}
		}
	}
}

func (p *perfetto) change(e *Raw, to float64) {
	if e == nil || e.Mode == "away" {
		return
	}
	args := map[string]any{"event": e.Kind}
	if e.Ref != 0 {
		args["ref"] = e.Ref
	}
	if e.N != 0 {
		args["n"] = e.N
	}
	p.slice(inMoments, e.Line+1, e.At, to, p.title(e.Mode, e.Site), e.Mode, args)
}

// arrow draws a steal from the victim's thread to the thief's.
func (p *perfetto) arrow(e *Raw) {
	p.steals++
	arrow := traceEvent{Name: "steal", Cat: "steal", Ph: "s", Ts: micros(e.At), Pid: inMoments, Tid: int(e.N) + 1, ID: p.steals}
	p.events = append(p.events, arrow)
	arrow.Ph, arrow.Bp, arrow.Tid = "f", "e", e.Line+1
	p.events = append(p.events, arrow)
}

// args are the modes that a slice of columns consists of, in milliseconds.
func (m *ModeSeconds) args() map[string]any {
	out := map[string]any{}
	for _, x := range m.list() {
		if x.seconds > 0 {
			out[x.name+" ms"] = micros(x.seconds) / 1e3
		}
	}
	return out
}

// most is the name of the mode that took longest; none if there was nothing.
func (m *ModeSeconds) most() (name string) {
	longest := 0.0
	for _, x := range m.list() {
		if x.seconds > longest {
			name, longest = x.name, x.seconds
		}
	}
	return name
}

type modeTime struct {
	name, words string
	seconds     float64
}

// list has the modes by the names that a Raw has for them, and in the words of the page.
func (m *ModeSeconds) list() [9]modeTime {
	return [...]modeTime{
		{"work", "work", m.Work}, {"over", "overhead", m.Over}, {"search", "searches", m.Search},
		{"sleep", "asleep", m.Sleep}, {"wait", "waits for a join", m.Wait}, {"block", "blocked", m.Block},
		{"pause", "paused to measure", m.Pause}, {"off", "ready, no processor", m.Off}, {"away", "away", m.Away},
	}
}

func (m *ModeSeconds) plus(o *ModeSeconds) {
	m.Work += o.Work
	m.Over += o.Over
	m.Search += o.Search
	m.Sleep += o.Sleep
	m.Wait += o.Wait
	m.Block += o.Block
	m.Pause += o.Pause
	m.Off += o.Off
	m.Away += o.Away
}
