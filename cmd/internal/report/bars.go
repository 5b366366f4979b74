package report

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/skua-go/skua/lab"
)

const (
	barShare  = 0.8 // of a group's place that its bars fill
	slant     = math.Pi / 5
	mostTexts = 28 // bars up to which each has its number above it
)

// labelsOf returns the labels of all series in the order of their appearance.
func labelsOf(f lab.Figure) (labels []string) {
	for _, s := range f.Series {
		for _, l := range s.Labels {
			if !slices.Contains(labels, l) {
				labels = append(labels, l)
			}
		}
	}
	return labels
}

// addBars adds a group of bars for each label, one bar for each series.
func addBars(p *plot.Plot, f lab.Figure, looks []look) {
	labels := labelsOf(f)
	var y []float64
	n := 0
	for _, s := range f.Series {
		y = append(append(append(y, s.Y...), s.Low...), s.High...)
		n += len(s.Y)
	}
	scale(&p.Y, f.LogY, true, y)
	p.X.Min, p.X.Max = -0.5, float64(len(labels))-0.5
	place := labelPlace(labels)
	var ticks fixed
	for i, l := range labels {
		text, fits := wrap(l, place)
		if !fits {
			p.X.Tick.Label.Rotation = slant
			p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YTop
		}
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: text})
	}
	setLabels(&p.X, ticks)
	for i, s := range f.Series {
		p.Add(bars{s, looks[i], labels, i, len(f.Series), n <= mostTexts})
	}
}

// labelPlace is about how wide the label of a group may be.
func labelPlace(labels []string) vg.Length {
	return (width-80)/vg.Length(max(len(labels), 1)) - gap
}

// overhang is how far a slanting label reaches beyond the left of the axes.
func overhang(labels []string) (most vg.Length) {
	place := labelPlace(labels)
	slanting := false
	for i, l := range labels {
		_, fits := wrap(l, place)
		slanting = slanting || !fits
		reach := textStyle(textSize, ink).Width(l) * vg.Length(math.Cos(slant))
		most = max(most, reach-place*(vg.Length(i)+0.5)-2*rowHeight) // the last is room that the axis takes
	}
	if !slanting {
		return 0
	}
	return most
}

// wrap breaks the text into lines that fit the place, or tells that it cannot.
func wrap(text string, place vg.Length) (lines string, fits bool) {
	style := textStyle(textSize, ink)
	line := ""
	for _, word := range strings.Fields(text) {
		if style.Width(word) > place {
			return text, false
		}
		if next := strings.TrimSpace(line + " " + word); style.Width(next) <= place {
			line = next
			continue
		}
		lines, line = lines+line+"\n", word
	}
	return lines + line, true
}

// bars is one series of n, the nth of each group.
type bars struct {
	lab.Series
	look   look
	labels []string
	nth, n int
	texts  bool
}

func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	wide := vg.Length(barShare/float64(b.n)) * (toX(1) - toX(0))
	wide = min(wide, 64)
	for i, l := range b.Labels {
		middle := toX(float64(slices.Index(b.labels, l))) + wide*(vg.Length(b.nth)-vg.Length(b.n-1)/2)
		base := p.Y.Min
		if base < 0 && b.Y[i] >= base {
			base = 0
		}
		low, high := toY(base), toY(b.Y[i])
		drawBar(c, b.look, vg.Rectangle{
			Min: vg.Point{X: middle - wide/2 + 1, Y: min(low, high)},
			Max: vg.Point{X: middle + wide/2 - 1, Y: max(low, high)},
		})
		top := high
		if b.Low != nil && b.Low[i] < b.High[i] {
			drawWhisker(c, ink, middle, toY(b.Low[i]), toY(b.High[i]))
			top = toY(b.High[i])
		}
		if b.texts {
			s := textStyle(textSize-2, ink)
			s.XAlign, s.YAlign = draw.XCenter, draw.YBottom
			c.FillText(s, vg.Point{X: middle, Y: max(top, low) + 3}, number(b.Y[i]))
		}
	}
}

// drawBar fills a bar, or draws the outline of a bound.
func drawBar(c draw.Canvas, l look, r vg.Rectangle) {
	corners := []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}}
	if l.dashed {
		c.FillPolygon(pale(l.color), corners)
		c.StrokeLines(l.line(1.5), append(corners, r.Min))
		return
	}
	c.FillPolygon(l.color, corners)
}

// drawWhisker draws the interval of a value.
func drawWhisker(c draw.Canvas, clr color.Color, x, low, high vg.Length) {
	s := draw.LineStyle{Color: clr, Width: 1.2}
	c.StrokeLine2(s, x, low, x, high)
	for _, y := range []vg.Length{low, high} {
		c.StrokeLine2(s, x-4, y, x+4, y)
	}
}
