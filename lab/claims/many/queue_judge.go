package many

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/lab"
)

// The rule of Confirms and Refutes, for four times as many processors.
const (
	saturated = 1.5 // times as many leaves: at most
	scales    = 3.0 // times as many leaves: at least
	apart     = 2.0 // times the gain of the central queue, with other costs
)

// rates are leaves per µs of a way, by the number of processors.
func rates(t *lab.Table, way, costs string, grain float64) map[int]float64 {
	xs, ys := t.Where("way", way).Where("costs", costs).Where("grain_ns", grain).Pairs("processors", "leaves_per_us")
	out := map[int]float64{}
	for i := range xs {
		out[int(xs[i])] = ys[i]
	}
	return out
}

// gain is how many times as many leaves n processors do as a quarter of them; without samples it is 0.
func gain(t *lab.Table, way, costs string, n int) float64 {
	r := rates(t, way, costs, judgedGrain)
	if r[n] <= 0 || r[n/4] <= 0 {
		return 0
	}
	return r[n] / r[n/4]
}

// judgedProcessors is the largest number up to 64 for which some way has samples.
func judgedProcessors(t *lab.Table, costs string) (n int) {
	for _, x := range t.Where("costs", costs).Where("grain_ns", float64(judgedGrain)).Values("processors") {
		if x <= upTo {
			n = max(n, int(x))
		}
	}
	return n
}

func judgeQueue(t *lab.Table) lab.Finding {
	n := judgedProcessors(t, standard)
	if n < fewest {
		return lab.Undecided("There are no samples of %d processors with leaves of 1 µs.", fewest)
	}
	gains := map[string]float64{}
	for _, w := range queueWays {
		if gains[w.name] = gain(t, w.name, standard, n); gains[w.name] == 0 {
			return lab.Undecided("There are no samples of %s on %d and %d processors.", w.name, n/4, n)
		}
	}
	near, lacks := closeGains(t)
	if lacks != "" {
		return lab.Undecided("There are no samples of %s.", lacks)
	}
	central, least := gains["central"], min(gains["deques"], gains["forks"])
	reason := fmt.Sprintf("With leaves of 1 µs %d processors do %s times as many as %d through the central queue, %s times through the deques, "+
		"and %s times by forks.", n, lab.Num(central), n/4, lab.Num(gains["deques"]), lab.Num(gains["forks"]))
	var f lab.Finding
	switch {
	case central >= scales || least <= saturated:
		f = lab.Judged(false, "%s", reason)
	case central > saturated || least < scales:
		f = lab.Undecided("%s That is neither saturated nor in proportion.", reason)
	case len(near) > 0:
		f = lab.Undecided("%s It depends on the costs: %s.", reason, strings.Join(near, "; "))
	default:
		f = lab.Judged(true, "%s", reason)
	}
	f.Facts = queueFacts(t)
	return f
}

// closeGains says with which other costs the deques do not gain twice as much as the central queue, and which
// sample is lacking, or "".
func closeGains(t *lab.Table) (near []string, lacks string) {
	for _, c := range others {
		n := judgedProcessors(t, c.name)
		central, deques := gain(t, "central", c.name, n), gain(t, "deques", c.name, n)
		if central == 0 || deques == 0 {
			return nil, fmt.Sprintf("the central queue and the deques with %s", c.name)
		}
		if deques < apart*central {
			near = append(near, fmt.Sprintf("%s: central %s, deques %s", c.name, lab.Num(central), lab.Num(deques)))
		}
	}
	return near, ""
}

// queueFacts are the most leaves per time of each way, and up to where the central queue suffices.
func queueFacts(t *lab.Table) (list []lab.Fact) {
	for _, grain := range t.Values("grain_ns") {
		for _, w := range queueWays {
			most, at := 0.0, 0
			for n, r := range rates(t, w.name, standard, grain) {
				if r > most {
					most, at = r, n
				}
			}
			list = append(list, lab.NewFact(fmt.Sprintf("%s, leaves of %s ns: the most leaves in 1 µs, on %d processors", w.name, lab.Num(grain), at), most, ""))
		}
		list = append(list, lab.NewFact(fmt.Sprintf("leaves of %s ns: processors up to which the central queue does 95 %% of what the deques do", lab.Num(grain)), float64(suffices(t, grain)), ""))
	}
	return list
}

// suffices is the number of processors up to which the central queue is about as good as deques, or 0.
func suffices(t *lab.Table, grain float64) (n int) {
	central, deques := rates(t, "central", standard, grain), rates(t, "deques", standard, grain)
	for p := 1; central[p] > 0 && central[p] >= 0.95*deques[p]; p *= 2 {
		n = p
	}
	return n
}

func plotQueue(t *lab.Table) []lab.Figure {
	at := t.Where("costs", standard)
	figures := []lab.Figure{rateFigure(at, judgedGrain)}
	for _, grain := range at.Values("grain_ns") {
		if grain != judgedGrain {
			figures = append(figures, rateFigure(at, grain))
		}
	}
	bars := lab.Figure{Title: "Leaves of 1 µs per time, with other costs", Y: "leaves in 1 µs", Kind: lab.Bars, Note: "One cost is changed at a time."}
	n := float64(judgedProcessors(t, others[0].name))
	for _, w := range queueWays {
		of := t.Where("way", w.name).Where("grain_ns", judgedGrain).Where("processors", n)
		bars.Series = append(bars.Series, lab.MedianBars(of, w.name, "costs", "leaves_per_us"))
	}
	return append(figures, bars)
}

// rateFigure has a line for each way, and one of processors that do nothing but leaves.
func rateFigure(t *lab.Table, grain float64) lab.Figure {
	f := lab.Figure{Title: fmt.Sprintf("Leaves of %s ns per time, by processors", lab.Num(grain)), X: "processors", Y: "leaves in 1 µs",
		LogX: true, LogY: true, Kind: lab.Lines, Note: "The dashed line is of processors that do nothing but leaves."}
	t = t.Where("grain_ns", grain)
	ideal := lab.Series{Name: "ideal", Dashed: true}
	for _, n := range t.Values("processors") {
		ideal.X, ideal.Y = append(ideal.X, n), append(ideal.Y, n*1000/grain)
	}
	for _, w := range queueWays {
		xs, ys := t.Where("way", w.name).Pairs("processors", "leaves_per_us")
		f.Series = append(f.Series, lab.Series{Name: w.name, X: xs, Y: ys})
	}
	f.Series = append(f.Series, ideal)
	return f
}
