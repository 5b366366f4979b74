package lab

import (
	"fmt"
	"slices"

	"github.com/skua-go/skua/lab/gauge"
)

// A Figure is a picture as data. The program that draws it chooses colours and sizes.
type Figure struct {
	Title  string     `json:"title"`
	X      string     `json:"x"` // what the axes show, with units
	Y      string     `json:"y"`
	LogX   bool       `json:"log_x,omitempty"`
	LogY   bool       `json:"log_y,omitempty"`
	Kind   FigureKind `json:"kind"`
	Series []Series   `json:"series"`
	Note   string     `json:"note,omitempty"` // what to look for, one sentence
}

// FigureKind is the shape of a figure.
type FigureKind string

const (
	Lines    FigureKind = "lines"    // points joined by lines, in the order of X
	Points   FigureKind = "points"   // points alone
	Bars     FigureKind = "bars"     // one bar for each label, in groups of series
	Timeline FigureKind = "timeline" // one row for each label: X to X2 busy
)

// A Series is one line, set of points, colour of bars, or kind of time.
type Series struct {
	Name   string    `json:"name"`
	Labels []string  `json:"labels,omitempty"` // Bars, Timeline: what each value belongs to
	X      []float64 `json:"x,omitempty"`      // Timeline: where it begins; Bars have none
	Y      []float64 `json:"y,omitempty"`      // Timelines have none
	Low    []float64 `json:"low,omitempty"`    // bounds of Y, if known
	High   []float64 `json:"high,omitempty"`
	X2     []float64 `json:"x2,omitempty"`     // Timeline: where it ends
	Dashed bool      `json:"dashed,omitempty"` // a bound or a prediction, not a measurement
}

// MedianBars returns a bar for each name in the column of: the median of the rows with
// that name, and its interval.
func MedianBars(t *Table, name, of, column string) Series {
	s := Series{Name: name}
	for _, label := range t.Names(of) {
		v := t.Where(of, label).Floats(column)
		low, high := gauge.Interval(v)
		s.Labels = append(s.Labels, label)
		s.Y, s.Low, s.High = append(s.Y, gauge.Median(v)), append(s.Low, low), append(s.High, high)
	}
	return s
}

// AddMedian adds a point at x: the median of the values, and its interval. Without
// values it adds nothing.
func (s *Series) AddMedian(x float64, v []float64) {
	if len(v) == 0 {
		return
	}
	low, high := gauge.Interval(v)
	s.X, s.Y = append(s.X, x), append(s.Y, gauge.Median(v))
	s.Low, s.High = append(s.Low, low), append(s.High, high)
}

// check says what is wrong with the shape of a figure.
func (f Figure) check() error {
	say := func(format string, args ...any) error {
		return fmt.Errorf("figure %q: "+format, append([]any{f.Title}, args...)...)
	}
	if f.Title == "" || f.X == "" && f.Kind != Bars || f.Y == "" && f.Kind != Timeline {
		return say("want a title and what the axes show")
	}
	for _, s := range f.Series {
		n := s.points(f.Kind)
		lengths := map[string]int{"low": len(s.Low), "high": len(s.High)}
		switch f.Kind {
		case Lines, Points:
			lengths["x"] = len(s.X) - n // which must be 0
		case Bars:
			lengths["labels"] = len(s.Labels) - n
		case Timeline:
			lengths["labels"], lengths["x2"] = len(s.Labels)-n, len(s.X2)-n
		default:
			return say("no kind is called %q", f.Kind)
		}
		for name, l := range lengths {
			if l != 0 && (l != n || name != "low" && name != "high") {
				return say("series %q has %d points, but not as many of %s", s.Name, n, name)
			}
		}
		if (s.Low == nil) != (s.High == nil) {
			return say("series %q has one bound", s.Name)
		}
	}
	return nil
}

func (s Series) points(kind FigureKind) int {
	if kind == Timeline {
		return len(s.X)
	}
	return len(s.Y)
}

// drawable returns the figure without the points that no axis can show: what is
// not finite, and on a logarithmic axis what is not positive. A lower bound of
// that sort becomes the point itself. A series of which nothing is left says so in
// its name, for the legend.
func (f Figure) drawable() Figure {
	series := f.Series
	f.Series = []Series{}
	for _, s := range series {
		d := s.drawable(f)
		if s.points(f.Kind) > 0 && d.points(f.Kind) == 0 {
			d.Name += " (nothing to draw)"
			if !slices.ContainsFunc(s.Y, func(y float64) bool { return y != 0 }) {
				d.Name = s.Name + " (always 0)"
			}
		}
		f.Series = append(f.Series, d)
	}
	return f
}

func (s Series) drawable(f Figure) Series {
	shows := func(x float64, log bool) bool { return finite(x) && (!log || x > 0) }
	out := Series{Name: s.Name, Dashed: s.Dashed}
	for i := range s.points(f.Kind) {
		ok := (s.X == nil || shows(s.X[i], f.LogX)) && (s.Y == nil || shows(s.Y[i], f.LogY)) &&
			(s.X2 == nil || shows(s.X2[i], f.LogX))
		if !ok {
			continue
		}
		take := func(to *[]float64, from []float64) {
			if from != nil {
				*to = append(*to, from[i])
			}
		}
		take(&out.X, s.X)
		take(&out.Y, s.Y)
		take(&out.X2, s.X2)
		if s.Labels != nil {
			out.Labels = append(out.Labels, s.Labels[i])
		}
		if s.Low != nil {
			out.Low = append(out.Low, s.Y[i])
			out.High = append(out.High, s.Y[i])
			if n := len(out.Low) - 1; shows(s.Low[i], f.LogY) && shows(s.High[i], f.LogY) {
				out.Low[n], out.High[n] = s.Low[i], s.High[i]
			}
		}
	}
	return out
}
