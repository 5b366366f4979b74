package workload

import (
	"math"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	heatSide  = 1024
	heatSteps = 400
)

var heatWorkload = Workload{
	Name: "heat",
	Doc:  "heat in a square plate: the mean of four neighbours, in a loop for each step",
	Params: []Param{
		{Name: "n", Default: "1024", Doc: "`n` by n points inside the plate"},
		{Name: "steps", Default: "400", Doc: "`steps` of time"},
	},
	prepare: prepareHeat,
}

// Heat is the answer of heat.
type Heat struct {
	Points Checksum `json:"points"` // of the bits of all points
	Sum    float64  `json:"sum"`    // of all points, each times its weights
}

func prepareHeat(r *reader) *Instance {
	n := r.whole("n", heatSide, 1, 1<<14)
	steps := r.whole("steps", heatSteps, 0, 1<<30)
	h := &heating{N: n, Steps: steps, waves: newWaves(n)}
	h.plates.make = func() *plate { return &plate{newMatrix(n+2, n+2), newMatrix(n+2, n+2)} }
	return &Instance{
		Params:     h,
		Parallel:   h.run,
		Sequential: h.runSeq,
		Check:      func(got any) error { return h.waves.check(got.(Heat), steps) },
		Tasks:      func(any) int { return steps + 2 }, // the loops, with those that fill and sum up
	}
}

// A heating is heat with its parameters.
type heating struct {
	N      int `json:"n"`
	Steps  int `json:"steps"`
	waves  waves
	plates spares[plate]
}

func (h *heating) run(p skua.Place) any {
	g := h.plates.get()
	par.For(h.N, func(i int) { h.waves.fill(g.now, i+1) }, par.On(p))
	for range h.Steps {
		par.For(h.N, func(i int) { g.step(i + 1) }, par.On(p))
		g.now, g.next = g.next, g.now
	}
	answer := g.answer(p)
	h.plates.put(g)
	return answer
}

// runSeq is run without the loops' workers.
func (h *heating) runSeq() any {
	g := h.plates.get()
	for i := range h.N {
		h.waves.fill(g.now, i+1)
	}
	for range h.Steps {
		for i := range h.N {
			g.step(i + 1)
		}
		g.now, g.next = g.next, g.now
	}
	answer := g.answerSeq()
	h.plates.put(g)
	return answer
}

// A plate has its points now and after the next step. The border around them
// stays cold.
type plate struct{ now, next matrix }

// step sets line i of next.
func (g *plate) step(i int) {
	above, line, below := g.now.row(i-1), g.now.row(i), g.now.row(i+1)
	next := g.next.row(i)
	for j := 1; j < len(line)-1; j++ {
		next[j] = (above[j] + below[j] + line[j-1] + line[j+1]) * 0.25
	}
}

// answer adds the lines up in order, so that it is the same to the bit however
// they were made.
func (g *plate) answer(p skua.Place) Heat {
	lines := make([]Heat, g.now.rows)
	par.For(len(lines), func(i int) { lines[i] = g.line(i) }, par.On(p))
	var h Heat
	for _, l := range lines {
		h = h.and(l)
	}
	return h
}

// answerSeq is answer without the loop's workers.
func (g *plate) answerSeq() (h Heat) {
	for i := range g.now.rows {
		h = h.and(g.line(i))
	}
	return h
}

func (h Heat) and(o Heat) Heat { return Heat{h.Points + o.Points, h.Sum + o.Sum} }

func (g *plate) line(i int) (h Heat) {
	for j, x := range g.now.row(i) {
		h.Points += Checksum(right(j) * math.Float64bits(x))
		h.Sum += weight(j) * x
	}
	return Heat{h.Points * Checksum(left(i)), h.Sum * weight(i)}
}

// weight is what the points of a line and those of a column are multiplied by, so
// that a sum tells their places apart.
func weight(i int) float64 { return float64(noise(i, 1000)) / 1000 }
