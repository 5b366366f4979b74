package dashboard

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/skua-go/skua/trace"
)

// What a frame has at most. fit may leave out more.
const (
	mostLines  = 64
	mostSites  = 16
	mostPanics = 5
	mostNodes  = 32
	mostJobs   = 8
)

// newFrame returns a frame of the report r, without its columns. before is the report of the frame
// before; both may be nil.
func newFrame(r, before *trace.Report, config *Config) *Frame {
	f := &Frame{Title: config.Title, Lines: []Line{}, Sites: []Site{}, Verdict: Verdict{Losses: []Loss{}}}
	if config.Progress != nil {
		f.Progress = config.Progress()
	}
	if r == nil {
		return f
	}
	if f.Title == "" {
		f.Title = r.Program
	}
	f.Started, f.Workers, f.Seconds, f.Live = r.Started, r.Workers, round(r.Seconds, 3), r.Live
	f.Calls, f.Events = r.Calls, r.Events
	f.Machine = fmt.Sprintf("%s, %d processors, %s/%s, %s", r.Machine.CPU, r.Machine.Processors, r.Machine.OS, r.Machine.Arch, r.Machine.Go)
	f.Verdict = verdict(r)
	f.Span = Span{round(r.Span.Work, 4), round(r.Span.Span, 6), round(r.Span.Parallelism, 2), r.Span.AtLeast}
	f.sites(r)
	f.lines(r, before)
	f.panics(r)
	return f
}

func verdict(r *trace.Report) Verdict {
	v := r.Verdict()
	out := Verdict{Sentence: v.Sentence, Refused: v.Refusal != "", SpeedUp: round(v.SpeedUp, 2), Losses: []Loss{}}
	if r.Seconds > 0 {
		for _, l := range r.Account.Losses {
			out.Losses = append(out.Losses, Loss{l.Cause, round(l.Seconds/r.Seconds, 3)})
		}
	}
	return out
}

func (f *Frame) sites(r *trace.Report) {
	n := min(len(r.Sites), mostSites)
	f.MoreSites = len(r.Sites) - n
	for _, s := range r.Sites[:n] {
		f.Sites = append(f.Sites, Site{
			Name: s.Name, Function: s.Function[strings.LastIndexByte(s.Function, '/')+1:], Kind: s.Kind, Count: s.Count,
			Unit: digits(s.Unit), Longest: digits(s.Longest), Work: digits(s.Work),
			Over: digits(s.Over), Off: digits(s.Off), Lost: digits(s.NoWork + s.HadWork),
		})
	}
}

// lines tells of the workers, and what they did since the report before.
func (f *Frame) lines(r, before *trace.Report) {
	n := min(len(r.Lines), mostLines)
	f.MoreLines = len(r.Lines) - n
	var earlier int64
	same := before != nil && before.Started.Equal(r.Started) && before.Seconds < r.Seconds && len(before.Lines) <= len(r.Lines)
	for i := range r.Lines {
		l := &r.Lines[i]
		f.Steals += l.Steals
		now, since := l.Seconds, r.Seconds
		if same && i < len(before.Lines) {
			now, since = minus(l.Seconds, before.Lines[i].Seconds), r.Seconds-before.Seconds
			earlier += before.Lines[i].Steals
		}
		if i < n {
			f.Lines = append(f.Lines, Line{
				Name: l.Name, Guest: l.Guest, Steals: l.Steals,
				Now: letters(now, since), All: letters(l.Seconds, r.Seconds), Site: latest(l.Sites, len(f.Sites)),
			})
		}
	}
	if same {
		f.StealRate = round(float64(f.Steals-earlier)/(r.Seconds-before.Seconds), 1)
	}
}

// latest is the last site of a line's columns, if it is one of the first n.
func latest(sites []int, n int) int {
	for _, s := range slices.Backward(sites) {
		if s >= n {
			break
		}
		if s >= 0 {
			return s
		}
	}
	return -1
}

func (f *Frame) panics(r *trace.Report) {
	f.Panicked = len(r.Panics)
	for _, p := range r.Panics[max(0, len(r.Panics)-mostPanics):] {
		q := Panic{At: round(p.At, 3), Text: p.Text}
		if p.Line >= 0 && p.Line < len(r.Lines) {
			q.Worker = r.Lines[p.Line].Name
		}
		if p.Site >= 0 && p.Site < len(r.Sites) {
			q.Site = r.Sites[p.Site].Name
		}
		f.Panics = append(f.Panics, q)
	}
}

// round rounds to a number of digits behind the point; what is no number is 0.
func round(x float64, places int) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	p := math.Pow10(places)
	if y := math.Round(x*p) / p; !math.IsInf(y, 0) {
		return y
	}
	return x
}

// digits rounds to three digits, wherever the point is.
func digits(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return round(x, min(max(2-int(math.Floor(math.Log10(math.Abs(x)))), 0), 12))
}
