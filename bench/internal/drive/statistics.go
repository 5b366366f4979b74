package drive

import "github.com/skua-go/skua/lab/gauge"

// A Figure is a median over rounds, and the bounds between which it lies with
// 95 % confidence; with fewer than six rounds, the least and the greatest.
type Figure struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

func (f Figure) over(n float64) Figure { return Figure{f.Median / n, f.Low / n, f.High / n} }

func figure(rounds []float64) Figure {
	low, high := gauge.Interval(rounds)
	return Figure{gauge.Median(rounds), low, high}
}

// over applies f to each of the samples.
func over(samples []ending, f func(e ending) float64) Figure {
	var v []float64
	for _, e := range samples {
		v = append(v, f(e))
	}
	return figure(v)
}

// Quotients is the figure of what a took over what b took in the same round: what disturbs a
// round disturbs both.
func Quotients(a, b Cell) Figure {
	var q []float64
	for i := range min(len(a.Rounds), len(b.Rounds)) {
		q = append(q, a.Rounds[i]/b.Rounds[i])
	}
	return figure(q)
}
