package report

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Okabe and Ito's colours, which the colour-blind can tell apart, with a
// grey for the yellow, which is invisible on white. Page.html has lighter ones for the dark.
var palette = []color.Color{
	rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7), rgb(0xE69F00), rgb(0x56B4E9), rgb(0x4D4D4D),
}

var (
	ink   = rgb(0x222222) // NOT: black. The canvas leaves it out, so that no style sheet could change it.
	faint = rgb(0x767676)
	grid  = rgb(0xDDDDDD)
	paper = rgb(0xFFFFFF)
)

// glyphs go with the colours, for paper without any. There are fewer of them, so
// that series with the same colour have another glyph.
var glyphs = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
	draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{},
}

var dashes = []vg.Length{6, 4}

const (
	width     = 720 // in units of the picture, which is as wide as its place
	height    = 400
	margin    = 10
	textSize  = 13
	titleSize = 15
	lineWidth = 2
	glyphSize = 3.5
	tickSize  = 4
	rowHeight = 20 // of the legend
	thumbSize = 22 // of its samples of lines
	gap       = 6
)

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xFF}
}

// pale is c for areas that must not hide what is behind them.
func pale(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: 0x30}
}

func textStyle(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size),
		Handler: text.Plain{Fonts: font.DefaultCache},
		YAlign:  draw.YCenter,
	}
}

// A look is how one series is drawn.
type look struct {
	color  color.Color
	dashed bool
	glyph  draw.GlyphDrawer
}

func (l look) line(w vg.Length) draw.LineStyle {
	s := draw.LineStyle{Color: l.color, Width: w}
	if l.dashed {
		s.Dashes = dashes
	}
	return s
}

// css is c as the canvas writes it, opaque or not: with its rounding.
func css(c color.Color) string {
	r, g, b, a := c.RGBA()
	part := func(v uint32) int { return int(float64(v) * (255 / float64(a))) }
	return fmt.Sprintf("#%02X%02X%02X", part(r), part(g), part(b))
}
