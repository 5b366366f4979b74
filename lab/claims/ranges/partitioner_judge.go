package ranges

import (
	"fmt"
	"math"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A loss is what a partition loses in the shape that suits it least: the time beyond the
// ideal, as a share of the ideal.
type loss struct {
	shape           string
	loss, low, high float64
}

func worstLoss(t *lab.Table, partition string) (worst loss) {
	worst.loss = math.Inf(-1)
	t = t.Where("partition", partition)
	for _, shape := range t.Names("shape") {
		times := t.Where("shape", shape).Floats("time_to_ideal")
		if low, high := gauge.Interval(times); gauge.Median(times)-1 > worst.loss {
			worst = loss{shape, gauge.Median(times) - 1, low - 1, high - 1}
		}
	}
	return worst
}

// onRandom returns the standard partition that is best on random work and, sample by
// sample, how many times as long the stealing partition takes.
func onRandom(t *lab.Table) (best string, ratios []float64) {
	t = t.Where("shape", "random")
	least := math.Inf(1)
	for _, p := range standardPartitions {
		if m := t.Where("partition", p).Median("time_to_ideal"); m > 0 && m < least {
			best, least = p, m
		}
	}
	for _, sample := range t.Values("sample") {
		s := t.Where("sample", sample)
		of := func(p string) float64 { return s.Where("partition", p).Median("time_to_ideal") }
		if x, y := of("stealing"), of(best); x > 0 && y > 0 {
			ratios = append(ratios, x/y)
		}
	}
	return best, ratios
}

func judge(t *lab.Table) lab.Finding {
	const asWell, third = 1.1, 1.0 / 3
	if t.Median("workers") == 1 {
		return lab.Undecided("On one processor no partition loses anything.")
	}
	t = t.WithFreeProcessors()
	for _, s := range shapes {
		if len(t.Where("shape", s.name).Values("sample")) < lab.FewestSamples {
			return lab.Undecided(lab.BusyMachine)
		}
	}
	best, ratios := onRandom(t)
	if len(ratios) == 0 {
		return lab.Undecided("Of random work there is no sample with both stealing and a standard partition.")
	}
	low, _ := gauge.Interval(ratios)
	ratio, steals := gauge.Median(ratios), worstLoss(t, "stealing")
	confirmed, refuted := ratio <= asWell, low > asWell
	facts := []lab.Fact{lab.NewFact("random work: stealing over "+best, ratio, "times"), lab.NewFact("stealing loses at most", 100*steals.loss, "%")}
	var others []string
	for _, p := range standardPartitions {
		w := worstLoss(t, p)
		if w.shape == "" {
			return lab.Undecided("There is no sample of the %s partition.", p)
		}
		confirmed = confirmed && steals.loss <= third*w.loss
		refuted = refuted || steals.low > max(0, third*w.high)
		facts = append(facts, lab.NewFact(p+" loses at most", 100*w.loss, "%"))
		others = append(others, fmt.Sprintf("%s %s %% (%s)", p, lab.Num(math.Round(100*w.loss)), w.shape))
	}
	reason := fmt.Sprintf("On random work stealing takes %s times as long as %s, the best of the others. "+
		"In its worst shape, %s, it loses %s %% to the ideal time; in theirs lose %s.",
		lab.Num(ratio), best, steals.shape, lab.Num(math.Round(100*steals.loss)), strings.Join(others, ", "))
	f := lab.Undecided("%s The intervals do not decide.", reason)
	if confirmed || refuted {
		f = lab.Judged(!refuted, "%s", reason)
	}
	f.Facts = append(facts, lab.NewFact("par.For loses at most", 100*max(0, worstLoss(t, "par.For").loss), "%"),
		lab.NewFact("steals of a loop, random work", t.Where("shape", "random").Where("partition", "stealing").Median("steals"), ""),
		lab.NewFact("processors", t.Median("workers"), ""))
	return f
}

func plot(t *lab.Table) []lab.Figure {
	t = t.WithFreeProcessors()
	times := lab.Figure{
		Title: "How long a loop takes, by partition and shape of its work",
		Y:     "time, as a multiple of the ideal", Kind: lab.Bars,
		Note: "1 is the ideal; a partition that leaves all the weight to one processor comes to the number of processors.",
	}
	steals := lab.Figure{
		Title: "How many steals level a loop",
		Y:     "steals", Kind: lab.Bars,
		Note: "No bar: none was needed.",
	}
	for _, p := range append(standardPartitions[:3:3], "stealing", "par.For") {
		of := t.Where("partition", p)
		times.Series = append(times.Series, lab.MedianBars(of, p, "shape", "time_to_ideal"))
		if len(of.Floats("steals")) > 0 {
			steals.Series = append(steals.Series, lab.MedianBars(of, p, "shape", "steals"))
		}
	}
	return []lab.Figure{times, steals}
}
