package blitz

import (
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// queueGains returns, sample by sample, how many times as many leaves per time all workers
// put through a queue as one worker does.
func queueGains(t *lab.Table, queue string) (gains []float64) {
	t = t.Where("queue", queue)
	crews := t.Values("workers")
	if len(crews) < 2 {
		return nil
	}
	one, all := t.Where("workers", crews[0]), t.Where("workers", crews[len(crews)-1])
	for _, sample := range t.Values("sample") {
		x := one.Where("sample", sample).Median("leaves_per_us")
		if y := all.Where("sample", sample).Median("leaves_per_us"); x > 0 && y > 0 {
			gains = append(gains, y/x)
		}
	}
	return gains
}

func judgeCentralQueue(t *lab.Table) lab.Finding {
	const none = 1.1 // a greater gain is more than noise
	t = t.WithFreeProcessors()
	grains, crews := t.Values("grain_ns"), t.Values("workers")
	if len(grains) == 0 || len(crews) < 2 {
		return lab.Undecided("There are no samples with more than one worker and a processor for each.")
	}
	finest := t.Where("grain_ns", grains[0])
	central, deques := queueGains(finest, "central"), queueGains(finest, "deques")
	if min(len(central), len(deques)) < lab.FewestSamples {
		return lab.Undecided(lab.BusyMachine)
	}
	centralLow, centralHigh := gauge.Interval(central)
	dequesLow, dequesHigh := gauge.Interval(deques)
	all := crews[len(crews)-1]
	reason := fmt.Sprintf("With leaves of %s ns %s workers put %s times (%s to %s) as many through the central queue as one does, "+
		"and %s times (%s to %s) through the deques.", lab.Num(grains[0]), lab.Num(all),
		lab.Num(gauge.Median(central)), lab.Num(centralLow), lab.Num(centralHigh), lab.Num(gauge.Median(deques)), lab.Num(dequesLow), lab.Num(dequesHigh))
	f := lab.Undecided("%s The intervals do not decide.", reason)
	switch {
	case gauge.Median(central) <= none && dequesLow > none:
		f = lab.Judged(true, "%s", reason)
	case centralLow > none || dequesHigh <= none:
		f = lab.Judged(false, "%s", reason)
	}
	f.Facts = []lab.Fact{lab.NewFact("gain on the central queue", gauge.Median(central), "times"), lab.NewFact("gain on the deques", gauge.Median(deques), "times")}
	if grain, ok := centralSuffices(t, all); ok {
		f.Facts = append(f.Facts, lab.NewFact("grain from which the central queue does 95 % of what the deques do", grain, "ns"))
	}
	for _, queue := range finest.Names("queue") {
		if cost, ok := queueCost(finest.Where("queue", queue).Where("workers", 1)); ok {
			f.Facts = append(f.Facts, lab.NewFact("cost of a task with one worker, "+queue, cost, "ns"))
		}
		f.Facts = append(f.Facts, lab.NewFact("efficiency with "+lab.Num(all)+" workers, "+queue,
			100*finest.Where("queue", queue).Where("workers", all).Median("efficiency"), "%"))
	}
	return f
}

// centralSuffices returns the grain from which on a central queue is about as good
// as deques.
func centralSuffices(t *lab.Table, workers float64) (grain float64, ok bool) {
	t = t.Where("workers", workers)
	grains := t.Values("grain_ns")
	for i := len(grains) - 1; i >= 0; i-- {
		at := t.Where("grain_ns", grains[i])
		if at.Where("queue", "central").Median("efficiency") < 0.95*at.Where("queue", "deques").Median("efficiency") {
			break
		}
		grain, ok = grains[i], true
	}
	return grain, ok
}

// queueCost returns what a task costs beyond its leaf.
func queueCost(t *lab.Table) (ns float64, ok bool) {
	var costs []float64
	for _, r := range t.Rows {
		rate, ok1 := r["leaves_per_us"].(float64)
		leaf, ok2 := r["leaf_ns"].(float64)
		if ok1 && ok2 && rate > 0 {
			costs = append(costs, 1000/rate-leaf)
		}
	}
	return gauge.Median(costs), len(costs) > 0
}

func plotCentralQueue(t *lab.Table) (figures []lab.Figure) {
	t = t.WithFreeProcessors()
	crews := t.Values("workers")
	if len(crews) == 0 {
		return nil
	}
	all := crews[len(crews)-1]
	efficiency := lab.Figure{
		Title: fmt.Sprintf("What %s workers get done, by grain", lab.Num(all)),
		X:     "grain of a leaf, ns", Y: "share of the processors' time that is leaves",
		LogX: true, Kind: lab.Lines,
		Note: "To the right every queue is good enough; the further left a line rises, the finer the tasks may be.",
	}
	gain := lab.Figure{
		Title: fmt.Sprintf("What %s workers gain over one", lab.Num(all)),
		X:     "grain of a leaf, ns", Y: "leaves, as a multiple of one worker's",
		LogX: true, Kind: lab.Lines,
		Note: "Below 1 the workers hinder each other: a bottleneck.",
	}
	for _, queue := range t.Names("queue") {
		e, g := lab.Series{Name: queue}, lab.Series{Name: queue}
		for _, grain := range t.Values("grain_ns") {
			at := t.Where("grain_ns", grain)
			e.AddMedian(grain, at.Where("queue", queue).Where("workers", all).Floats("efficiency"))
			g.AddMedian(grain, queueGains(at, queue))
		}
		efficiency.Series = append(efficiency.Series, e)
		if len(g.X) > 0 {
			gain.Series = append(gain.Series, g)
		}
	}
	return []lab.Figure{efficiency, gain}
}
