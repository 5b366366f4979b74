package workload

import (
	"fmt"
	"math"
)

// waves are the heat at the beginning: products of a sine along the lines and one
// along the columns, zero at the border. A step multiplies each by a number of its
// own, so the heat after any number of steps is known.
type waves []wave

type wave struct {
	lines, columns []float64
	decay          float64 // in one step
}

// newWaves returns two waves that stay for long and one that does not.
func newWaves(n int) waves {
	var ws waves
	for _, k := range [][2]int{{1, 1}, {3, 2}, {n/40 + 2, n/40 + 1}} {
		a, b := math.Pi*float64(k[0])/float64(n+1), math.Pi*float64(k[1])/float64(n+1)
		ws = append(ws, wave{sines(a, n), sines(b, n), (math.Cos(a) + math.Cos(b)) / 2})
	}
	return ws
}

func sines(a float64, n int) []float64 {
	s := make([]float64, n+2)
	for i := 1; i <= n; i++ {
		s[i] = math.Sin(a * float64(i))
	}
	return s
}

// fill sets line i of m.
func (ws waves) fill(m matrix, i int) {
	row := m.row(i)
	clear(row)
	for _, w := range ws {
		for j, x := range w.columns {
			row[j] += w.lines[i] * x
		}
	}
}

// check compares the weighted sum with that of the waves. Each step rounds three
// times, a sum once for each number, and so do the sines and the power: the
// tolerance allows 2⁻⁵³ of the highest heat for every one of them.
func (ws waves) check(got Heat, steps int) error {
	var want, all float64
	for _, w := range ws {
		lines, columns := weighted(w.lines), weighted(w.columns)
		want += lines * columns * math.Pow(w.decay, float64(steps))
	}
	n := len(ws[0].lines)
	for i := range n {
		all += math.Abs(weight(i))
	}
	tolerance := 0x1p-53 * float64(8*steps+4*n+64) * float64(len(ws)) * all * all
	if !(math.Abs(got.Sum-want) <= tolerance) { // not >: no comparison holds for a NaN
		return fmt.Errorf("the sum is %v, want %v, or %v more or less", got.Sum, want, tolerance)
	}
	return nil
}

func weighted(s []float64) (sum float64) {
	for i, x := range s {
		sum += weight(i) * x
	}
	return sum
}
