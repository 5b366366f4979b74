package report

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/skua-go/skua/lab"
)

// timelineHeight grows with the rows, within reason.
func timelineHeight(f lab.Figure) vg.Length {
	return min(120+30*vg.Length(len(labelsOf(f))), 700)
}

// addRows adds one row for each label, the first on top, and what was done in it.
func addRows(p *plot.Plot, f lab.Figure, looks []look) {
	labels := labelsOf(f)
	var x []float64
	for _, s := range f.Series {
		x = append(append(x, s.X...), s.X2...)
	}
	scale(&p.X, f.LogX, false, x)
	if !f.LogX && len(x) > 0 {
		widen(&p.X, x)
	}
	var ticks fixed
	for i, l := range labels {
		ticks = append(ticks, plot.Tick{Value: -float64(i), Label: l})
	}
	p.Y.Min, p.Y.Max = 0.5-float64(len(labels)), 0.5
	setLabels(&p.Y, ticks)
	for i, s := range f.Series {
		p.Add(row{s, looks[i], labels})
	}
}

// row is one kind of time in all rows.
type row struct {
	lab.Series
	look   look
	labels []string
}

func (r row) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	half := (toY(1) - toY(0)) * 0.35
	for i, l := range r.Labels {
		y := toY(-float64(slices.Index(r.labels, l)))
		from, to := toX(r.X[i]), toX(r.X2[i])
		drawBar(c, r.look, vg.Rectangle{
			Min: vg.Point{X: from, Y: y - half},
			Max: vg.Point{X: max(to-0.4, from+0.6), Y: y + half}, // tasks one after the other are still two
		})
	}
}
