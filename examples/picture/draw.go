package main

import (
	"io"
	"text/template"
	"time"
)

// The sizes of the picture, in pixels.
const (
	width  = 860
	left   = 92 // before the time begins
	row    = 22 // a call
	gap    = 34 // between the workers
	margin = 12
)

// A box is a call as it is drawn.
type box struct {
	X, Y, W float64
	N       int
	Stolen  bool
	FromX   float64 // where the arrow of a stolen call begins
	FromY   float64
}

// A worker's stack grows down from Y.
type stack struct {
	Name int
	Y    float64
}

// draw writes the calls as an SVG, which follows the reader's light or dark theme.
func draw(w io.Writer, calls []*call) error {
	var first, last time.Duration = calls[0].begin, 0
	deepest := [2]int{}
	for _, c := range calls {
		last = max(last, c.end)
		deepest[c.worker] = max(deepest[c.worker], c.depth)
	}
	x := func(t time.Duration) float64 {
		return left + (width-left-margin)*float64(t-first)/float64(last-first)
	}
	top := [2]float64{margin + 24, margin + 24 + float64(deepest[0]+1)*row + gap}
	y := func(c *call) float64 { return top[c.worker] + float64(c.depth)*row }
	page := struct {
		Width, Height float64
		Stacks        []stack
		Boxes         []box
		Took          time.Duration
	}{width, top[1] + float64(deepest[1]+1)*row + gap, []stack{{0, top[0]}, {1, top[1]}}, nil, (last - first).Round(100 * time.Microsecond)}
	for _, c := range calls {
		b := box{X: x(c.begin), Y: y(c), W: x(c.end) - x(c.begin) - 1, N: c.n, Stolen: c.stolen()}
		if b.Stolen {
			b.FromX, b.FromY = b.X, y(c.parent)+row
			if c.worker == 0 {
				b.FromY -= row
			}
		}
		page.Boxes = append(page.Boxes, b)
	}
	return picture.Execute(w, page)
}

var picture = template.Must(template.New("").Parse(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{.Width}} {{.Height}}" font-family="sans-serif" font-size="12">
<title>A recursion on two workers: each worker's stack of calls over time, and what was stolen</title>
<style>
text { fill: #1f2328 } .call { fill: #cfe3f7; stroke: #7fa8cf } .stolen { fill: #ffd9a8; stroke: #d08a2e } .arrow { stroke: #d08a2e; fill: none; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .call { fill: #1d3f5f; stroke: #4f7fae } .stolen { fill: #6b4310; stroke: #e0a04c } .arrow { stroke: #e0a04c } }
</style>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="3" orient="auto"><path d="M0 0L6 3L0 6" class="arrow"/></marker></defs>
{{- range .Stacks}}
<text x="8" y="{{printf "%.0f" .Y}}" dy="15">worker {{.Name}}</text>
{{- end}}
{{- range .Boxes}}
<rect x="{{printf "%.1f" .X}}" y="{{printf "%.0f" .Y}}" width="{{printf "%.1f" .W}}" height="20" rx="2" class="{{if .Stolen}}stolen{{else}}call{{end}}"/>
{{- if gt .W 30.0}}<text x="{{printf "%.1f" .X}}" y="{{printf "%.0f" .Y}}" dx="4" dy="14">{{if gt .W 52.0}}fib({{.N}}){{else}}f({{.N}}){{end}}</text>{{end}}
{{- if .Stolen}}<path d="M{{printf "%.1f" .FromX}} {{printf "%.0f" .FromY}}V{{printf "%.0f" .Y}}" class="arrow" marker-end="url(#tip)"/>{{end}}
{{- end}}
<text x="92" y="{{.Height}}" dy="-10">{{.Took}}: fib(6), a millisecond a call; orange was stolen by the worker that runs it</text>
</svg>
`))
