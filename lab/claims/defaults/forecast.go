package defaults

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Forecast compares what replays of recordings say with what programs do.
var Forecast = lab.Experiment{
	ID:     "forecast",
	Source: "[BL99] Section 6, [RP22] Theorem 3.9",
	Claim: "A replay of what was recorded with one worker, under the rules of the scheduler, says within 10 % how many " +
		"times as fast a program is with more workers, unless the machine makes its work longer.",
	How: "Each workload, of 100 ms or more, is run with one worker, with one that is recorded, and with several, in " +
		"turns; the forecast of lab/sim for the recording is divided by the measured speed-up of the same round, which is " +
		"the processor time with one worker by the time with several.",
	Confirms: "For each workload the median of these quotients lies between 0.9 and 1.1, but for those whose processor " +
		"time is more than 10 % longer with several workers than with one. Rounds do not count in which the " +
		"several workers waited for processors for more than 10 % of their time.",
	Refutes: "For one of them the interval of the median lies wholly outside.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers; those that the machine has no processors for are left out", Quick: []int{2}, Full: []int{2, 4, 8, 16}},
		{Name: "rounds", Doc: "triples of runs", Quick: []int{5}, Full: []int{9}},
	},
	Kinds: lab.Kinds{Judged: []string{""}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "cpu-one"}, {Column: "cpu"}, {Column: "one"}, {Column: "several"}, {Column: "work"},
			{Column: "predicted"}, {Column: "delay", Is: lab.NotNegative}, {Column: "workers", Is: lab.Size},
		},
		Key:     []string{"workload", "workers", "round"},
		Crossed: []string{"workload", "workers"},
	},
	Run:   runForecast,
	Judge: judgeForecast,
	Plot:  plotForecast,
}

// How far a forecast may be off, how much longer work may take, and for which part of the time
// threads may wait for processors.
const (
	forecastError     = 0.10
	forecastInflation = 1.10
	forecastDelay     = 0.10
)

// forecastNeeds is how many rounds a workload needs that count.
const forecastNeeds = 3

// A forecastRow is one workload with a number of workers.
type forecastRow struct {
	name      string
	workers   float64
	quotients []float64 // speed-up of the forecast by the measured one, of each round
	inflation float64   // median: processor time with several workers by that with one
	measured  float64   // median speed-up
	forecast  float64   // median speed-up
}

func (r *forecastRow) quotient() float64 { return gauge.Median(r.quotients) }

// slowed reports whether the machine makes the work longer.
func (r *forecastRow) slowed() bool { return r.inflation > forecastInflation }

// right reports whether the forecast is near enough.
func (r *forecastRow) right() bool {
	return r.quotient() >= 1-forecastError && r.quotient() <= 1+forecastError
}

// wrong reports whether it surely is not.
func (r *forecastRow) wrong() bool { return surelyOff(r.quotients) }

// surelyOff reports whether the interval of the median is outside of what is near enough.
func surelyOff(quotients []float64) bool {
	low, high := gauge.Interval(quotients)
	return len(quotients) >= gauge.IntervalNeeds && (high < 1-forecastError || low > 1+forecastError)
}

// off is by how much the median of some quotients errs.
func off(quotients []float64) float64 {
	q := gauge.Median(quotients)
	return max(q, 1/q) - 1
}

// forecastRows gathers the samples in their order.
func forecastRows(t *lab.Table) (rows []*forecastRow) {
	for _, name := range t.Names("workload") {
		of := t.Where("workload", name)
		for _, workers := range of.Values("workers") {
			r := &forecastRow{name: name, workers: workers}
			var inflation, measured, forecast []float64
			for _, row := range of.Where("workers", workers).Rows {
				one, cpu, several := number(row, "cpu-one"), number(row, "cpu"), number(row, "several")
				work, predicted := number(row, "work"), number(row, "predicted")
				if min(one, cpu, several, work, predicted) <= 0 || !(number(row, "delay") <= forecastDelay*workers*several) {
					continue
				}
				measured = append(measured, one/several)
				forecast = append(forecast, work/predicted)
				inflation = append(inflation, cpu/one)
				r.quotients = append(r.quotients, work/predicted/(one/several))
			}
			if len(measured) >= forecastNeeds {
				r.inflation, r.measured, r.forecast = gauge.Median(inflation), gauge.Median(measured), gauge.Median(forecast)
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func number(r lab.Row, column string) float64 {
	x, _ := r[column].(float64)
	return x
}

func judgeForecast(t *lab.Table) lab.Finding {
	rows := forecastRows(t)
	if 2*len(rows) < len(t.Names("workload")) || len(rows) == 0 {
		return lab.Undecided(lab.BusyMachine)
	}
	fair := slices.DeleteFunc(slices.Clone(rows), (*forecastRow).slowed)
	if 2*len(fair) < len(rows) {
		return lab.Undecided("Of %d workloads the machine makes %d longer: too many to say.", len(rows), len(rows)-len(fair))
	}
	slices.SortStableFunc(fair, func(a, b *forecastRow) int { return cmp.Compare(off(b.quotients), off(a.quotients)) })
	within, wrong := 0, 0
	for _, r := range fair {
		if r.right() {
			within++
		}
		if r.wrong() {
			wrong++
		}
	}
	worst := fair[0]
	text := fmt.Sprintf("Of %d workloads the forecast of %d is within 10 %%; the worst is %s, with %s of the measured speed-up. "+
		"%d more take over 10 %% more processor time with several workers, and of %d too few rounds were undisturbed.",
		len(fair), within, worst.name, lab.Num(worst.quotient()), len(rows)-len(fair), len(t.Names("workload"))-len(rows))
	f := lab.Undecided("%s", text)
	if wrong > 0 || within == len(fair) {
		f = lab.Judged(wrong == 0, "%s", text)
	}
	for _, r := range rows {
		f.Facts = append(f.Facts, lab.NewFact(fmt.Sprintf("%s, %v workers: forecast / measured", r.name, r.workers), r.quotient(), ""))
	}
	return f
}

func plotForecast(t *lab.Table) []lab.Figure {
	f := lab.Figure{
		Title: "Forecast and measured speed-up", Y: "times as fast as with one worker", Kind: lab.Bars,
		Note: "The forecast is made from a recording with one worker. Processor time: with several workers, by that with one.",
	}
	forecast, measured, inflation := lab.Series{Name: "forecast"}, lab.Series{Name: "measured"}, lab.Series{Name: "processor time"}
	for _, r := range forecastRows(t) {
		label := r.name
		if r.workers != 2 {
			label = fmt.Sprintf("%s %v", r.name, r.workers)
		}
		for s, y := range map[*lab.Series]float64{&forecast: r.forecast, &measured: r.measured, &inflation: r.inflation} {
			s.Labels, s.Y = append(s.Labels, label), append(s.Y, y)
		}
	}
	if len(forecast.Y) > 0 {
		f.Series = []lab.Series{forecast, measured, inflation}
	}
	return []lab.Figure{f}
}
