package report

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"regexp"
	"strings"

	bold "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/skua-go/skua/lab"
)

// SVG draws a figure.
func SVG(f lab.Figure) ([]byte, error) {
	tall := vg.Length(height)
	switch f.Kind { // labels have no logarithm
	case lab.Bars:
		f.LogX = false
	case lab.Timeline:
		f.LogY = false
		tall = timelineHeight(f)
	}
	looks := looksOf(f)
	rows := legendRows(f)
	tall += vg.Length(len(rows)) * rowHeight
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, tall))
	c := draw.New(canvas)
	c.SetColor(paper)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, margin, -2*margin, margin, -margin)
	c = drawTitle(c, f.Title)
	c = drawLegend(c, f, looks, rows)

	p := newPlot(f)
	switch f.Kind {
	case lab.Bars:
		addBars(p, f, looks)
		c.Min.X += overhang(labelsOf(f))
	case lab.Timeline:
		addRows(p, f, looks)
	default:
		addPoints(p, f, looks)
	}
	p.Draw(drawNames(c, f))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("report: figure %q: %w", f.Title, err)
	}
	return tidy(b.Bytes(), f, float64(tall)), nil
}

// looksOf gives the series their colours. Of a measurement and a bound at the same
// place among their kind, the bound has the colour of the measurement; but if all
// have one bound it has none.
func looksOf(f lab.Figure) []look {
	var out []look
	dashed, n := 0, 0
	for _, s := range f.Series {
		if s.Dashed {
			dashed++
		}
	}
	bound := 0
	for _, s := range f.Series {
		i := n
		if s.Dashed {
			i = bound
			bound++
		} else {
			n++
		}
		l := look{palette[i%len(palette)], s.Dashed, glyphs[i%len(glyphs)]}
		if s.Dashed && dashed == 1 {
			l.color = faint
		}
		out = append(out, l)
	}
	return out
}

func drawTitle(c draw.Canvas, title string) draw.Canvas {
	s := textStyle(titleSize, ink)
	s.Font.Weight = bold.WeightBold
	s.YAlign = draw.YTop
	c.FillText(s, vg.Point{X: c.Min.X, Y: c.Max.Y}, title)
	c.Max.Y -= s.Height(title) + 2*gap
	return c
}

// legendRows breaks the legend into rows: the numbers of the series on each. One
// series alone needs none, unless it has a name that is not the axis's.
func legendRows(f lab.Figure) (rows [][]int) {
	if len(f.Series) == 1 && (f.Series[0].Name == "" || f.Series[0].Name == f.Y) {
		return nil
	}
	at := vg.Length(math.Inf(1))
	for i, s := range f.Series {
		w := legendWidth(s.Name)
		if at+w > width-3*margin {
			rows, at = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		at += w
	}
	return rows
}

func legendWidth(name string) vg.Length {
	return thumbSize + gap + textStyle(textSize, ink).Width(name) + 3*gap
}

func drawLegend(c draw.Canvas, f lab.Figure, looks []look, rows [][]int) draw.Canvas {
	s := textStyle(textSize, ink)
	for _, row := range rows {
		x, y := c.Min.X, c.Max.Y-rowHeight/2
		for _, i := range row {
			drawThumb(c, f.Kind, looks[i], x, y)
			c.FillText(s, vg.Point{X: x + thumbSize + gap, Y: y}, f.Series[i].Name)
			x += legendWidth(f.Series[i].Name)
		}
		c.Max.Y -= rowHeight
	}
	c.Max.Y -= gap
	return c
}

func drawThumb(c draw.Canvas, kind lab.FigureKind, l look, x, y vg.Length) {
	switch kind {
	case lab.Bars, lab.Timeline:
		drawBar(c, l, vg.Rectangle{Min: vg.Point{X: x + gap, Y: y - gap}, Max: vg.Point{X: x + thumbSize, Y: y + gap}})
		return
	case lab.Lines:
		c.StrokeLine2(l.line(lineWidth), x, y, x+thumbSize, y)
	}
	if kind == lab.Points || !l.dashed {
		c.DrawGlyph(draw.GlyphStyle{Color: l.color, Radius: glyphSize, Shape: l.glyph}, vg.Point{X: x + thumbSize/2, Y: y})
	}
}

// drawNames writes what the axes show beside the place of the plot, which it
// returns.
//
// NOT: Axis.Label. On a logarithmic axis the plot keeps room free for it where it
// is not.
func drawNames(c draw.Canvas, f lab.Figure) draw.Canvas {
	s := textStyle(textSize, ink)
	s.XAlign, s.YAlign = draw.XCenter, draw.YBottom
	inner := c
	if f.X != "" {
		inner.Min.Y += s.Height(f.X) + gap
	}
	if f.Y != "" {
		inner.Min.X += s.Height(f.Y) + gap
	}
	c.FillText(s, vg.Point{X: inner.Center().X, Y: c.Min.Y}, f.X)
	s.Rotation, s.YAlign = math.Pi/2, draw.YTop
	c.FillText(s, vg.Point{X: c.Min.X, Y: inner.Center().Y}, f.Y)
	return inner
}

// newPlot is a plot with axes, but without data.
func newPlot(f lab.Figure) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	setAxis(&p.X, f.LogX)
	setAxis(&p.Y, f.LogY)
	g := plotter.NewGrid()
	g.Horizontal = draw.LineStyle{Color: grid, Width: 1}
	g.Vertical = g.Horizontal
	if f.Kind == lab.Bars {
		g.Vertical.Width = 0
	}
	if f.Kind == lab.Timeline {
		g.Horizontal.Width = 0
	}
	p.Add(g)
	return p
}

func setAxis(a *plot.Axis, log bool) {
	s := textStyle(textSize, ink)
	a.Tick.Label.Font, a.Tick.Label.Color, a.Tick.Label.Handler = s.Font, s.Color, s.Handler
	a.Padding = 0
	a.LineStyle = draw.LineStyle{Color: faint, Width: 1}
	a.Tick.LineStyle = a.LineStyle
	a.Tick.Length = tickSize
	if log {
		a.Scale = plot.LogScale{}
	}
}

// setLabels makes the ticks of an axis labels of what has no number.
func setLabels(a *plot.Axis, ticks fixed) {
	a.Tick.Marker = ticks
	a.Tick.LineStyle.Color = paper // there is none, but its room
}

var header = regexp.MustCompile(`(?s)^<\?xml.*?<svg[^>]*>`)

// tidy replaces what the canvas says of itself: the picture is as wide as its
// place, can be read aloud, and takes the fonts that there are.
func tidy(svg []byte, f lab.Figure, tall float64) []byte {
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%g" viewBox="0 0 %d %g" role="img">
<title>%s</title>
<desc>%s</desc>`, width, tall, width, tall, html.EscapeString(f.Title), html.EscapeString(f.Note))
	text := string(header.ReplaceAll(svg, nil))
	// Arial and Helvetica are as wide as Liberation Sans, by which all was placed.
	text = strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;",
		"font-weight:normal;font-style:normal;", "",
		"font-style:normal;", "",
	).Replace(text)
	return []byte(head + setScripts(text))
}
