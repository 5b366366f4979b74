package account

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/skua-go/skua/internal/event"
	"github.com/skua-go/skua/trace"
)

// Samples is what the machine and the runtime said at the end of a recording, less what they
// said at its begin. Times are seconds of one processor.
type Samples struct {
	Program string
	Started time.Time
	Machine trace.Machine

	GC, Assist  float64 // the collector, but for what had idle processors; of that on workers' time
	Cycles      float64 // of the collector: how many
	Mutex       float64 // goroutines waited for mutexes
	RunDelay    float64 // own threads were ready and waited for a processor; -1: unknown
	Own, Others float64 // processor time of this program, and of others; -1: unknown
	Throttled   float64 // the container had used up its time
	Recorder    float64 // processor time of the recorder, but on the workers' own time
	PerEvent    float64 // a worker spends on writing one event
	PerLook     float64 // and on a look at its thread, after each strand of at least lookedAt
	Windows     int     // in which one worker was alone
	NoDag       bool    // leave the dag out
	Brief       bool    // leave out what is large, and keep the sites in the order of the report before

	Text func(ref uint64) string // the text of a panic that an event names; it may be nil
}

// collects reports whether the collector has much to do.
func (m *Samples) collects() bool { return m.Own > 0 && m.GC > collects*m.Own }

// reported bounds the sites of a report.
const reported = 24

// Report returns what the events before at add up to. The recording may go on.
func (a *Account) Report(at int64, m Samples) *trace.Report {
	a.advance(at)
	a.close(a.outside)
	for _, l := range a.lines {
		a.show(l)
	}
	a.open(1)
	defer a.open(-1)
	index, order := a.order(m.Brief)
	acc, t := a.account(&m)
	acc.Losses = t.losses(index)
	sp := a.span()
	r := &trace.Report{
		Version: 1, Program: m.Program, Started: m.Started, Machine: m.Machine,
		Workers: a.peak, Resized: slices.Clone(a.resized), Seconds: seconds(a.now), Calls: a.calls, Account: acc,
		Span: a.spanReport(&sp), Sites: a.siteReports(order, index, &sp),
		Latency: a.latency.Report(), Size: a.size.Report(), Events: a.events,
		Solo: trace.SoloReport{Windows: m.Windows, Seconds: a.gauge.held / 1e9},
	}
	r.Columns, r.Ready = a.columns.report(a.now)
	a.lineReports(r, index, a.waits(&m))
	if !m.Brief {
		r.Moments = a.moments.report(a, index)
	}
	r.Dropped = a.events - a.moments.count()
	for _, p := range a.panics {
		q := trace.Panic{At: seconds(p.at), Line: p.line, Site: index[p.site]}
		if m.Text != nil {
			q.Text = m.Text(p.text)
		}
		r.Panics = append(r.Panics, q)
	}
	if !m.NoDag && !m.Brief {
		r.Dag = a.dag.Report()
		a.scale(r.Dag)
		for i := range r.Dag.Ops {
			r.Dag.Ops[i].Site = index[r.Dag.Ops[i].Site]
		}
	}
	return r
}

// order sorts the sites by what is lost and done there, those that were in the last report in the
// order of that if kept is true. index has the place of each in the report: the last place is for
// all that do not fit.
func (a *Account) order(kept bool) (index, order []int) {
	if !kept {
		a.ordered = nil
	}
	for i := len(a.ordered); i < len(a.sites); i++ {
		a.ordered = append(a.ordered, i)
	}
	order = a.ordered
	weight := func(i int) float64 {
		s := a.sites[i]
		return s.blame.sum() + s.overBlame.sum() + float64(s.over+s.off+s.offOver) + float64(s.work)/10
	}
	if !kept {
		slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(weight(y), weight(x)) })
	}
	index = make([]int, len(a.sites))
	for at, i := range order {
		index[i] = min(at, reported-1)
	}
	return index, order
}

func (a *Account) spanReport(sp *spans) trace.Span {
	r := trace.Span{
		Span: seconds(sp.plain), Burdened: seconds(sp.burdened), Handover: seconds(a.handover), AtLeast: a.unseen,
	}
	for _, s := range a.sites {
		r.Work += a.worked(s)
	}
	if r.Span > 0 {
		r.Parallelism = r.Work / r.Span
	}
	return r
}

func (a *Account) siteReports(order, index []int, sp *spans) []trace.Site {
	out := make([]trace.Site, min(len(order), reported))
	for _, i := range order {
		s := a.siteReport(a.sites[i])
		if i < vectors-1 {
			s.Span, s.Halved = seconds(2*(sp.plain-sp.half[i])), seconds(sp.half[i])
		}
		if at := index[i]; out[at].Name == "" {
			out[at] = s
		} else {
			absorb(&out[at], &s)
		}
	}
	return out
}

func (a *Account) siteReport(s *site) trace.Site {
	r := trace.Site{
		Kind: s.kind, Count: max(s.count, s.calls), Units: s.units, Unit: s.all.Median() / 1e9,
		Longest: a.longest(s), Limit: s.limit,
		Work: a.worked(s), Over: seconds(s.over), Off: a.off(s),
		NoWork: (s.blame.none + s.overBlame.none) / 1e9, HadWork: (s.blame.had + s.blame.near + s.overBlame.had + s.overBlame.near) / 1e9,
		Near:  (s.blame.near + s.overBlame.near) / 1e9,
		Alone: s.alone.Median() / 1e9, AloneN: s.alone.Count,
	}
	if times, ok := s.slower.Times(); ok {
		r.Crowded, r.CrowdedN = times*r.Alone, int64(s.slower.Pieces)
	}
	switch at := event.SiteNumber(s.event); {
	case s.kind == outsideSite:
		r.Name, r.Function = "outside", "the program, outside any call"
	case at.File == "":
		r.Name, r.Function = "unknown", "unknown"
	default:
		r.File, r.Line, r.Function = at.File, at.Line, at.Function
		r.Name = fmt.Sprintf("%s:%d", filepath.Base(at.File), at.Line)
	}
	return r
}

func (a *Account) lineReports(r *trace.Report, index []int, waits float64) {
	r.Steals = make([][]int64, len(a.lines))
	for i, l := range a.lines {
		t := trace.Line{Name: l.name, Guest: l.guest, Steals: l.steals}
		sum, known := modes{}, int64(0)
		for _, m := range l.cols {
			m[event.Away] = 0
			for i, v := range m {
				sum[i], known = sum[i]+v, known+v
			}
		}
		t.Seconds = sum.report(waits)
		t.Seconds.Away = seconds(a.now - known)
		for k := range l.cols {
			t.Columns = append(t.Columns, l.cols[k].report(waits))
			site := -1
			if s := l.tops[k].site; s >= 0 {
				site = index[s]
			}
			t.Sites = append(t.Sites, site)
		}
		r.Lines = append(r.Lines, t)
		r.Steals[i] = make([]int64, len(a.lines))
		copy(r.Steals[i], l.from)
	}
}

// absorb adds what one more site has to the one that stands for all that do not fit.
func absorb(to, s *trace.Site) {
	to.Name, to.File, to.Line, to.Function = "others", "", 0, "other call sites"
	to.Count += s.Count
	to.Units += s.Units
	to.Longest = max(to.Longest, s.Longest)
	to.Work += s.Work
	to.Over += s.Over
	to.Off += s.Off
	to.NoWork += s.NoWork
	to.HadWork += s.HadWork
	to.Near += s.Near
	to.Unit, to.Span, to.Halved, to.Alone, to.Crowded = 0, 0, 0, 0, 0
}
