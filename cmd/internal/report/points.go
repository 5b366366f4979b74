package report

import (
	"slices"
	"sort"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/skua-go/skua/lab"
)

// manyPoints is from where on a line has no glyphs: they would hide it.
const manyPoints = 60

// addPoints adds lines or points, those in front that come first.
func addPoints(p *plot.Plot, f lab.Figure, looks []look) {
	var x, y []float64
	for _, s := range f.Series {
		x = append(x, s.X...)
		y = append(append(append(y, s.Y...), s.Low...), s.High...)
	}
	scale(&p.X, f.LogX, false, x)
	if !f.LogX && len(x) > 0 {
		widen(&p.X, x)
	}
	scale(&p.Y, f.LogY, false, y)
	series := make([]points, len(f.Series))
	for i, s := range f.Series {
		series[i] = points{inOrder(s, f.Kind), looks[i], f.Kind}
		p.Add(bounds{series[i]})
	}
	for _, s := range slices.Backward(series) {
		p.Add(s)
	}
}

// widen makes the axis end a little beyond the values, and not at a tick.
func widen(a *plot.Axis, values []float64) {
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	if pad := (high - low) / 40; pad > 0 {
		a.Max = high + pad
		if a.Min != 0 {
			a.Min = low - pad
		}
	}
}

// inOrder sorts the points of a line by X.
func inOrder(s lab.Series, kind lab.FigureKind) lab.Series {
	if kind == lab.Lines {
		order := make([]int, len(s.X))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(i, j int) bool { return s.X[order[i]] < s.X[order[j]] })
		for _, column := range []*[]float64{&s.X, &s.Y, &s.Low, &s.High} {
			if *column == nil {
				continue
			}
			sorted := make([]float64, len(order))
			for to, from := range order {
				sorted[to] = (*column)[from]
			}
			*column = sorted
		}
	}
	return s
}

// points is a series that can be drawn.
type points struct {
	lab.Series
	look look
	kind lab.FigureKind
}

func (s points) Plot(c draw.Canvas, p *plot.Plot) {
	at := s.places(c, p)
	if s.kind == lab.Lines && len(at) > 1 {
		c.StrokeLines(s.look.line(lineWidth), at)
	}
	if s.kind == lab.Points || !s.Dashed && len(at) < manyPoints || len(at) == 1 {
		for _, pt := range at {
			c.DrawGlyph(draw.GlyphStyle{Color: s.look.color, Radius: glyphSize, Shape: s.look.glyph}, pt)
		}
	}
}

// places is where the points are.
func (s points) places(c draw.Canvas, p *plot.Plot) []vg.Point {
	toX, toY := p.Transforms(&c)
	at := make([]vg.Point, len(s.X))
	for i := range at {
		at[i] = vg.Point{X: toX(s.X[i]), Y: toY(s.Y[i])}
	}
	return at
}

// bounds is the band around a line, or the whiskers of points: behind all series.
type bounds struct{ points }

func (s bounds) Plot(c draw.Canvas, p *plot.Plot) {
	if len(s.Low) == 0 {
		return
	}
	_, toY := p.Transforms(&c)
	at := s.places(c, p)
	if s.kind == lab.Points {
		for i := range at {
			drawWhisker(c, s.look.color, at[i].X, toY(s.Low[i]), toY(s.High[i]))
		}
		return
	}
	var band []vg.Point
	for i := range at {
		band = append(band, vg.Point{X: at[i].X, Y: toY(s.High[i])})
	}
	for i := len(at) - 1; i >= 0; i-- {
		band = append(band, vg.Point{X: at[i].X, Y: toY(s.Low[i])})
	}
	c.FillPolygon(pale(s.look.color), band)
}
