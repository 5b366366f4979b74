package grid

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// colours are those of the verdicts, and one for cells that gain. Who cannot tell red from green sees them
// darker the worse they are.
var colours = colourList{
	Kept: rgb(0xC6E2C4), Unknown: rgb(0xE4E4DA), Idle: rgb(0xF2B661), Slower: rgb(0xDF6A4A), Twice: rgb(0x8E1B1B),
	gains: rgb(0x4E9FC9),
}

const gains = Twice + 1 // as often as is promised, or more

type colourList []color.Color

func (l colourList) Colors() []color.Color { return l }

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

const (
	width  = 900 // in units of the picture
	row    = 17
	around = 112 // of height, for what is not a row
)

// heat is a run as a grid: a column for each number of workers, cost and length, a row for each function.
type heat struct {
	functions []string // from below
	columns   []column
	cells     map[string]map[column]Cell
}

type column struct {
	workers int
	cost    time.Duration
	n       int
}

func heatOf(r *Run) heat {
	h := heat{cells: map[string]map[column]Cell{}}
	for workers := 1; workers <= 2; workers++ {
		for _, cost := range Whole.Costs {
			for _, n := range Whole.Sizes {
				h.columns = append(h.columns, column{workers, cost, n})
			}
		}
	}
	for _, c := range r.Cells {
		if h.cells[c.Function] == nil {
			h.cells[c.Function] = map[column]Cell{}
			h.functions = append(h.functions, c.Function)
		}
		h.cells[c.Function][column{c.Workers, c.Cost, c.N}] = c
	}
	slices.Reverse(h.functions)
	return h
}

func (h heat) Dims() (c, r int) { return len(h.columns), len(h.functions) }
func (h heat) X(c int) float64  { return float64(c) }
func (h heat) Y(r int) float64  { return float64(r) }
func (h heat) Min() float64     { return float64(Kept) }
func (h heat) Max() float64     { return float64(gains) }
func (h heat) Z(c, r int) float64 {
	cell, measured := h.cells[h.functions[r]][h.columns[c]]
	switch v := cell.Verdict(); {
	case !measured:
		return math.NaN()
	case v == Kept && cell.Ratio()*gain <= 1:
		return float64(gains)
	default:
		return float64(v)
	}
}

// SVG draws the run.
func SVG(r *Run) ([]byte, error) {
	h := heatOf(r)
	tall := vg.Length(around + row*len(h.functions))
	p := plot.New()
	m := plotter.NewHeatMap(h, colours)
	m.NaN = color.White
	p.Add(m)
	p.X.Tick.Marker, p.Y.Tick.Marker = h.lengths(), h.names()
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Tick.Label.Font, a.Tick.Label.Handler = style().Font, style().Handler
		a.Tick.Length, a.LineStyle.Width, a.Padding = 0, 0, 2
	}
	canvas := vgsvg.NewWith(vgsvg.UseWH(width, tall))
	c := draw.New(canvas)
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, 8, -8, 8, -52)
	p.Draw(c)
	h.group(c, p)
	legend(c)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return nil, err
	}
	return tidy(b.Bytes(), float64(tall), title(r)), nil
}

func style() text.Style {
	return text.Style{
		Color: rgb(0x222222), Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, 11),
		Handler: text.Plain{Fonts: font.DefaultCache}, YAlign: draw.YCenter,
	}
}

// lengths are powers of ten; there is room for the exponent alone.
func (h heat) lengths() plot.ConstantTicks {
	var t plot.ConstantTicks
	for i, c := range h.columns {
		label := "0"
		if c.n > 0 {
			label = fmt.Sprintf("%d", int(math.Round(math.Log10(float64(c.n)))))
		}
		if c.n == 0 {
			label = "·"
		}
		t = append(t, plot.Tick{Value: float64(i), Label: label})
	}
	return t
}

func (h heat) names() plot.ConstantTicks {
	var t plot.ConstantTicks
	for i, name := range h.functions {
		t = append(t, plot.Tick{Value: float64(i), Label: name})
	}
	return t
}

// group writes above the columns what those of a group have in common, with lines between groups.
func (h heat) group(c draw.Canvas, p *plot.Plot) {
	inner := p.DataCanvas(c)
	x := func(at float64) vg.Length { return inner.X(p.X.Norm(at)) }
	s := style()
	s.XAlign = draw.XCenter
	sizes := len(Whole.Sizes)
	for g := 0; g*sizes < len(h.columns); g++ {
		first := h.columns[g*sizes]
		left, right := x(float64(g*sizes)-0.5), x(float64(g*sizes+sizes)-0.5)
		c.FillText(s, vg.Point{X: (left + right) / 2, Y: inner.Max.Y + 8}, costName(first.cost))
		line := draw.LineStyle{Color: color.White, Width: 2}
		if first.cost == Whole.Costs[0] {
			line = draw.LineStyle{Color: rgb(0x222222), Width: 1}
			name := map[int]string{1: "one worker", 2: "two workers"}[first.workers]
			c.FillText(s, vg.Point{X: x(float64(g*sizes+len(h.columns)/4) - 0.5), Y: inner.Max.Y + 23}, name+", an element of")
		}
		c.StrokeLine2(line, left, inner.Min.Y, left, inner.Max.Y)
	}
}

func costName(cost time.Duration) string {
	if cost < 1000 {
		return fmt.Sprintf("%d ns", cost)
	}
	return fmt.Sprintf("%d µs", cost/1000)
}

func legend(c draw.Canvas) {
	x, y := c.Min.X, c.Max.Y+40
	for _, l := range []struct {
		of   Verdict
		name string
	}{
		{gains, "1.6 times as fast, or more"}, {Kept, "as promised"}, {Unknown, "memory or the machine is the limit"},
		{Idle, "red: gains too little"}, {Slower, "red: slower"}, {Twice, "red: twice as slow, or more"},
	} {
		box := vg.Rectangle{Min: vg.Point{X: x, Y: y - 5}, Max: vg.Point{X: x + 10, Y: y + 5}}
		c.SetColor(colours[l.of])
		c.Fill(box.Path())
		c.FillText(style(), vg.Point{X: x + 14, Y: y}, l.name)
		x += 26 + style().Width(l.name)
	}
}

var header = regexp.MustCompile(`(?s)^<\?xml.*?<svg[^>]*>`)

// tidy replaces what the canvas says of itself: the picture can be read aloud, and takes the fonts that
// there are. Arial and Helvetica are as wide as Liberation Sans, by which all was placed.
func tidy(svg []byte, tall float64, title string) []byte {
	head := fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%g\" viewBox=\"0 0 %d %g\" role=\"img\">\n<title>%s</title>",
		width, tall, width, tall, html.EscapeString(title))
	return []byte(head + strings.NewReplacer(
		"font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;",
	).Replace(string(header.ReplaceAll(svg, nil))))
}

func title(r *Run) string {
	return fmt.Sprintf("par beside serial loops, %s: %d of %d cells are red", r.Date.Format("2 January 2006"), Reds(r.Cells), len(r.Cells))
}
